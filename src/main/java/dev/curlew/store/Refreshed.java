package dev.curlew.store;

import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of something small that is held in process: read at the start, again by the clock, and at once after a change was told of
 * . While it cannot be read the last one stays. Used from every event loop.
 */
public final class Refreshed<T> {

    private static final Logger LOG = LoggerFactory.getLogger(Refreshed.class);

    /** A read that failed is tried again sooner than the next one would be due. */
    private static final long RETRY_MS = 2_000;

    private final String name;
    private final long refreshMs;
    private final LongSupplier clock;
    private final Supplier<Future<T>> read;
    private final LongAdder failures = new LongAdder();
    private T known;
    private long dueAt;
    private long timer = -1;
    private Promise<T> loading;
    private boolean announced;
    private boolean again;

    /**
     * @param name what it is, for the log and the metrics
     * @param refreshMs how often it is read again
     * @param clock milliseconds that only rise
     * @param read one read of all of it
     */
    public Refreshed(String name, long refreshMs, LongSupplier clock, Supplier<Future<T>> read) {
        this.name = name;
        this.refreshMs = refreshMs;
        this.clock = clock;
        this.read = read;
    }

    /** The process's own clock, milliseconds. */
    public static long monotonicMs() {
        return System.nanoTime() / 1_000_000;
    }

    /** Reads it, and from now on by the clock, so that no caller of {@link #current} has to. Fails when it cannot be read. */
    public Future<Void> start(Vertx vertx) {
        synchronized (this) {
            timer = vertx.setPeriodic(Math.max(50, Math.min(1_000, refreshMs / 4)), tick -> tick());
        }
        return current().mapEmpty();
    }

    /** Ends the reading by the clock. */
    public synchronized void stop(Vertx vertx) {
        vertx.cancelTimer(timer);
        timer = -1;
    }

    public String name() {
        return name;
    }

    /** Reads that failed so far. */
    public long failures() {
        return failures.sum();
    }

    /**
     * The copy as it is; waits only for the very first read, and for the one that a change called for. Fails with 50300 only when it
     * was never read.
     */
    public Future<T> current() {
        synchronized (this) {
            boolean kept = timer >= 0 || loading != null || clock.getAsLong() < dueAt;
            if (known != null && !announced && kept) {
                return Future.succeededFuture(known);
            }
        }
        return load();
    }

    /** It changed: it is read again now, and nobody gets the old one any more, unless the new one cannot be read. */
    public void refresh() {
        synchronized (this) {
            announced = true;
            again = loading != null;
        }
        load();
    }

    /** Reads it when that is due. */
    void tick() {
        synchronized (this) {
            if (loading != null || known != null && clock.getAsLong() < dueAt) {
                return;
            }
        }
        load();
    }

    private Future<T> load() {
        Promise<T> mine;
        synchronized (this) {
            if (loading != null) {
                // A read that left before the last change was announced may not show it.
                return again ? loading.future().compose(old -> current()) : loading.future();
            }
            loading = mine = Promise.promise();
        }
        read.get().onComplete((fresh, failure) -> {
            T answer;
            boolean next;
            synchronized (this) {
                if (failure == null) {
                    known = fresh;
                } else {
                    failures.increment();
                    LOG.warn("Could not be read, the last one stays, {}: {}", name, failure.toString());
                }
                dueAt = clock.getAsLong() + (failure == null ? refreshMs : Math.min(refreshMs, RETRY_MS));
                announced = next = again;
                again = false;
                loading = null;
                answer = known;
            }
            if (answer != null) {
                mine.complete(answer);
            } else {
                mine.fail(ApiException.unavailable("The configuration is not known yet."));
            }
            if (next) {
                load();
            }
        });
        return mine.future();
    }
}
