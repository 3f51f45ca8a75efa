package dev.curlew.store.group;

import dev.curlew.domain.GroupId;
import dev.curlew.store.mysql.GroupChangeRows;
import dev.curlew.store.redis.PositionCache;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The number of the newest change of groups' conversations that concerns all (rule 12): from Redis, on a miss from MySQL. */
public final class GroupVersions {

    private final PositionCache cache;
    private final GroupChangeRows rows;

    public GroupVersions(PositionCache cache, GroupChangeRows rows) {
        this.cache = cache;
        this.rows = rows;
    }

    /** Of the groups among these conversations, 0 where nothing happened yet. */
    public Future<Map<String, Long>> of(String tenant, Collection<String> conversationIds) {
        List<GroupId> groups = conversationIds.stream()
                .flatMap(id -> GroupId.ofMessages(id).stream())
                .toList();
        if (groups.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return cache.versions(tenant, groups).otherwise(redisAway -> Map.of()).compose(known -> {
            List<GroupId> missing = groups.stream()
                    .filter(group -> !known.containsKey(group.conversation()))
                    .toList();
            return missing.isEmpty()
                    ? Future.succeededFuture(known)
                    : rows.newest(tenant, missing).compose(found -> {
                        Map<String, Long> all = new HashMap<>(known);
                        all.putAll(found);
                        return cache.raiseVersions(tenant, found).map(all).otherwise(all);
                    });
        });
    }
}
