package dev.curlew.store.group;

import dev.curlew.store.Latest;
import dev.curlew.store.UpTo;
import dev.curlew.store.mysql.TopicHeads;
import dev.curlew.store.redis.LatestCache;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When groups were spoken in last. Nothing is written when somebody speaks: whoever first asks after it looks it up, and Redis keeps it
 * for the others until the group's head rises again.
 */
public final class GroupLatest {

    private final LatestCache cache;
    private final TopicHeads store;

    public GroupLatest(LatestCache cache, TopicHeads store) {
        this.cache = cache;
        this.store = store;
    }

    /** By conversation. */
    public Future<Map<String, Latest>> of(String tenant, List<UpTo> wanted) {
        if (wanted.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return cache.find(tenant, wanted).otherwise(redisAway -> Map.of()).compose(known -> {
            Map<String, Long> missing = new HashMap<>();
            wanted.stream()
                    .filter(one -> !known.containsKey(one.group().conversation()))
                    .forEach(one -> missing.put(one.group().conversation(), one.seq()));
            if (missing.isEmpty()) {
                return Future.succeededFuture(known);
            }
            return store.latest(tenant, missing).compose(found -> {
                Map<String, Latest> all = new HashMap<>(known);
                all.putAll(found);
                return cache.keep(tenant, missing, found).map(all).otherwise(all);
            });
        });
    }
}
