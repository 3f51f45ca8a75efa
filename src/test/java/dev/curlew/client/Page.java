package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The reply to a {@code pull}, on the socket or over HTTP. */
public record Page(
        List<SeenMessage> messages,
        List<long[]> absent,
        List<long[]> pending,
        long minSeq,
        long maxSeq,
        boolean hasMore) {

    public static Page of(JsonNode data) {
        List<SeenMessage> messages = new ArrayList<>();
        data.path("messages").forEach(json -> messages.add(SeenMessage.of(json)));
        return new Page(
                messages,
                ranges(data.path("absent")),
                ranges(data.path("pending")),
                data.path("min_seq").asLong(),
                data.path("max_seq").asLong(),
                data.path("has_more").asBoolean());
    }

    private static List<long[]> ranges(JsonNode json) {
        List<long[]> ranges = new ArrayList<>();
        json.forEach(pair ->
                ranges.add(new long[] {pair.path(0).asLong(), pair.path(1).asLong()}));
        return ranges;
    }
}
