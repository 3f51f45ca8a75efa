package dev.curlew.store.redis;

import dev.curlew.store.Presence;
import dev.curlew.store.SessionDirectory.SessionRef;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;

/** The value of a session's field: {@code node|expires_ms|platform|device}. */
record PresenceValue(String nodeId, long expiresAt, int platform, String deviceId) {

    private static final PresenceValue UNREADABLE = new PresenceValue("", 0, 0, "");

    static PresenceValue parse(String text) {
        String[] parts = text.split("\\|", 4);
        try {
            return parts.length == 4
                    ? new PresenceValue(parts[0], Long.parseLong(parts[1]), Integer.parseInt(parts[2]), parts[3])
                    : UNREADABLE;
        } catch (NumberFormatException e) {
            return UNREADABLE;
        }
    }

    SessionRef session(String sessionId) {
        return new SessionRef(sessionId, nodeId, platform, deviceId);
    }

    static List<SessionRef> live(Response hash, long now) {
        List<SessionRef> live = new ArrayList<>();
        if (hash != null) {
            for (String sessionId : hash.getKeys()) {
                PresenceValue value = parse(hash.get(sessionId).toString());
                if (value.expiresAt > now) {
                    live.add(value.session(sessionId));
                }
            }
        }
        return live;
    }

    static Presence presence(Response summary, Response sessions, long now) {
        List<SessionRef> live = live(sessions, now);
        Presence.State state = live.isEmpty() ? Presence.State.OFFLINE : Presence.State.ONLINE;
        return new Presence(
                state,
                text(summary, "node_id"),
                live.size(),
                number(summary, "last_active_at"),
                number(summary, "last_seen_at"),
                text(summary, "device"),
                text(summary, "ua"),
                live.stream().map(SessionRef::platform).distinct().sorted().toList());
    }

    private static String text(Response hash, String field) {
        Response value = hash == null || hash.size() == 0 ? null : hash.get(field);
        return value == null ? "" : value.toString();
    }

    private static long number(Response hash, String field) {
        String text = text(hash, field);
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
