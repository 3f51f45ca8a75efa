package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a family of cached sets is a copy of. An id names a set of a tenant, as a uid or a group does. */
public interface SetSource {

    /** Takes a set piece by piece; the next piece is read when the future succeeded. */
    interface Pieces {

        /** @param members of one set, at most {@link dev.curlew.store.redis.SetCache#PIECE} */
        Future<Void> take(String id, List<Long> members);
    }

    /** Hands over all members of these sets; small ones together in one query, large ones in pieces. */
    Future<Void> read(String tenant, Collection<String> ids, Pieces to);

    /** Those of the members asked for that are in the sets; ids without one may be missing. One query, however large the sets. */
    Future<Map<String, Set<Long>>> among(String tenant, Map<String, Set<Long>> asked);
}
