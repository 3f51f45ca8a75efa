package dev.curlew.store;

import java.util.concurrent.atomic.LongAdder;

/** How often this node read from a store what Redis might have had: because Redis did not, or did not answer. */
public final class Fallbacks {

    private final LongAdder misses = new LongAdder();
    private final LongAdder faults = new LongAdder();

    /** Redis answered and did not have these. */
    public void missed(int count) {
        misses.add(count);
    }

    /** Redis did not answer. */
    public void faulted() {
        faults.increment();
    }

    public long misses() {
        return misses.sum();
    }

    public long faults() {
        return faults.sum();
    }
}
