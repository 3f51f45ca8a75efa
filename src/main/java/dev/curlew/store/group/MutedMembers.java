package dev.curlew.store.group;

import dev.curlew.domain.GroupId;
import dev.curlew.store.Invalidation;
import dev.curlew.store.mysql.GroupReads;
import dev.curlew.store.redis.MutedCache;
import dev.curlew.store.redis.RedisKeys;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Until when members of a group may not speak, from Redis, on a miss from MySQL. */
public final class MutedMembers {

    private final GroupReads reads;
    private final RedisKeys keys;
    private final MutedCache cache;
    private final Invalidation invalidation;

    public MutedMembers(GroupReads reads, RedisKeys keys, MutedCache cache, Invalidation invalidation) {
        this.reads = reads;
        this.keys = keys;
        this.cache = cache;
        this.invalidation = invalidation;
    }

    /** Until when, milliseconds; empty for who may speak. A time that is over is as good as none. */
    public Future<OptionalLong> until(String tenant, GroupId id, long uid) {
        String key = keys.groupMuted(tenant, id.value());
        if (invalidation.pending(key)) {
            return reads.muted(tenant, id.value()).map(muted -> of(muted, uid));
        }
        return cache.find(key, uid)
                .otherwise(redisAway -> Optional.empty())
                .compose(known -> known.isPresent()
                        ? Future.succeededFuture(known.get())
                        : load(tenant, id, key).map(muted -> of(muted, uid)));
    }

    /** Opened first, so that a change while MySQL is read is not lost. */
    private Future<Map<Long, Long>> load(String tenant, GroupId id, String key) {
        return cache.begin(key)
                .otherwise(redisAway -> Optional.empty())
                .compose(lease -> reads.muted(tenant, id.value())
                        .compose(muted -> lease.isEmpty()
                                ? Future.succeededFuture(muted)
                                : cache.end(key, lease.get(), muted)
                                        .otherwiseEmpty()
                                        .map(muted)));
    }

    private static OptionalLong of(Map<Long, Long> muted, long uid) {
        return muted.containsKey(uid) ? OptionalLong.of(muted.get(uid)) : OptionalLong.empty();
    }
}
