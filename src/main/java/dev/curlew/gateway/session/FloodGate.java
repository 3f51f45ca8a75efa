package dev.curlew.gateway.session;

/** Tells a burst, which is refused with 42900, from a flood, which ends the session with 4429. */
final class FloodGate {

    private static final long WINDOW_MS = 10_000;

    /** A shorter wait is not worth a timer of the client's. */
    private static final long LEAST_WAIT_MS = 50;

    private final TokenBucket bucket;
    private final int mostRefused;
    private long windowStart;
    private int refused;

    FloodGate(int perSecond, long now) {
        this.bucket = new TokenBucket(perSecond, 2 * perSecond, now);
        this.mostRefused = Math.max(3_000, 50 * perSecond);
        this.windowStart = now;
    }

    boolean admit(long now) {
        if (now - windowStart >= WINDOW_MS) {
            windowStart = now;
            refused = 0;
        }
        boolean admitted = bucket.take(now);
        refused += admitted ? 0 : 1;
        return admitted;
    }

    boolean flooded() {
        return refused > mostRefused;
    }

    /** When to send again what was refused last. */
    long retryAfterMs() {
        return Math.min(WINDOW_MS, Math.max(LEAST_WAIT_MS, bucket.retryAfterMs()));
    }
}
