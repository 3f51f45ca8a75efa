package dev.curlew.store;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Who is in a group, as reading asks for it. */
public interface GroupAudience {

    /** How long the user was a member, the last time; empty for who never was. */
    Future<Optional<Stay>> stay(String tenant, long groupId, long uid);

    /** The groups a user is in now, in order of their number, at most so many. */
    Future<List<Long>> groupsOf(String tenant, long uid, int limit);

    /**
     * What was said in this time is a member's to read, its ends included.
     *
     * @param from milliseconds
     * @param to milliseconds; {@link Long#MAX_VALUE} while it lasts
     */
    record Stay(long from, long to) {

        public static final Stay ALWAYS = new Stay(0, Long.MAX_VALUE);

        public boolean includes(long ms) {
            return from <= ms && ms <= to;
        }
    }
}
