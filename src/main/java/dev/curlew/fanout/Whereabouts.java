package dev.curlew.fanout;

import dev.curlew.store.GroupKey;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Which nodes get the events of groups, and those of single users named beside them. */
interface Whereabouts {

    /** The nodes of each group; an empty set for one that nobody follows now. */
    Future<Map<GroupKey, Set<String>>> holders(Collection<GroupKey> groups);

    /** The nodes of each user; one who is nowhere may be missing. */
    Future<Map<Long, Set<String>>> users(String tenant, Collection<Long> uids);
}
