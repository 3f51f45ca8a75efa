package dev.curlew.store.group;

import dev.curlew.domain.GroupId;
import dev.curlew.store.CacheAsideSets;
import dev.curlew.store.CacheAsideSets.Delta;
import dev.curlew.store.Invalidation;
import dev.curlew.store.redis.MutedCache;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.SetCache;
import dev.curlew.store.redis.ValueCache;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Everything Redis holds of groups, as a change sees it: barriers before the commit, dropped after it, so that the next reader on any node
 * asks MySQL. Only the set of members is kept and changed, since loading it again costs as much as the group is large.
 */
public final class GroupCopies {

    private final RedisKeys keys;
    private final ValueCache values;
    private final MutedCache muted;
    private final Invalidation invalidation;
    private final CacheAsideSets members;
    private final CacheAsideSets admins;
    private final CacheAsideSets groupsOf;
    private final MemberShards shards;

    /** @param groupsOf the groups of each user */
    public GroupCopies(
            RedisKeys keys,
            ValueCache values,
            MutedCache muted,
            Invalidation invalidation,
            CacheAsideSets members,
            CacheAsideSets admins,
            CacheAsideSets groupsOf,
            MemberShards shards) {
        this.keys = keys;
        this.values = values;
        this.muted = muted;
        this.invalidation = invalidation;
        this.members = members;
        this.admins = admins;
        this.groupsOf = groupsOf;
        this.shards = shards;
    }

    /**
     * Runs a change of a group.
     *
     * @param uids whose membership may change
     * @param commit the change; answers what it did to the set of members
     */
    <T> Future<T> change(String tenant, GroupId group, Collection<Long> uids, Supplier<Future<Delta<T>>> commit) {
        String id = Long.toString(group.value());
        List<String> objects = objects(tenant, group, uids);
        String mutedKey = keys.groupMuted(tenant, group.value());
        List<String> all = new ArrayList<>(objects);
        all.add(mutedKey);
        Supplier<Future<Delta<T>>> sharded = () -> shards.change(tenant, group, uids.size(), commit);
        Supplier<Future<Void>> barrier = () ->
                Future.join(values.barrier(objects), muted.barrier(mutedKey)).mapEmpty();
        return invalidation.around(
                all,
                barrier,
                () -> groupsOf.change(
                        tenant,
                        names(uids),
                        () -> admins.change(
                                tenant,
                                List.of(id),
                                // What is too much for one call of Redis is loaded again instead.
                                () -> uids.size() <= SetCache.PIECE
                                        ? members.patch(tenant, id, sharded)
                                        : members.change(
                                                tenant,
                                                List.of(id),
                                                () -> sharded.get().map(Delta::result)))));
    }

    private static List<String> names(Collection<Long> uids) {
        return uids.stream().map(uid -> Long.toString(uid)).toList();
    }

    /** A group is new: what was asked of its number before is forgotten. */
    Future<Void> made(String tenant, GroupId group, Collection<Long> uids) {
        String id = Long.toString(group.value());
        return Future.join(
                        invalidation.drop(objects(tenant, group, List.of())),
                        invalidation.drop(List.of(keys.groupMuted(tenant, group.value()))),
                        members.drop(tenant, List.of(id)),
                        shards.forget(tenant, group),
                        admins.drop(tenant, List.of(id)),
                        groupsOf.drop(tenant, names(uids)))
                .mapEmpty();
    }

    private List<String> objects(String tenant, GroupId group, Collection<Long> uids) {
        List<String> objects = new ArrayList<>();
        objects.add(keys.topic(tenant, group.topic()));
        objects.add(keys.groupProfile(tenant, group.value()));
        objects.add(keys.groupSettings(tenant, group.value()));
        uids.forEach(uid -> {
            objects.add(keys.activeSubscription(tenant, group.topic(), uid));
            objects.add(keys.anySubscription(tenant, group.topic(), uid));
        });
        return objects;
    }
}
