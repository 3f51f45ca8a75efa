package dev.curlew.protocol;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The reply to {@code pull}: messages ascending, and for every other number of the page why it has none.
 *
 * @param coveredFrom first number this page speaks about
 * @param coveredTo last number this page speaks about; from - 1 when it covers nothing
 */
public record HistoryPage(
        @JsonIgnore String conversationId,
        List<ObjectNode> messages,
        long minSeq,
        long maxSeq,
        List<long[]> absent,
        List<long[]> pending,
        boolean hasMore,
        @JsonIgnore long coveredFrom,
        @JsonIgnore long coveredTo) {}
