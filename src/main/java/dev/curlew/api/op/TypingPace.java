package dev.curlew.api.op;

import dev.curlew.store.GroupKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Thins out who is writing in large groups: of each the first in a second is told by this node, the others are left out. Nobody could read
 * them all, and each would cost what a message costs. Safe for several threads.
 */
final class TypingPace {

    private static final long EVERY_MS = 1_000;
    private static final int MOST = 10_000;

    private final LongSupplier clock;
    private final Map<GroupKey, Long> told = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<GroupKey, Long> eldest) {
            return size() > MOST;
        }
    };

    /** @param clock milliseconds */
    TypingPace(LongSupplier clock) {
        this.clock = clock;
    }

    /** Whether one more may be told now. */
    synchronized boolean allows(GroupKey group) {
        long now = clock.getAsLong();
        Long last = told.get(group);
        if (last != null && now - last < EVERY_MS) {
            return false;
        }
        told.remove(group);
        told.put(group, now);
        return true;
    }
}
