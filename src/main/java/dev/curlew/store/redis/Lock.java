package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.List;

/** Work that one node at a time is to do. Two at once for a moment, after Redis was lost, must do no harm. */
public final class Lock {

    private static final Script LOCK = Script.load("lock");

    private final RedisCommands redis;
    private final String key;
    private final String holder;
    private final long lifeMs;

    /**
     * @param name what is locked
     * @param holder this process
     * @param lifeMs how long it is held without being taken again
     */
    public Lock(RedisCommands redis, RedisKeys keys, String name, String holder, long lifeMs) {
        this.redis = redis;
        this.key = keys.lock(name);
        this.holder = holder;
        this.lifeMs = lifeMs;
    }

    /** Takes it, or keeps it; false when another holds it, or when Redis cannot say. */
    public Future<Boolean> take() {
        return redis.send(redis.script(LOCK, List.of(key), List.of(holder, Long.toString(lifeMs))))
                .map(Response::toInteger)
                .map(taken -> taken == 1)
                .otherwise(false);
    }
}
