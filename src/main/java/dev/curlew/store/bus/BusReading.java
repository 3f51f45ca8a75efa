package dev.curlew.store.bus;

import dev.curlew.protocol.ApiException;
import dev.curlew.store.LogRecord;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One topic of a {@link BusLog} as this node reads it: one batch is in flight while the next gathers. Safe for several threads. */
final class BusReading {

    private static final Logger LOG = LoggerFactory.getLogger(BusReading.class);
    private static final int MOST_WAITING = 100_000;
    private static final int MOST_OF_BATCH = 2_000;
    private static final long FIRST_PAUSE_MS = 100;
    private static final long LONGEST_PAUSE_MS = 2_000;
    private static final long STOP_WITHIN_MS = 5_000;

    private final Context context;
    private final String topic;
    private final Function<List<LogRecord>, Future<Void>> handler;
    private final Deque<LogRecord> queue = new ArrayDeque<>();
    private final Promise<Void> idle = Promise.promise();
    private boolean busy;
    private boolean stopping;

    BusReading(Context context, String topic, Function<List<LogRecord>, Future<Void>> handler) {
        this.context = context;
        this.topic = topic;
        this.handler = handler;
    }

    Future<Void> add(LogRecord record) {
        synchronized (this) {
            if (stopping) {
                return Future.failedFuture(ApiException.unavailable("This node reads " + topic + " no more."));
            }
            if (queue.size() >= MOST_WAITING) {
                return Future.failedFuture(ApiException.unavailable("Too much waits in " + topic + "."));
            }
            queue.add(record);
        }
        next();
        return Future.succeededFuture();
    }

    /** What waits is still handled, as far as a few seconds allow; what fails meanwhile is given up. */
    Future<Void> stop() {
        synchronized (this) {
            stopping = true;
            if (!busy && queue.isEmpty()) {
                idle.tryComplete();
            }
        }
        context.owner().setTimer(STOP_WITHIN_MS, timer -> idle.tryComplete());
        return idle.future();
    }

    private void next() {
        List<LogRecord> batch = new ArrayList<>();
        synchronized (this) {
            if (busy) {
                return;
            }
            while (!queue.isEmpty() && batch.size() < MOST_OF_BATCH) {
                batch.add(queue.poll());
            }
            if (batch.isEmpty()) {
                if (stopping) {
                    idle.tryComplete();
                }
                return;
            }
            busy = true;
        }
        context.runOnContext(here -> run(batch, FIRST_PAUSE_MS));
    }

    private void run(List<LogRecord> batch, long pauseMs) {
        Future.<Void>future(promise -> handler.apply(batch).onComplete(promise))
                .onSuccess(done -> {
                    synchronized (this) {
                        busy = false;
                    }
                    next();
                })
                .onFailure(failure -> {
                    if (ended()) {
                        LOG.warn("A batch of {} is given up with the node: {}", topic, failure.toString());
                        idle.tryComplete();
                        return;
                    }
                    LOG.warn("A batch of {} will be tried again in {} ms: {}", topic, pauseMs, failure.toString());
                    context.owner().setTimer(pauseMs, timer -> run(batch, Math.min(LONGEST_PAUSE_MS, pauseMs * 2)));
                });
    }

    private synchronized boolean ended() {
        return stopping;
    }
}
