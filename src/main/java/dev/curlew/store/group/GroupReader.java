package dev.curlew.store.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Group;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.store.CacheAsideSets;
import dev.curlew.store.CacheAsideValues;
import dev.curlew.store.CacheAsideValues.Names;
import dev.curlew.store.GroupAudience;
import dev.curlew.store.Invalidation;
import dev.curlew.store.mysql.GroupReads;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.ValueCache;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Groups and memberships from Redis, on a miss from MySQL. What a change committed is seen by every read that begins after it. */
public final class GroupReader implements GroupAudience {

    private final GroupReads reads;
    private final CacheAsideValues<GroupPart, ObjectNode> parts;
    private final CacheAsideValues<Subscription, GroupMember> active;
    private final CacheAsideValues<Subscription, GroupMember> any;
    private final CacheAsideSets members;
    private final CacheAsideSets admins;

    public GroupReader(
            GroupReads reads,
            RedisKeys keys,
            ValueCache cache,
            Invalidation invalidation,
            CacheAsideSets members,
            CacheAsideSets admins) {
        this.reads = reads;
        this.members = members;
        this.admins = admins;
        this.parts = new CacheAsideValues<>(
                new Names<>(GroupPart::tenant, part -> key(keys, part)),
                ObjectNode.class,
                cache,
                invalidation,
                this::loadParts);
        this.active = new CacheAsideValues<>(
                new Names<>(
                        Subscription::tenant,
                        sub -> keys.activeSubscription(sub.tenant(), sub.group().topic(), sub.uid())),
                GroupMember.class,
                cache,
                invalidation,
                (tenant, wanted) -> loadSubscriptions(tenant, wanted, true));
        this.any = new CacheAsideValues<>(
                new Names<>(
                        Subscription::tenant,
                        sub -> keys.anySubscription(sub.tenant(), sub.group().topic(), sub.uid())),
                GroupMember.class,
                cache,
                invalidation,
                (tenant, wanted) -> loadSubscriptions(tenant, wanted, false));
    }

    private record Subscription(String tenant, GroupId group, long uid) {}

    /** What a member sees: the group, and what the member is in it. */
    public record Seen(Group group, GroupMember member) {}

    /** Empty when there is none of that number. */
    public Future<Optional<Group>> find(String tenant, GroupId id) {
        return Future.all(
                        parts.get(new GroupPart(tenant, id.value(), GroupPart.Kind.TOPIC)),
                        parts.get(new GroupPart(tenant, id.value(), GroupPart.Kind.PROFILE)),
                        parts.get(new GroupPart(tenant, id.value(), GroupPart.Kind.SETTINGS)))
                .compose(all -> {
                    Optional<ObjectNode> topic = all.resultAt(0);
                    Optional<ObjectNode> profile = all.resultAt(1);
                    Optional<ObjectNode> settings = all.resultAt(2);
                    if (topic.isPresent() && profile.isPresent() && settings.isPresent()) {
                        Optional<Group> whole = GroupPart.joined(topic.get(), profile.get(), settings.get());
                        if (whole.isPresent()) {
                            return Future.succeededFuture(whole);
                        }
                    }
                    return reads.groups(tenant, List.of(id.value()))
                            .map(found -> Optional.ofNullable(found.get(id.value())));
                });
    }

    /** A membership that holds. */
    public Future<Optional<GroupMember>> member(String tenant, GroupId id, long uid) {
        return active.get(new Subscription(tenant, id, uid));
    }

    /** A membership that holds or held: its bounds say what may be read. */
    public Future<Optional<GroupMember>> everMember(String tenant, GroupId id, long uid) {
        return any.get(new Subscription(tenant, id, uid));
    }

    /** Fails with 40400 or 40300 for whoever may not. */
    public Future<Seen> require(String tenant, GroupId id, long uid, GroupAction action) {
        return Future.all(find(tenant, id), member(tenant, id, uid)).map(both -> {
            Group group = both.<Optional<Group>>resultAt(0).orElse(null);
            GroupMember member = both.<Optional<GroupMember>>resultAt(1).orElse(null);
            action.require(group, member);
            return new Seen(group, member);
        });
    }

    /** The members it has now; none for a group that is not there. */
    public Future<Collection<Long>> members(String tenant, long groupId) {
        return members.members(tenant, Long.toString(groupId)).map(all -> all);
    }

    /** Who was a member and is none now. */
    public Future<List<Long>> former(String tenant, GroupId id) {
        return reads.former(tenant, id.value());
    }

    /** Whether the user is a member now, by the set of all. */
    public Future<Boolean> isMember(String tenant, long groupId, long uid) {
        return members.contains(tenant, Long.toString(groupId), uid);
    }

    /** Whoever comes for the first time reads what was before; whoever comes back does not. */
    @Override
    public Future<Optional<Stay>> stay(String tenant, long groupId, long uid) {
        return everMember(tenant, new GroupId(groupId), uid)
                .map(found -> found.map(member -> new Stay(
                        member.bounds().minSeq() > 1 ? member.joinedAt() : 0,
                        member.active() ? Long.MAX_VALUE : member.leftAt())));
    }

    @Override
    public Future<List<Long>> groupsOf(String tenant, long uid, int limit) {
        return reads.groupsOf(tenant, uid, 0, limit)
                .map(groups -> groups.stream().map(Group::groupId).toList());
    }

    /** Owner and admins. */
    public Future<Set<Long>> admins(String tenant, GroupId id) {
        return admins.members(tenant, Long.toString(id.value()));
    }

    private Future<Map<GroupPart, ObjectNode>> loadParts(String tenant, List<GroupPart> wanted) {
        Set<Long> ids = new HashSet<>();
        wanted.forEach(part -> ids.add(part.groupId()));
        return reads.groups(tenant, ids).map(groups -> {
            Map<GroupPart, ObjectNode> found = new HashMap<>();
            wanted.stream()
                    .filter(part -> groups.containsKey(part.groupId()))
                    .forEach(part -> found.put(part, part.of(groups.get(part.groupId()))));
            return found;
        });
    }

    private Future<Map<Subscription, GroupMember>> loadSubscriptions(
            String tenant, List<Subscription> wanted, boolean onlyActive) {
        Map<GroupId, Set<Long>> byGroup = new HashMap<>();
        wanted.forEach(sub ->
                byGroup.computeIfAbsent(sub.group(), id -> new HashSet<>()).add(sub.uid()));
        Map<Subscription, GroupMember> found = new ConcurrentHashMap<>();
        List<Future<?>> queries = byGroup.entrySet().stream()
                .<Future<?>>map(entry -> reads.members(tenant, entry.getKey().value(), entry.getValue())
                        .onSuccess(members -> members.forEach((uid, member) -> {
                            if (!onlyActive || member.active()) {
                                found.put(new Subscription(tenant, entry.getKey(), uid), member);
                            }
                        })))
                .toList();
        return Future.join(queries).map(found);
    }

    private static String key(RedisKeys keys, GroupPart part) {
        return switch (part.kind()) {
            case TOPIC -> keys.topic(part.tenant(), new GroupId(part.groupId()).topic());
            case PROFILE -> keys.groupProfile(part.tenant(), part.groupId());
            case SETTINGS -> keys.groupSettings(part.tenant(), part.groupId());
        };
    }
}
