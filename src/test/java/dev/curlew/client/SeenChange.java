package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.protocol.Json;

/**
 * A change as an event, an entry of {@code changes} or the reply to whoever made it tells of it.
 *
 * @param seq the message that was revoked or edited, 0 for a change of another kind
 * @param content what stands in the message from then on
 */
public record SeenChange(String conversationId, long version, String kind, long seq, long uid, JsonNode content) {

    public static final String REVOKED = "revoked";
    public static final String EDITED = "edited";

    /** @param json data of an event, or an entry of {@code changes} */
    public static SeenChange of(String conversationId, String kind, JsonNode json) {
        boolean toMessage = kind.equals(REVOKED) || kind.equals(EDITED);
        return new SeenChange(
                conversationId,
                json.path("version").asLong(),
                kind,
                toMessage ? json.path("seq").asLong() : 0,
                json.path("uid").asLong(),
                kind.equals(EDITED) ? json.path("content") : Json.object());
    }

    /** The status of the message from then on. */
    public int status() {
        return kind.equals(REVOKED) ? SeenMessage.REVOKED : SeenMessage.STORED;
    }
}
