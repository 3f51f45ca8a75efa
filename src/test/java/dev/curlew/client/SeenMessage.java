package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;

/** What identifies a message to whoever sees it, in an event, a page or the history. */
public record SeenMessage(
        String conversationId,
        long seq,
        String clientMsgId,
        String serverMsgId,
        long sendUid,
        int contentType,
        JsonNode content,
        long sendTime) {

    public static SeenMessage of(JsonNode json) {
        return new SeenMessage(
                json.path("conversation_id").asText(),
                json.path("seq").asLong(),
                json.path("client_msg_id").asText(),
                json.path("server_msg_id").asText(),
                json.path("send_uid").asLong(),
                json.path("content_type").asInt(),
                json.path("content"),
                json.path("send_time").asLong());
    }
}
