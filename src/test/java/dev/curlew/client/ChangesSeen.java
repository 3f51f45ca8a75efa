package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The reply to {@code changes}, on the socket or over HTTP.
 *
 * @param version what to ask on from
 * @param full the number asked from is not one of this conversation
 */
public record ChangesSeen(List<SeenChange> changes, long version, boolean hasMore, boolean full) {

    public static ChangesSeen of(String conversationId, JsonNode data) {
        List<SeenChange> changes = new ArrayList<>();
        data.path("changes")
                .forEach(entry -> changes.add(
                        SeenChange.of(conversationId, entry.path("kind").asText(), entry)));
        return new ChangesSeen(
                changes,
                data.path("version").asLong(),
                data.path("has_more").asBoolean(),
                data.path("full").asBoolean());
    }
}
