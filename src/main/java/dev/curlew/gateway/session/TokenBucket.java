package dev.curlew.gateway.session;

/** Requests a second with a burst; used on one context only. Times are milliseconds. */
final class TokenBucket {

    private final double perMs;
    private final double burst;
    private double tokens;
    private long last;

    TokenBucket(int perSecond, int burst, long now) {
        this.perMs = perSecond / 1000.0;
        this.burst = burst;
        this.tokens = burst;
        this.last = now;
    }

    boolean take(long now) {
        tokens = Math.min(burst, tokens + Math.max(0, now - last) * perMs);
        last = now;
        if (tokens < 1) {
            return false;
        }
        tokens -= 1;
        return true;
    }

    /** When the next one will be allowed. */
    long retryAfterMs() {
        return Math.max(1, (long) Math.ceil((1 - tokens) / perMs));
    }
}
