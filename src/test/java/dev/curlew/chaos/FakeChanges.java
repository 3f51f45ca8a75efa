package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.SeenMessage;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The changes of a {@link FakeServer}'s conversations. */
final class FakeChanges {

    private final Map<String, List<ObjectNode>> logs = new HashMap<>();
    private final int forget;
    private int made;

    /** @param forget every so many changes are acknowledged and not made, 0 for none */
    FakeChanges(int forget) {
        this.forget = forget;
    }

    /** Answers a revoke or edit. @return the event, or null when nothing happened */
    ObjectNode change(String op, long uid, JsonNode data, List<ObjectNode> messages, ObjectNode reply) {
        ObjectNode message = messages.stream()
                .filter(one -> one.path("seq").asLong() == data.path("seq").asLong())
                .findFirst()
                .orElse(null);
        boolean edit = op.equals("edit");
        if (message == null) {
            reply.put("code", 40400).remove("data");
            return null;
        }
        boolean revoked = message.path("status").asInt() == SeenMessage.REVOKED;
        long version = message.path("version").asLong();
        if (edit && (revoked || version != data.path("version").asLong())) {
            reply.put("code", 40900).remove("data");
            return null;
        }
        List<ObjectNode> log = log(data.path("conversation_id").asText());
        ObjectNode answer = (ObjectNode) reply.get("data");
        answer.put("version", revoked ? version : log.size() + 1).set("seq", data.get("seq"));
        if (revoked || (forget > 0 && ++made % forget == 0)) {
            return null;
        }
        ObjectNode entry =
                Json.object().put("kind", edit ? "edited" : "revoked").put("uid", uid);
        entry.put("version", log.size() + 1).set("seq", data.get("seq"));
        JsonNode content = edit ? data.get("content") : Json.object();
        if (edit) {
            entry.set("content", content);
        }
        message.put("status", edit ? SeenMessage.STORED : SeenMessage.REVOKED)
                .put("version", log.size() + 1)
                .set("content", content);
        log.add(entry);
        ObjectNode event = Json.object().put("event", entry.path("kind").asText());
        event.set(
                "data",
                entry.deepCopy()
                        .put("conversation_id", data.path("conversation_id").asText()));
        return event;
    }

    void after(String conversationId, long version, ObjectNode answer) {
        List<ObjectNode> log = log(conversationId);
        ArrayNode list = answer.putArray("changes");
        log.stream().skip(version).forEach(list::add);
        answer.put("version", log.size()).put("has_more", false).put("full", version > log.size());
    }

    long version(String conversationId) {
        return log(conversationId).size();
    }

    private List<ObjectNode> log(String conversationId) {
        return logs.computeIfAbsent(conversationId, id -> new ArrayList<>());
    }
}
