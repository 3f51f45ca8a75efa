package dev.curlew.fanout;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.PushBatch.Push;
import dev.curlew.store.GroupKey;
import dev.curlew.store.Receivers;
import dev.curlew.store.redis.OnlineIndex;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds the nodes that hold members of groups: each gets an event once, whoever of them it is for, and finds its own members itself. Who is
 * in a group is not asked for here, so an event costs what its online members cost.
 */
final class GroupFanout {

    private final Whereabouts whereabouts;
    private final OnlineIndex online;
    private final Receivers receivers;
    private final Supplier<Set<String>> liveNodes;

    GroupFanout(Whereabouts whereabouts, OnlineIndex online, Receivers receivers, Supplier<Set<String>> liveNodes) {
        this.whereabouts = whereabouts;
        this.online = online;
        this.receivers = receivers;
        this.liveNodes = liveNodes;
    }

    /**
     * What the events need to know.
     *
     * @param holders the nodes that hold members
     * @param named where the users are who are named beside the groups
     * @param silent members who want nothing live of their group's messages
     */
    private record Where(
            Map<GroupKey, Set<String>> holders,
            Map<String, Map<Long, Set<String>>> named,
            Map<GroupKey, Set<Long>> silent) {}

    /** What each node is to be sent, in the order of the events; all groups are looked up in one pipeline. */
    Future<Map<String, List<GroupDelivery>>> deliveries(List<GroupPush> pushes) {
        if (pushes.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return where(pushes).map(where -> {
            Set<String> alive = liveNodes.get();
            Map<String, List<GroupDelivery>> byNode = new LinkedHashMap<>();
            for (GroupPush push : pushes) {
                Map<String, List<Long>> targets = targets(push, where);
                targets.keySet().retainAll(alive);
                push.groupPushes().forEach(one -> {
                    byte[] frame = one.frame().getBytes(StandardCharsets.UTF_8);
                    Set<Long> silent = silent(push, one, where);
                    targets.forEach((node, also) -> byNode.computeIfAbsent(node, id -> new ArrayList<>())
                            .add(delivery(push, one, frame, silent, also)));
                });
            }
            return byNode;
        });
    }

    private Future<Where> where(List<GroupPush> pushes) {
        Set<GroupKey> groups = new LinkedHashSet<>();
        Map<String, Set<Long>> named = new LinkedHashMap<>();
        for (GroupPush push : pushes) {
            groups.add(key(push));
            named.computeIfAbsent(push.tenant(), tenant -> new LinkedHashSet<>())
                    .addAll(push.also());
        }
        Future<Map<GroupKey, Set<String>>> holders = whereabouts.holders(groups);
        Map<String, Map<Long, Set<String>>> found = new HashMap<>();
        List<Future<?>> lookups = new ArrayList<>(List.of(holders));
        named.forEach((tenant, uids) ->
                lookups.add(whereabouts.users(tenant, uids).map(located -> found.put(tenant, located))));
        Future<Map<GroupKey, Set<Long>>> silent = silent(pushes);
        lookups.add(silent);
        return Future.all(lookups).map(done -> new Where(holders.result(), found, silent.result()));
    }

    /** Asked for groups in which somebody did something; what nobody did, everybody is told of. */
    private Future<Map<GroupKey, Set<Long>>> silent(List<GroupPush> pushes) {
        Map<String, Set<String>> asked = new LinkedHashMap<>();
        Set<GroupKey> groups = new LinkedHashSet<>();
        pushes.stream()
                .filter(push -> push.groupPushes().stream().anyMatch(GroupFanout::maySilence))
                .forEach(push -> {
                    groups.add(key(push));
                    asked.computeIfAbsent(push.tenant(), tenant -> new LinkedHashSet<>())
                            .add(key(push).id().conversation());
                });
        Map<GroupKey, Set<Long>> wanted = new HashMap<>();
        List<Future<?>> lookups = new ArrayList<>();
        asked.forEach((tenant, ids) ->
                lookups.add(receivers.allNotReceiving(tenant, ids).map(found -> {
                    groups.stream()
                            .filter(group -> group.tenant().equals(tenant))
                            .forEach(group -> wanted.put(
                                    group, found.getOrDefault(group.id().conversation(), Set.of())));
                    return null;
                })));
        return Future.all(lookups).compose(done -> online.among(wanted));
    }

    private static boolean maySilence(Push push) {
        return push.cause().uid() != 0
                && GroupId.ofMessages(push.conversationId()).isPresent();
    }

    private static Set<Long> silent(GroupPush push, Push one, Where where) {
        Set<Long> silent = maySilence(one) ? where.silent().getOrDefault(key(push), Set.of()) : Set.of();
        if (push.except().isEmpty()) {
            return silent;
        }
        Set<Long> both = new HashSet<>(silent);
        both.addAll(push.except());
        return both;
    }

    /** The nodes an event goes to, each with those of the named users who are there. */
    private static Map<String, List<Long>> targets(GroupPush push, Where where) {
        Map<String, List<Long>> targets = new LinkedHashMap<>();
        where.holders().get(key(push)).forEach(node -> targets.put(node, new ArrayList<>()));
        Map<Long, Set<String>> named = where.named().get(push.tenant());
        push.also()
                .forEach(uid -> named.getOrDefault(uid, Set.of())
                        .forEach(node -> targets.computeIfAbsent(node, id -> new ArrayList<>())
                                .add(uid)));
        return targets;
    }

    private static GroupKey key(GroupPush push) {
        return new GroupKey(push.tenant(), new GroupId(push.groupId()));
    }

    private static GroupDelivery delivery(GroupPush push, Push one, byte[] frame, Set<Long> silent, List<Long> also) {
        return new GroupDelivery(
                push.tenant(),
                push.groupId(),
                one.conversationId(),
                one.seq(),
                one.cause(),
                one.line(),
                frame,
                silent,
                also,
                push.ends());
    }
}
