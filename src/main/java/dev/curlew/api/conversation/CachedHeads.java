package dev.curlew.api.conversation;

import dev.curlew.store.Heads;
import dev.curlew.store.redis.PositionCache;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Heads from Redis; those it does not have are worked out from the store and put back. Redis away: the store alone. */
public final class CachedHeads implements Heads {

    private final PositionCache cache;
    private final Heads durable;

    public CachedHeads(PositionCache cache, Heads durable) {
        this.cache = cache;
        this.durable = durable;
    }

    @Override
    public Future<Map<String, Long>> heads(String tenant, Collection<String> conversationIds) {
        return cache.heads(tenant, conversationIds)
                .compose(known -> complete(tenant, conversationIds, known))
                .recover(redisAway -> durable.heads(tenant, conversationIds));
    }

    private Future<Map<String, Long>> complete(String tenant, Collection<String> wanted, Map<String, Long> known) {
        List<String> missing =
                wanted.stream().filter(id -> !known.containsKey(id)).toList();
        if (missing.isEmpty()) {
            return Future.succeededFuture(known);
        }
        return durable.heads(tenant, missing).compose(rebuilt -> {
            Map<String, Long> all = new HashMap<>(known);
            all.putAll(rebuilt);
            Map<String, Long> worthKeeping = new HashMap<>(rebuilt);
            worthKeeping.values().removeIf(head -> head == 0);
            return cache.raiseHeads(tenant, worthKeeping).map(all).otherwise(all);
        });
    }
}
