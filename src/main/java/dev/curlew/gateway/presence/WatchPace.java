package dev.curlew.gateway.presence;

/**
 * How often watched users are asked for: soon while they are few, at the pace of the heartbeat when the question is a large one.
 *
 * @param quickMs between two questions about few users
 * @param slowMs between two about many; never more often than {@code quickMs} is asked for
 * @param few how many users are few
 */
record WatchPace(long quickMs, long slowMs, int few) {

    static final int FEW = 2_000;

    private static final long QUICK_MS = 2_000;
    private static final long SHORTEST_MS = 50;

    /** Two seconds for few users, a quarter of the heartbeat otherwise. */
    static WatchPace of(long heartbeatMs) {
        long slow = Math.max(SHORTEST_MS, heartbeatMs / 4);
        return new WatchPace(Math.min(QUICK_MS, slow), slow, FEW);
    }

    /** @param sinceMs milliseconds since the last question */
    boolean due(int watched, long sinceMs) {
        return sinceMs >= (watched <= few ? quickMs : slowMs);
    }
}
