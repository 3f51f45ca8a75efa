package dev.curlew.store;

import dev.curlew.protocol.ApiException;
import dev.curlew.store.redis.RedisCommands;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops copies in Redis after the store changed. Redis being away holds nobody up: the keys are remembered and dropped as soon as
 * it is back, and until then this node does not believe them ({@link #pending}). They are forgotten when a copy from before the change
 * would have ended by itself; a Redis that restarted has dropped all copies anyway.
 */
public final class Invalidation {

    private static final Logger LOG = LoggerFactory.getLogger(Invalidation.class);
    private static final long RETRY_MS = 250;
    private static final int MOST_REMEMBERED = 100_000;
    private static final int BATCH = 1_000;

    private final Vertx vertx;
    private final RedisCommands redis;
    private final long lifeMs;
    private final Fallbacks fallbacks = new Fallbacks();
    private final Map<String, Waiting> waiting = new HashMap<>();
    private boolean retrying;
    private long noneBelievedUntil;
    private long marks;

    /** @param mark tells a change of a key from an earlier one */
    private record Waiting(long until, long mark) {}

    /** @param copyLifeSeconds longest life of a copy */
    public Invalidation(Vertx vertx, RedisCommands redis, long copyLifeSeconds) {
        this.vertx = vertx;
        this.redis = redis;
        this.lifeMs = TimeUnit.SECONDS.toMillis(copyLifeSeconds);
    }

    /** Reads of copies that went to their store. */
    public Fallbacks fallbacks() {
        return fallbacks;
    }

    /**
     * Runs a change between a barrier in Redis and the drop of its keys. What failed with an unknown outcome keeps its barrier, which
     * ends by itself: by then the outcome is settled.
     */
    public <T> Future<T> around(List<String> keys, Supplier<Future<Void>> barrier, Supplier<Future<T>> commit) {
        return barrier.get()
                .map(true)
                .otherwise(redisAway -> false)
                .compose(stands -> commit.get()
                        .compose(
                                result -> drop(keys).map(result),
                                failure -> (stands && !refused(failure) ? Future.<Void>succeededFuture() : drop(keys))
                                        .compose(done -> Future.failedFuture(failure))));
    }

    /** Never fails. */
    public Future<Void> drop(Collection<String> keys) {
        if (keys.isEmpty()) {
            return Future.succeededFuture();
        }
        return unlink(keys).recover(failure -> {
            if (remember(keys)) {
                LOG.warn("Changed copies could not be dropped from Redis, trying again: {}", failure.toString());
            }
            return Future.succeededFuture();
        });
    }

    /** True while a copy may be older than the store because it could not be dropped yet. */
    public synchronized boolean pending(String key) {
        return waiting.containsKey(key) || (noneBelievedUntil > 0 && System.currentTimeMillis() < noneBelievedUntil);
    }

    /** Whether nothing was changed for certain. */
    public static boolean refused(Throwable failure) {
        return failure instanceof ApiException refusal && !refusal.code().retryable();
    }

    private Future<Void> unlink(Collection<String> keys) {
        return redis.batch(keys.stream()
                        .map(key -> Request.cmd(Command.UNLINK).arg(key))
                        .toList())
                .mapEmpty();
    }

    /** True when all had been dropped before: of an outage one line is enough. */
    private synchronized boolean remember(Collection<String> keys) {
        boolean first = waiting.isEmpty();
        long until = System.currentTimeMillis() + lifeMs;
        for (String key : keys) {
            if (waiting.size() < MOST_REMEMBERED || waiting.containsKey(key)) {
                waiting.put(key, new Waiting(until, ++marks));
            } else {
                noneBelievedUntil = until;
            }
        }
        again();
        return first;
    }

    private void again() {
        if (!retrying) {
            retrying = true;
            vertx.setTimer(RETRY_MS, timer -> retry());
        }
    }

    private void retry() {
        Map<String, Waiting> due = new HashMap<>();
        synchronized (this) {
            long now = System.currentTimeMillis();
            waiting.values().removeIf(key -> key.until() < now);
            waiting.entrySet().stream().limit(BATCH).forEach(entry -> due.put(entry.getKey(), entry.getValue()));
            if (due.isEmpty()) {
                retrying = false;
                return;
            }
        }
        unlink(due.keySet()).onComplete(result -> {
            synchronized (this) {
                if (result.succeeded()) {
                    // One that changed again meanwhile is still to be dropped.
                    due.forEach(waiting::remove);
                }
                retrying = false;
                if (!waiting.isEmpty()) {
                    again();
                }
            }
        });
    }
}
