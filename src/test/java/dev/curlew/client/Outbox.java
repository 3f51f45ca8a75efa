package dev.curlew.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends that are not settled yet, oldest first. After a retryable error the conversation rests, then everything of it is
 * sent again in its order, under the same ids.
 */
final class Outbox {

    /** How long a queued send may stay without its event before it is asked for by sending it again, ms. */
    private static final long QUEUED_PATIENCE_MS = 8_000;

    /** Sends without an answer at a time. */
    private static final int WINDOW = 64;

    private final Map<String, Pending> pending = new LinkedHashMap<>();
    private final Map<String, Long> restsUntil = new HashMap<>();

    enum State {
        WAITING,
        SENT,
        QUEUED
    }

    /** One send on its way. */
    static final class Pending {
        final ObjectNode data;
        final boolean http;
        private final String id;
        private final String target;
        State state = State.WAITING;
        int attempts;
        long since;

        Pending(ObjectNode data, boolean http) {
            this.data = data;
            this.http = http;
            this.id = data.path("client_msg_id").asText();
            this.target = data.has("topic")
                    ? data.path("topic").asText()
                    : data.path("to_uid").asText();
        }

        String id() {
            return id;
        }

        /** Whom it is for: a group's topic, or the other user. */
        String target() {
            return target;
        }
    }

    void add(ObjectNode data, boolean http) {
        Pending one = new Pending(data, http);
        pending.put(one.id(), one);
    }

    /** Marks as sent, and returns, what may leave now. */
    List<Pending> due(long now) {
        List<Pending> due = new ArrayList<>();
        Map<String, Integer> flying = new HashMap<>();
        Map<String, Boolean> repeating = new HashMap<>();
        int unanswered = 0;
        for (Pending one : pending.values()) {
            if (one.state == State.QUEUED && now - one.since > QUEUED_PATIENCE_MS) {
                one.state = State.WAITING;
            }
            unanswered += one.state == State.SENT ? 1 : 0;
            flying.merge(one.target(), one.state == State.SENT ? 1 : 0, Integer::sum);
            repeating.merge(one.target(), one.state == State.WAITING && one.attempts > 0, Boolean::logicalOr);
        }
        for (Pending one : pending.values()) {
            if (unanswered + due.size() >= WINDOW) {
                break;
            }
            boolean settling = repeating.get(one.target()) && flying.get(one.target()) > 0;
            if (one.state == State.WAITING && !settling && now >= restsUntil.getOrDefault(one.target(), 0L)) {
                due.add(one);
            }
        }
        for (Pending one : due) {
            one.state = State.SENT;
            one.attempts++;
            one.since = now;
        }
        return due;
    }

    void done(String id) {
        pending.remove(id);
    }

    void queued(Pending one, long now) {
        one.state = State.QUEUED;
        one.since = now;
    }

    void again(Pending one, long now) {
        if (pending.containsKey(one.id())) {
            one.state = State.WAITING;
            restsUntil.put(one.target(), now + Math.min(1_000, 50L << Math.min(one.attempts, 5)));
        }
    }

    /** Whatever had no answer on the lost socket is sent again on the next one. */
    void socketLost() {
        for (Pending one : pending.values()) {
            if (one.state == State.SENT && !one.http) {
                one.state = State.WAITING;
            }
        }
        restsUntil.clear();
    }

    /** Since when the oldest unanswered send waits; now when none does. */
    long oldestSent(long now) {
        return pending.values().stream()
                .filter(one -> one.state == State.SENT && !one.http)
                .mapToLong(one -> one.since)
                .min()
                .orElse(now);
    }

    int size() {
        return pending.size();
    }
}
