package dev.curlew.gateway.delivery;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** What is to be delivered by one event loop; filled from any thread, and emptied by the loop a slice at a time. */
final class LoopInbox {

    /** Events; what comes beyond is dropped and counted. */
    private static final int MOST = 50_000;

    /**
     * For so long the loop delivers before it looks after its sockets, stores and timers again: less than a hundred sockets, after which a large
     * group goes on where it was. Much longer, and whatever else the loop has to do waits for the large group at each of its steps.
     */
    private static final long SLICE_NS = 500_000;

    private final ContextInternal loop;
    private final LoopWork work;
    private final IntConsumer dropped;
    private List<Arrival> arrived = new ArrayList<>();
    private int open;
    private boolean scheduled;

    LoopInbox(Context loop, GroupExpansion expansion, SessionPusher pusher, IntConsumer dropped) {
        this.loop = (ContextInternal) loop;
        this.work = new LoopWork(loop, expansion, pusher, this::wake);
        this.dropped = dropped;
    }

    /** Done, on the loop, when the events were written; fails at once when they were dropped. */
    synchronized Future<Void> add(List<LoopEvent> events) {
        int size = events.size();
        if (open >= MOST) {
            dropped.accept(size);
            return Future.failedFuture("An event loop has too much to deliver.");
        }
        open += size;
        Arrival arrival = new Arrival(events);
        arrived.add(arrival);
        wake();
        return arrival.written().onSuccess(done -> written(size));
    }

    private synchronized void written(int size) {
        open -= size;
    }

    private synchronized void wake() {
        if (!scheduled) {
            scheduled = true;
            loop.runOnContext(here -> turn());
        }
    }

    private void turn() {
        List<Arrival> news;
        synchronized (this) {
            news = arrived;
            arrived = new ArrayList<>();
        }
        try {
            news.forEach(work::take);
            work.deliver(System.nanoTime() + SLICE_NS);
        } finally {
            rest();
        }
    }

    /** A task would run before the loop looks at its sockets again, a timer that is due runs after it has. */
    private synchronized void rest() {
        if (!arrived.isEmpty() || work.hasMore()) {
            loop.nettyEventLoop().schedule(() -> loop.emit(null, next -> turn()), 0, TimeUnit.NANOSECONDS);
        } else {
            scheduled = false;
        }
    }
}
