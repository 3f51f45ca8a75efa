package dev.curlew.gateway.delivery;

import java.util.TreeSet;

/**
 * Which changes of one user have come to this node (rule 11): all up to {@code floor}, and those beyond it. A number that
 * the counter has reached and that never came is a delivery that was lost on the way. Safe for several threads.
 */
public final class ChangeTracker {

    private static final int MOST_BEYOND = 10_000;
    private static final long UNKNOWN = -1;

    private final TreeSet<Long> beyond = new TreeSet<>();
    private long floor = UNKNOWN;

    /** Sets where counting begins, unless it has begun. */
    public synchronized void begin(long counter) {
        if (floor == UNKNOWN) {
            reset(counter);
        }
    }

    public synchronized void delivered(long change) {
        if (change <= 0 || (floor != UNKNOWN && change <= floor)) {
            return;
        }
        beyond.add(change);
        if (floor != UNKNOWN) {
            merge();
        }
        if (beyond.size() > MOST_BEYOND) {
            beyond.pollFirst();
        }
    }

    /** It came and could not be handed on, so it is looked for like one that never came. */
    public synchronized void lost(long change) {
        if (change > 0) {
            beyond.remove(change);
            floor = Math.min(floor, change - 1);
        }
    }

    /** Everything up to the counter is dealt with. */
    public synchronized void raise(long counter) {
        floor = Math.max(floor, counter);
        merge();
    }

    /** Counting starts again: Redis has lost the counter. */
    public synchronized void reset(long counter) {
        floor = counter;
        merge();
    }

    public synchronized boolean begun() {
        return floor != UNKNOWN;
    }

    public synchronized long floor() {
        return floor;
    }

    /** Whether all that came has come without a gap. */
    public synchronized boolean whole() {
        return beyond.isEmpty();
    }

    private void merge() {
        beyond.headSet(floor, true).clear();
        while (!beyond.isEmpty() && beyond.first() == floor + 1) {
            floor = beyond.pollFirst();
        }
    }
}
