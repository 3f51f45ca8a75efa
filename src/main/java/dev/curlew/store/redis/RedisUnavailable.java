package dev.curlew.store.redis;

/** Redis did not answer in time or is not reachable; the outcome of a write is unknown. */
public final class RedisUnavailable extends RuntimeException {

    public RedisUnavailable(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
