package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Revokes and edits that have no final answer yet. What was not answered, or may be tried again, leaves again as it was, for a while. */
final class OwnChanges {

    /** Past the longest outage of a store, ms; what then has no answer may or may not have been done. */
    private static final long PATIENCE_MS = 75_000;

    private final List<Pending> pending = new ArrayList<>();

    /** One change on its way. */
    static final class Pending {
        final String op;
        final ObjectNode data;
        private final long until;
        private boolean sent;
        private int attempts;
        private long since;

        private Pending(String op, ObjectNode data, long until) {
            this.op = op;
            this.data = data;
            this.until = until;
        }
    }

    /** @param data as the contract has it for that operation */
    void add(String op, ObjectNode data, long now) {
        pending.add(new Pending(op, data, now + PATIENCE_MS));
    }

    /** Marks as sent, and returns, what may leave now; drops what was tried for long enough. */
    List<Pending> due(long now) {
        pending.removeIf(one -> !one.sent && now > one.until);
        List<Pending> due =
                pending.stream().filter(one -> !one.sent && now >= one.since).toList();
        for (Pending one : due) {
            one.sent = true;
            one.attempts++;
            one.since = now;
        }
        return due;
    }

    /** Notes an answer. @return what it says has happened, or null */
    SeenChange answered(Pending one, JsonNode reply, long now) {
        int code = reply.path("code").asInt(-1);
        if (ReplyCodes.tryAgain(code)) {
            one.sent = false;
            one.since = now + Math.min(1_000, 50L << Math.min(one.attempts, 5));
            return null;
        }
        pending.remove(one);
        return code == 0 ? told(one.op, one.data, reply.path("data")) : null;
    }

    /** What a reply with code 0 tells of the message. */
    static SeenChange told(String op, JsonNode request, JsonNode reply) {
        boolean edit = op.equals("edit");
        ObjectNode json = reply.deepCopy();
        if (edit) {
            json.set("content", request.path("content"));
        }
        String conversationId = request.path("conversation_id").asText();
        return SeenChange.of(conversationId, edit ? SeenChange.EDITED : SeenChange.REVOKED, json);
    }

    void socketLost() {
        pending.forEach(one -> {
            one.sent = false;
            one.since = 0;
        });
    }

    /** Since when the oldest unanswered one waits; now when none does. */
    long oldestSent(long now) {
        return pending.stream()
                .filter(one -> one.sent)
                .mapToLong(one -> one.since)
                .min()
                .orElse(now);
    }

    int size() {
        return pending.size();
    }
}
