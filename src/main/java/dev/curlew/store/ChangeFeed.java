package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The change counters of users (rule 11): how a node learns that a delivery was lost on the way, and a device what changed while it was
 * away. A counter that was lost begins again above every number it had before.
 */
public interface ChangeFeed {

    /** One pipeline for all; a user without a counter has 0. */
    Future<Map<UserKey, Long>> counters(Collection<UserKey> users);

    /** The counter of a user, which begins now when there is none. */
    Future<Long> begin(UserKey user);

    /** What changed lately for a user, with the counter. */
    Future<Feed> feed(UserKey user);

    /**
     * Conversations of a user by the number of their newest change.
     *
     * @param counter the newest number, 0 when there is none
     * @param from all changes above this number are known
     * @param whole true when every conversation of the user is among {@code numbers}
     */
    record Feed(long counter, long from, boolean whole, Map<String, Long> numbers) {

        /** Whether all that changed after this number is known. */
        public boolean knowsAfter(long number) {
            return counter > 0 && number >= from && number <= counter;
        }

        /** Those changed after a number, in the order of their newest change. */
        public List<String> changedAfter(long number) {
            return numbers.entrySet().stream()
                    .filter(entry -> entry.getValue() > number)
                    .sorted(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }
}
