package dev.curlew.gateway.delivery;

import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * What is to be delivered by one event loop. All that came until the loop gets to it is done in one turn, so the more there is to do, the more
 * goes out in one write. Filled from any thread.
 */
final class LoopInbox {

    /** Events; what comes beyond is dropped and counted, and the heads tell of it (rule 11). */
    private static final int MOST = 50_000;

    private final Context loop;
    private final Consumer<List<LoopEvent>> work;
    private final IntConsumer dropped;
    private List<LoopEvent> waiting = new ArrayList<>();
    private List<Runnable> waiters = new ArrayList<>();
    private boolean scheduled;

    LoopInbox(Context loop, Consumer<List<LoopEvent>> work, IntConsumer dropped) {
        this.loop = loop;
        this.work = work;
        this.dropped = dropped;
    }

    /** @param done run on the loop when the events were written, or dropped */
    synchronized void add(List<LoopEvent> events, Runnable done) {
        if (waiting.size() < MOST) {
            waiting.addAll(events);
        } else {
            dropped.accept(events.size());
        }
        waiters.add(done);
        if (!scheduled) {
            scheduled = true;
            loop.runOnContext(turn -> drain());
        }
    }

    private void drain() {
        List<LoopEvent> events;
        List<Runnable> told;
        synchronized (this) {
            events = waiting;
            told = waiters;
            waiting = new ArrayList<>();
            waiters = new ArrayList<>();
            scheduled = false;
        }
        try {
            work.accept(events);
        } finally {
            told.forEach(Runnable::run);
        }
    }
}
