package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;

/** How far conversations have come, as one of their members is told in {@code sync} and {@code ping}. */
public interface Standings {

    /** One request for all to each store; conversations without a message and without a change have zeros. */
    Future<Map<String, Standing>> of(UserKey user, Collection<String> conversationIds);

    /**
     * @param maxSeq the head (rule 5)
     * @param version number of the newest change that concerns the user (rule 12), 0 when there is none or it was not looked up
     */
    record Standing(long maxSeq, long version) {

        public Standing and(Standing other) {
            return new Standing(Math.max(maxSeq, other.maxSeq), Math.max(version, other.version));
        }
    }
}
