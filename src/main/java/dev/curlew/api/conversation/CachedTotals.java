package dev.curlew.api.conversation;

import dev.curlew.store.CacheAsideSets;
import dev.curlew.store.UnreadTotals;
import dev.curlew.store.UserKey;
import dev.curlew.store.redis.TotalCache;
import dev.curlew.store.redis.TotalCache.Known;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Unread totals from Redis, for as long as what they were counted of is the same; else counted anew. Redis away: counted. */
public final class CachedTotals implements UnreadTotals {

    private final UnreadTotals counted;
    private final TotalCache cache;
    private final CacheAsideSets groupsOf;

    /**
     * @param counted what totals are copies of
     * @param groupsOf the groups of each user
     */
    public CachedTotals(UnreadTotals counted, TotalCache cache, CacheAsideSets groupsOf) {
        this.counted = counted;
        this.cache = cache;
        this.groupsOf = groupsOf;
    }

    @Override
    public Future<Long> total(String tenant, long uid, Set<String> also) {
        if (!also.isEmpty()) {
            return counted.total(tenant, uid, also);
        }
        UserKey user = new UserKey(tenant, uid);
        String name = Long.toString(uid);
        return groupsOf.small(tenant, List.of(name))
                .compose(groups ->
                        cache.stamp(user, groups.get(name)).map(Optional::of).otherwise(Optional.empty()))
                .compose(stamp -> stamp.isEmpty() ? counted.total(tenant, uid, also) : total(user, stamp.get()));
    }

    private Future<Long> total(UserKey user, String stamp) {
        return cache.find(user, stamp).otherwise(Known.NOTHING).compose(known -> {
            if (known.total() != null) {
                return Future.succeededFuture(known.total());
            }
            Future<Long> fresh = counted.total(user.tenant(), user.uid(), Set.of());
            return known.lease() == null
                    ? fresh
                    : fresh.compose(total -> cache.fill(user, stamp, total, known.lease())
                            .otherwiseEmpty()
                            .map(total));
        });
    }
}
