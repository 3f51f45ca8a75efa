package dev.curlew.store;

import java.util.List;

/**
 * What others may know of a user.
 *
 * @param sessionCount live sessions on all nodes
 * @param lastActiveAt last packet from the user, milliseconds, 0 when unknown
 * @param lastSeenAt when a session ended last, milliseconds, 0 when unknown
 * @param device platform of the newest login, empty when unknown
 * @param devices platforms of the live sessions
 */
public record Presence(
        State state,
        String nodeId,
        int sessionCount,
        long lastActiveAt,
        long lastSeenAt,
        String device,
        String ua,
        List<Integer> devices) {

    /** {@code UNKNOWN} is an answer: Redis could not be asked, and nobody is told "offline" for that. */
    public enum State {
        ONLINE,
        OFFLINE,
        UNKNOWN
    }

    public static final Presence UNKNOWN = without(State.UNKNOWN);

    public static final Presence OFFLINE = without(State.OFFLINE);

    public boolean online() {
        return state == State.ONLINE;
    }

    /** The same, with when a session ended last as a store remembers it. */
    public Presence seen(long ms) {
        return new Presence(state, nodeId, sessionCount, lastActiveAt, ms, device, ua, devices);
    }

    private static Presence without(State state) {
        return new Presence(state, "", 0, 0, 0, "", "", List.of());
    }
}
