package dev.curlew.gateway.session;

/** Requests a second with a burst; used on one context only. Times are milliseconds. */
final class TokenBucket {

    private final double perMs;
    private final double burst;
    private double tokens;
    private long last;
    private double owed;

    TokenBucket(int perSecond, int burst, long now) {
        this.perMs = perSecond / 1000.0;
        this.burst = burst;
        this.tokens = burst;
        this.last = now;
    }

    boolean take(long now) {
        double earned = Math.max(0, now - last) * perMs;
        tokens = Math.min(burst, tokens + earned);
        owed = Math.max(0, owed - earned);
        last = now;
        if (tokens < 1) {
            owed += 1;
            return false;
        }
        tokens -= 1;
        return true;
    }

    /** When what was refused last will be allowed, counting what was refused before it and may come again first. */
    long retryAfterMs() {
        return (long) Math.ceil(Math.max(0, owed - tokens) / perMs);
    }
}
