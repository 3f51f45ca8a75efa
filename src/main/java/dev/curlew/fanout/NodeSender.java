package dev.curlew.fanout;

import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.DeliveryBatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.util.HashMap;
import java.util.Map;

/**
 * Hands batches to nodes over the bus. The bus has no back-pressure, so what a node has not confirmed is counted; past the bound
 * batches for it are dropped, and its clients learn from the next heartbeat what they missed (rule 11).
 */
final class NodeSender {

    private static final int MOST_UNCONFIRMED = 64;
    private static final DeliveryOptions WAIT = new DeliveryOptions().setSendTimeout(5_000);

    private final EventBus bus;
    private final Counter dropped;
    private final Counter forGroups;
    private final DispatchTimes times;
    private final Map<String, Integer> unconfirmed = new HashMap<>();

    NodeSender(EventBus bus, MeterRegistry metrics) {
        this.bus = bus;
        this.times = new DispatchTimes(metrics);
        this.dropped = Counter.builder("curlew.fanout.dropped")
                .description("Deliveries not handed to a node that does not confirm")
                .register(metrics);
        this.forGroups = Counter.builder("curlew.fanout.group.deliveries")
                .description("Events of groups handed to nodes, each once whatever the node's members")
                .register(metrics);
    }

    /** Succeeds when the node took the batch; fails when it is not there or does not confirm. */
    Future<Void> send(String nodeId, DeliveryBatch batch) {
        if (unconfirmed.getOrDefault(nodeId, 0) >= MOST_UNCONFIRMED) {
            dropped.increment(size(batch));
            return Future.failedFuture("The node does not confirm: " + nodeId);
        }
        unconfirmed.merge(nodeId, 1, Integer::sum);
        forGroups.increment(batch.groups().size());
        long beganAt = System.nanoTime();
        return bus.request(BusAddresses.deliveries(nodeId), batch, WAIT)
                .<Void>mapEmpty()
                .onComplete(ended -> unconfirmed.computeIfPresent(nodeId, (id, count) -> count == 1 ? null : count - 1))
                .onComplete(ended -> {
                    if (!batch.groups().isEmpty()) {
                        times.ended(nodeId, beganAt);
                    }
                })
                .onFailure(failure -> dropped.increment(size(batch)));
    }

    private static int size(DeliveryBatch batch) {
        return batch.deliveries().size() + batch.groups().size();
    }
}
