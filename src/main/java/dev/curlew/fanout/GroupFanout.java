package dev.curlew.fanout;

import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.PushBatch.Push;
import dev.curlew.store.GroupAudience;
import dev.curlew.store.SessionDirectory;
import dev.curlew.store.SessionDirectory.SessionRef;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Finds the nodes that hold members of a group: each gets the event once, with the members it has. */
final class GroupFanout {

    /** Members looked up in one pipeline. */
    private static final int AT_ONCE = 1_000;

    private final GroupAudience audience;
    private final SessionDirectory sessions;
    private final Supplier<Set<String>> liveNodes;

    GroupFanout(GroupAudience audience, SessionDirectory sessions, Supplier<Set<String>> liveNodes) {
        this.audience = audience;
        this.sessions = sessions;
        this.liveNodes = liveNodes;
    }

    /** What each node is to be sent, in the order of the events; a group is looked up once for all of its events. */
    Future<Map<String, List<GroupDelivery>>> deliveries(List<GroupPush> pushes) {
        Map<Group, Set<Long>> also = new LinkedHashMap<>();
        pushes.forEach(push -> also.computeIfAbsent(Group.of(push), group -> new LinkedHashSet<>())
                .addAll(push.also()));
        Map<Group, Map<String, List<Long>>> holders = new LinkedHashMap<>();
        Future<Void> lookups = Future.succeededFuture();
        for (Map.Entry<Group, Set<Long>> group : also.entrySet()) {
            lookups = lookups.compose(done -> holders(group.getKey(), group.getValue()))
                    .map(found -> {
                        holders.put(group.getKey(), found);
                        return null;
                    });
        }
        return lookups.map(done -> {
            Map<String, List<GroupDelivery>> byNode = new LinkedHashMap<>();
            pushes.forEach(push -> holders.get(Group.of(push))
                    .forEach((node, uids) -> push.groupPushes()
                            .forEach(one -> byNode.computeIfAbsent(node, id -> new ArrayList<>())
                                    .add(delivery(push.tenant(), one, uids)))));
            return byNode;
        });
    }

    private record Group(String tenant, long id) {

        static Group of(GroupPush push) {
            return new Group(push.tenant(), push.groupId());
        }
    }

    private Future<Map<String, List<Long>>> holders(Group group, Set<Long> also) {
        return audience.members(group.tenant(), group.id()).compose(members -> {
            Set<Long> all = new LinkedHashSet<>(members);
            all.addAll(also);
            return locate(group.tenant(), List.copyOf(all), 0, new LinkedHashMap<>());
        });
    }

    private Future<Map<String, List<Long>>> locate(
            String tenant, List<Long> uids, int from, Map<String, List<Long>> byNode) {
        if (from >= uids.size()) {
            return Future.succeededFuture(byNode);
        }
        Collection<Long> some = uids.subList(from, Math.min(uids.size(), from + AT_ONCE));
        return sessions.sessions(tenant, some).compose(found -> {
            Set<String> alive = liveNodes.get();
            found.forEach((uid, refs) -> refs.stream()
                    .map(SessionRef::nodeId)
                    .filter(alive::contains)
                    .distinct()
                    .forEach(node -> byNode.computeIfAbsent(node, id -> new ArrayList<>())
                            .add(uid)));
            return locate(tenant, uids, from + AT_ONCE, byNode);
        });
    }

    private static GroupDelivery delivery(String tenant, Push push, List<Long> uids) {
        return new GroupDelivery(
                tenant,
                push.conversationId(),
                push.seq(),
                push.cause(),
                push.line(),
                push.frame().getBytes(StandardCharsets.UTF_8),
                uids);
    }
}
