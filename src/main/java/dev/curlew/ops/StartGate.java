package dev.curlew.ops;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits at start for what the node needs, so that nodes and stores may be started in any order. Says what it waits for when that
 * takes more than a moment, and then every 5 s at most.
 */
public final class StartGate {

    private static final Logger LOG = LoggerFactory.getLogger(StartGate.class);
    private static final long FIRST_PAUSE_MS = 200;
    private static final long LONGEST_PAUSE_MS = 2000;
    private static final long ATTEMPT_MS = 15_000;
    private static final long SAY_AFTER_MS = 3000;
    private static final long SAY_EVERY_MS = 5000;

    private final Vertx vertx;
    private final long sayAfterMs;
    private volatile boolean closed;

    public StartGate(Vertx vertx) {
        this(vertx, SAY_AFTER_MS);
    }

    /** @param sayAfterMs how long waiting is not worth a word */
    StartGate(Vertx vertx, long sayAfterMs) {
        this.vertx = vertx;
        this.sayAfterMs = sayAfterMs;
    }

    /**
     * Tries until it comes.
     *
     * @param name what is waited for, as {@code redis}
     * @param where its address, without credentials
     * @param attempt one try; a {@link StartRefused} ends the waiting
     * @return what the attempt gave; fails with {@code StartRefused} when the node is stopped meanwhile
     */
    public <T> Future<T> await(String name, String where, Supplier<Future<T>> attempt) {
        Promise<T> result = Promise.promise();
        new Waiting<>(name, Failures.describe(new IllegalStateException(where)), attempt, result).run();
        return result.future();
    }

    /** Ends all waiting: the node is being stopped. */
    public void close() {
        closed = true;
    }

    private static long now() {
        return System.nanoTime() / 1_000_000;
    }

    private final class Waiting<T> {
        private final String name;
        private final String where;
        private final Supplier<Future<T>> attempt;
        private final Promise<T> result;
        private long pauseMs = FIRST_PAUSE_MS;
        private final long startedAt = now();
        private long saidAt;
        private boolean said;

        Waiting(String name, String where, Supplier<Future<T>> attempt, Promise<T> result) {
            this.name = name;
            this.where = where;
            this.attempt = attempt;
            this.result = result;
        }

        void run() {
            if (closed) {
                result.tryFail(new StartRefused("stopped while waiting for " + name));
                return;
            }
            one().onSuccess(this::arrived).onFailure(this::failed);
        }

        private Future<T> one() {
            try {
                return attempt.get().timeout(ATTEMPT_MS, TimeUnit.MILLISECONDS);
            } catch (RuntimeException e) {
                return Future.failedFuture(e);
            }
        }

        private void arrived(T value) {
            if (said) {
                LOG.info("reached {} at {}", name, where);
            }
            result.tryComplete(value);
        }

        private void failed(Throwable failure) {
            if (failure instanceof StartRefused) {
                result.tryFail(failure);
                return;
            }
            long now = now();
            if (said ? now - saidAt >= SAY_EVERY_MS : now - startedAt >= sayAfterMs) {
                LOG.warn("waiting for {} at {}: {}", name, where, Failures.describe(failure));
                said = true;
                saidAt = now;
            }
            vertx.setTimer(pauseMs, timer -> run());
            pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
        }
    }
}
