package dev.curlew.protocol;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The reply to {@code changes}.
 *
 * @param version ask on from here
 * @param full true when the number asked from is not one of this conversation: everything known of it is to be taken anew
 */
public record ChangesPage(
        @JsonIgnore String conversationId, long version, boolean hasMore, boolean full, List<ObjectNode> changes) {}
