package dev.curlew.store.group;

import dev.curlew.domain.GroupId;
import dev.curlew.store.CacheAsideSets.Delta;
import dev.curlew.store.Invalidation;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.SetCache;
import dev.curlew.store.redis.ShardCache;
import dev.curlew.store.redis.ShardCache.Loaded;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The members of a group a shard at a time, for work that goes through all of them. Shards are of one size, at most about a thousand
 * members; a change of members changes them with the set of members, and what cannot be changed is made anew from that set.
 */
public final class MemberShards {

    /** Members of a shard when it is made. */
    public static final int SIZE = 1_000;

    private static final int MOST_TRIES = 5;
    private static final int NOT_MARKED = -1;

    private final RedisKeys keys;
    private final ShardCache cache;
    private final Invalidation invalidation;
    private final BiFunction<String, Long, Future<Collection<Long>>> members;

    /** @param members all members of a tenant's group, as of now */
    public MemberShards(
            RedisKeys keys,
            ShardCache cache,
            Invalidation invalidation,
            BiFunction<String, Long, Future<Collection<Long>>> members) {
        this.keys = keys;
        this.cache = cache;
        this.invalidation = invalidation;
        this.members = members;
    }

    /**
     * Hands over the members, shard by shard; the next follows when the last was taken. Whoever is a member all the while is handed over once,
     * whatever becomes of the shards meanwhile.
     */
    public Future<Void> each(String tenant, GroupId group, Function<List<Long>, Future<Void>> to) {
        return each(tenant, group, to, new HashSet<>(), 1);
    }

    private Future<Void> each(
            String tenant, GroupId group, Function<List<Long>, Future<Void>> to, Set<Long> seen, int tries) {
        return loaded(tenant, group).compose(loaded -> {
            if (loaded.isPresent() && tries <= MOST_TRIES) {
                return walk(tenant, group, loaded.get(), 0, to, seen)
                        .compose(whole -> whole ? Future.succeededFuture() : each(tenant, group, to, seen, tries + 1));
            }
            return fill(tenant, group).compose(shards -> take(shards, 0, to, seen));
        });
    }

    private Future<Optional<Loaded>> loaded(String tenant, GroupId group) {
        return invalidation.pending(keys.shards(tenant, group.topic()))
                ? Future.succeededFuture(Optional.empty())
                : cache.loaded(tenant, group.topic());
    }

    /** False when the shards became others on the way. */
    private Future<Boolean> walk(
            String tenant,
            GroupId group,
            Loaded loaded,
            int number,
            Function<List<Long>, Future<Void>> to,
            Set<Long> seen) {
        if (number == loaded.count()) {
            return Future.succeededFuture(true);
        }
        return cache.shard(tenant, group.topic(), loaded, number).compose(found -> {
            if (found.isEmpty()) {
                return Future.succeededFuture(false);
            }
            return take(List.of(found.get()), 0, to, seen)
                    .compose(taken -> walk(tenant, group, loaded, number + 1, to, seen));
        });
    }

    /** Made anew, and kept where nobody changes them meanwhile. */
    private Future<List<List<Long>>> fill(String tenant, GroupId group) {
        String topic = group.topic();
        Future<Optional<String>> begun = invalidation.pending(keys.shards(tenant, topic))
                ? Future.succeededFuture(Optional.empty())
                : cache.begin(tenant, topic);
        return begun.compose(lease -> members.apply(tenant, group.value()).compose(all -> {
            List<List<Long>> shards = dealt(all);
            return lease.isEmpty()
                    ? Future.succeededFuture(shards)
                    : cache.end(tenant, topic, lease.get(), shards).map(shards);
        }));
    }

    /** Dealt like cards, so that their sizes differ by one at most. */
    private static List<List<Long>> dealt(Collection<Long> members) {
        int count = Math.max(1, (members.size() + SIZE - 1) / SIZE);
        List<List<Long>> shards = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            shards.add(new ArrayList<>());
        }
        int next = 0;
        for (long uid : members) {
            shards.get(next++ % count).add(uid);
        }
        return shards;
    }

    private static Future<Void> take(
            List<List<Long>> shards, int number, Function<List<Long>, Future<Void>> to, Set<Long> seen) {
        if (number == shards.size()) {
            return Future.succeededFuture();
        }
        List<Long> fresh = shards.get(number).stream().filter(seen::add).toList();
        return (fresh.isEmpty() ? Future.<Void>succeededFuture() : to.apply(fresh))
                .compose(taken -> take(shards, number + 1, to, seen));
    }

    /** Runs a change of a group's members; loaded shards get what it did, others are read again. */
    <T> Future<Delta<T>> change(String tenant, GroupId group, int uids, Supplier<Future<Delta<T>>> commit) {
        String topic = group.topic();
        List<String> key = List.of(keys.shards(tenant, topic));
        if (uids > SetCache.PIECE) {
            return invalidation.around(key, () -> cache.barrier(tenant, topic), commit);
        }
        String token = UUID.randomUUID().toString();
        return cache.open(tenant, topic, token)
                .otherwise(redisAway -> NOT_MARKED)
                .compose(kept -> commit.get()
                        .compose(
                                delta -> (kept > 0
                                                ? cache.close(
                                                                tenant,
                                                                topic,
                                                                kept,
                                                                token,
                                                                delta.added(),
                                                                delta.removed())
                                                        .recover(redisAway -> invalidation.drop(key))
                                                : invalidation.drop(key))
                                        .map(delta),
                                // What may still commit leaves its mark, which ends by itself.
                                failure -> (kept != NOT_MARKED && !Invalidation.refused(failure)
                                                ? Future.<Void>succeededFuture()
                                                : invalidation.drop(key))
                                        .compose(done -> Future.failedFuture(failure))));
    }

    /** A group is new: what was asked of its number before is forgotten. */
    Future<Void> forget(String tenant, GroupId group) {
        return invalidation.drop(List.of(keys.shards(tenant, group.topic())));
    }
}
