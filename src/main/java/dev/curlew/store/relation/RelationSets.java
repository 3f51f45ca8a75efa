package dev.curlew.store.relation;

import dev.curlew.store.CacheAsideSets;
import dev.curlew.store.Invalidation;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.mysql.PairSets;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.SetCache;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Supplier;

/** Friends and blocked users from their sets in Redis. A set that is there needs no query. */
public final class RelationSets {

    private final CacheAsideSets friends;
    private final CacheAsideSets blocked;

    public RelationSets(
            RedisKeys keys, SetCache cache, Invalidation invalidation, MysqlPool pool, Databases databases) {
        this.friends = new CacheAsideSets(
                (tenant, uid) -> keys.friends(tenant, Long.parseLong(uid)),
                cache,
                invalidation,
                PairSets.friends(pool, databases));
        this.blocked = new CacheAsideSets(
                (tenant, uid) -> keys.blocklist(tenant, Long.parseLong(uid)),
                cache,
                invalidation,
                PairSets.blocks(pool, databases));
    }

    public Future<Boolean> areFriends(String tenant, long uid, long other) {
        return friends.contains(tenant, Long.toString(uid), other);
    }

    /** Whether {@code uid} wants to hear nothing from {@code other}. */
    public Future<Boolean> hasBlocked(String tenant, long uid, long other) {
        return blocked.contains(tenant, Long.toString(uid), other);
    }

    /** Runs a change of a friendship between two. */
    <T> Future<T> changeFriends(String tenant, long one, long other, Supplier<Future<T>> commit) {
        return friends.change(tenant, List.of(Long.toString(one), Long.toString(other)), commit);
    }

    /** Runs a change of whom a user blocked. */
    public <T> Future<T> changeBlocked(String tenant, long uid, Supplier<Future<T>> commit) {
        return blocked.change(tenant, List.of(Long.toString(uid)), commit);
    }
}
