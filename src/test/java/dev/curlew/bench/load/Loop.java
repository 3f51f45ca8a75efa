package dev.curlew.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** The one thread of the generator: reads what arrived, then lets those work that watch the clock. */
final class Loop {

    private static final int READ_BYTES = 1 << 20;
    private static final long LONGEST_WAIT_MS = 20;

    /** Looks after something between two rounds of reading. */
    interface Ticker {

        /** @return when it wants to be called again at the latest, {@link System#nanoTime}; {@link Long#MAX_VALUE}: no matter */
        long tick(long now);
    }

    final Selector selector;
    final ByteBuffer incoming = ByteBuffer.allocateDirect(READ_BYTES);
    final byte[] bytes = new byte[2 * READ_BYTES];
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final List<Ticker> tickers = new ArrayList<>();
    private long restNanos;

    Loop() {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a task on the loop's thread; from any thread. */
    void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    void add(Ticker ticker) {
        tickers.add(ticker);
    }

    void remove(Ticker ticker) {
        tickers.remove(ticker);
    }

    /** How long it looks away after each round, so that several frames of one socket come in one read; 0 where latency counts. */
    void rest(long nanos) {
        restNanos = nanos;
    }

    /** Never returns. */
    void run() {
        try {
            while (true) {
                long due = tick();
                long wait = due - System.nanoTime();
                if (wait <= 1_000_000) {
                    selector.selectNow(Loop::ready);
                } else {
                    selector.select(Loop::ready, Math.min(LONGEST_WAIT_MS, wait / 1_000_000));
                }
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
                if (restNanos > 0) {
                    LockSupport.parkNanos(restNanos);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long tick() {
        long now = System.nanoTime();
        long due = Long.MAX_VALUE;
        for (Ticker ticker : List.copyOf(tickers)) {
            due = Math.min(due, ticker.tick(now));
        }
        return due == Long.MAX_VALUE ? now + LONGEST_WAIT_MS * 1_000_000 : due;
    }

    private static void ready(SelectionKey key) {
        ((Peer) key.attachment()).ready(key);
    }
}
