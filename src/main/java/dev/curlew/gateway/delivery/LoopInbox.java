package dev.curlew.gateway.delivery;

import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * What is to be delivered by one event loop. All that came until the loop gets to it is done in one turn, so the more there is to do, the more
 * goes out in one write. After a turn that took long the next one waits a part of that time for company, since a few events more
 * cost little and a turn of their own as much again; turns of small groups are too short for any wait. Filled from any thread.
 */
final class LoopInbox {

    /** Events; what comes beyond is dropped and counted, and the heads tell of it (rule 11). */
    private static final int MOST = 50_000;

    /** A turn waits no longer than the time of the last divided by this. */
    private static final int PART = 4;

    private static final long MOST_WAIT_MS = 10;

    /** Who did nothing for so many times the last turn is not busy. */
    private static final int PAUSE = 3;

    private final Context loop;
    private final Consumer<List<LoopEvent>> work;
    private final IntConsumer dropped;
    private List<LoopEvent> waiting = new ArrayList<>();
    private List<Runnable> waiters = new ArrayList<>();
    private boolean scheduled;
    private long lastTookNs;
    private long lastEndedNs;

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
            long waitMs = waitMs();
            loop.runOnContext(turn -> {
                if (waitMs > 0) {
                    loop.owner().setTimer(waitMs, timer -> drain());
                } else {
                    drain();
                }
            });
        }
    }

    private long waitMs() {
        boolean busy = System.nanoTime() - lastEndedNs < PAUSE * lastTookNs;
        return busy ? Math.min(MOST_WAIT_MS, lastTookNs / PART / 1_000_000) : 0;
    }

    private void drain() {
        long began = System.nanoTime();
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
            ended(began);
            told.forEach(Runnable::run);
        }
    }

    private synchronized void ended(long began) {
        lastEndedNs = System.nanoTime();
        lastTookNs = lastEndedNs - began;
    }
}
