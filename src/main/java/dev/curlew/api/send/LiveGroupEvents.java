package dev.curlew.api.send;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import dev.curlew.store.GroupKey;
import dev.curlew.store.Receivers;
import dev.curlew.store.redis.OnlineIndex;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Events of groups that are for now or never: once to each node that holds members, stored nowhere, missed by whoever is away. The nodes
 * hand them to the sessions that follow the group.
 */
public final class LiveGroupEvents {

    private final EventBus bus;
    private final OnlineIndex online;
    private final Receivers receivers;

    public LiveGroupEvents(EventBus bus, OnlineIndex online, Receivers receivers) {
        this.bus = bus;
        this.online = online;
        this.receivers = receivers;
    }

    /** Done when it is on its way; without Redis nobody can be found, and nobody gets it. */
    public Future<Void> send(String tenant, GroupId group, Cause cause, String frame) {
        GroupKey key = new GroupKey(tenant, group);
        Future<Map<GroupKey, Set<String>>> nodes = online.nodes(List.of(key)).otherwise(Map.of());
        Future<Map<GroupKey, Set<Long>>> silent = receivers
                .allNotReceiving(tenant, Set.of(group.conversation()))
                .compose(found -> online.among(Map.of(key, found.getOrDefault(group.conversation(), Set.of()))))
                .otherwise(Map.of());
        return Future.all(nodes, silent).map(both -> {
            GroupDelivery delivery = new GroupDelivery(
                    tenant,
                    group.value(),
                    group.conversation(),
                    0,
                    cause,
                    null,
                    frame.getBytes(StandardCharsets.UTF_8),
                    silent.result().getOrDefault(key, Set.of()),
                    List.of(),
                    false);
            DeliveryBatch batch = new DeliveryBatch(List.of(), List.of(delivery));
            nodes.result().getOrDefault(key, Set.of()).forEach(node -> bus.send(BusAddresses.deliveries(node), batch));
            return null;
        });
    }
}
