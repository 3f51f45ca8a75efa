package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A message as somebody saw it, in an event, a page or the history. All but status, version and content stays the same for ever.
 *
 * @param status 2 stored, 5 revoked
 * @param version number of the newest change to it, 0 for none
 */
public record SeenMessage(
        String conversationId,
        long seq,
        String clientMsgId,
        String serverMsgId,
        long sendUid,
        int contentType,
        JsonNode content,
        long sendTime,
        int status,
        long version) {

    public static final int STORED = 2;
    public static final int REVOKED = 5;

    public static SeenMessage of(JsonNode json) {
        return new SeenMessage(
                json.path("conversation_id").asText(),
                json.path("seq").asLong(),
                json.path("client_msg_id").asText(),
                json.path("server_msg_id").asText(),
                json.path("send_uid").asLong(),
                json.path("content_type").asInt(),
                json.path("content"),
                json.path("send_time").asLong(),
                json.path("status").asInt(),
                json.path("version").asLong());
    }

    /** The same message after a change; as it is when it has seen that change already, or a later one. */
    public SeenMessage after(SeenChange change) {
        return change == null || change.version() <= version
                ? this
                : new SeenMessage(
                        conversationId,
                        seq,
                        clientMsgId,
                        serverMsgId,
                        sendUid,
                        contentType,
                        change.content(),
                        sendTime,
                        change.status(),
                        change.version());
    }
}
