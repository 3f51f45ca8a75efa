package dev.curlew.boot;

import dev.curlew.ops.Failures;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts a node and stops it once, whoever asks: everybody who asks waits for the same end. */
final class Lifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    private final Supplier<Future<Void>> start;
    private final Supplier<Future<Void>> stop;
    private final Duration limit;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final CountDownLatch stopped = new CountDownLatch(1);

    Lifecycle(Supplier<Future<Void>> start, Supplier<Future<Void>> stop, Duration limit) {
        this.start = start;
        this.stop = stop;
        this.limit = limit;
    }

    /** Returns when the node runs, or throws what kept it from running; for the main thread. */
    void start() throws Throwable {
        try {
            start.get().toCompletionStage().toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    /** Returns when the node has stopped, by whomever. */
    void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** Whether somebody has asked it to stop. */
    boolean isStopping() {
        return stopping.get();
    }

    /** Stops the node, or waits for who is stopping it; gives up after the limit. */
    void stop() {
        try {
            if (stopping.compareAndSet(false, true)) {
                stop.get().toCompletionStage().toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
                LOG.info("stopped");
            } else if (!stopped.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("somebody else is still stopping the node after s: {}", limit.toSeconds());
            }
        } catch (TimeoutException e) {
            LOG.error("stopping takes too long, leaving after s: {}", limit.toSeconds());
        } catch (ExecutionException e) {
            LOG.error("stopping went wrong: {}", Failures.describe(e.getCause()), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("stopping went wrong: {}", Failures.describe(e), e);
        } finally {
            stopped.countDown();
        }
    }
}
