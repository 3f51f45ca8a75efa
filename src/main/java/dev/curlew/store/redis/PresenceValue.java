package dev.curlew.store.redis;

import dev.curlew.store.Presence;
import dev.curlew.store.PresenceDirectory.Live;
import dev.curlew.store.SessionDirectory.SessionRef;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;

/** The value of a session's field: {@code node|expires_ms|platform|token|active_ms|device}. */
record PresenceValue(String nodeId, long expiresAt, int platform, String tokenId, long lastActiveAt, String deviceId) {

    private static final int PARTS = 6;
    private static final PresenceValue UNREADABLE = new PresenceValue("", 0, 0, "", 0, "");

    static PresenceValue parse(String text) {
        // The device comes last: it is the client's text and may hold the separator.
        String[] parts = text.split("\\|", PARTS);
        try {
            return parts.length == PARTS
                    ? new PresenceValue(
                            parts[0],
                            Long.parseLong(parts[1]),
                            Integer.parseInt(parts[2]),
                            parts[3],
                            Long.parseLong(parts[4]),
                            parts[5])
                    : UNREADABLE;
        } catch (NumberFormatException e) {
            return UNREADABLE;
        }
    }

    Live live(String sessionId) {
        return new Live(new SessionRef(sessionId, nodeId, platform, deviceId), tokenId, lastActiveAt);
    }

    static List<Live> live(Response hash, long now) {
        List<Live> live = new ArrayList<>();
        if (hash != null) {
            for (String sessionId : hash.getKeys()) {
                PresenceValue value = parse(hash.get(sessionId).toString());
                if (value.expiresAt > now) {
                    live.add(value.live(sessionId));
                }
            }
        }
        return live;
    }

    static Presence presence(Response summary, Response sessions, long now) {
        List<Live> live = live(sessions, now);
        Presence.State state = live.isEmpty() ? Presence.State.OFFLINE : Presence.State.ONLINE;
        return new Presence(
                state,
                text(summary, "node_id"),
                live.size(),
                number(summary, "last_active_at"),
                number(summary, "last_seen_at"),
                text(summary, "device"),
                text(summary, "ua"),
                live.stream()
                        .map(one -> one.session().platform())
                        .distinct()
                        .sorted()
                        .toList());
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
