package dev.curlew.fanout;

import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.DeliveryBatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Hands batches to nodes over the bus. The bus has no back-pressure, so only a few envelopes for a node are unconfirmed at a time; what
 * comes meanwhile goes together in the next. Past a bound it is dropped, and the node's clients learn from the next heartbeat what
 * they missed (rule 11).
 */
final class NodeSender {

    private static final int MOST_UNCONFIRMED = 4;

    /** Events that may wait for a node that does not confirm. */
    private static final int MOST_WAITING = 20_000;

    private static final DeliveryOptions WAIT = new DeliveryOptions().setSendTimeout(5_000);

    private final EventBus bus;
    private final Counter dropped;
    private final Counter forGroups;
    private final Counter envelopes;
    private final DispatchTimes times;
    private final Map<String, Peer> peers = new HashMap<>();

    /** What is under way to a node and what waits for it. */
    private static final class Peer {
        private int unconfirmed;
        private int size;
        private List<DeliveryBatch> waiting = new ArrayList<>();
        private Promise<Void> taken = Promise.promise();
    }

    NodeSender(EventBus bus, MeterRegistry metrics) {
        this.bus = bus;
        this.dropped =
                counter(metrics, "curlew.fanout.dropped", "Deliveries not handed to a node that does not confirm");
        this.forGroups = counter(
                metrics,
                "curlew.fanout.group.deliveries",
                "Events of groups handed to nodes, each once whatever the node's members");
        this.times = new DispatchTimes(metrics);
        this.envelopes = counter(metrics, "curlew.fanout.envelopes", "Envelopes sent to nodes over the bus");
    }

    private static Counter counter(MeterRegistry metrics, String name, String description) {
        return Counter.builder(name).description(description).register(metrics);
    }

    /** Succeeds when the node has written the batch to its sockets; fails when it is not there or does not confirm. */
    Future<Void> send(String nodeId, DeliveryBatch batch) {
        Peer peer = peers.computeIfAbsent(nodeId, id -> new Peer());
        int size = size(batch);
        if (peer.size + size > MOST_WAITING && peer.size > 0) {
            dropped.increment(size);
            return Future.failedFuture("The node does not confirm: " + nodeId);
        }
        peer.waiting.add(batch);
        peer.size += size;
        Future<Void> taken = peer.taken.future();
        next(nodeId, peer);
        return taken;
    }

    private void next(String nodeId, Peer peer) {
        if (peer.unconfirmed == 0 && peer.waiting.isEmpty()) {
            peers.remove(nodeId, peer);
            return;
        }
        if (peer.unconfirmed >= MOST_UNCONFIRMED || peer.waiting.isEmpty()) {
            return;
        }
        DeliveryBatch batch = joined(peer.waiting);
        Promise<Void> taken = peer.taken;
        peer.waiting = new ArrayList<>();
        peer.size = 0;
        peer.taken = Promise.promise();
        peer.unconfirmed++;
        envelopes.increment();
        forGroups.increment(batch.groups().size());
        long beganAt = System.nanoTime();
        bus.request(BusAddresses.deliveries(nodeId), batch, WAIT)
                .onFailure(failure -> dropped.increment(size(batch)))
                .onComplete(ended -> {
                    peer.unconfirmed--;
                    if (!batch.groups().isEmpty()) {
                        times.ended(nodeId, beganAt);
                    }
                    if (ended.succeeded()) {
                        taken.complete();
                    } else {
                        taken.fail(ended.cause());
                    }
                    next(nodeId, peer);
                });
    }

    private static DeliveryBatch joined(List<DeliveryBatch> batches) {
        if (batches.size() == 1) {
            return batches.get(0);
        }
        DeliveryBatch all = new DeliveryBatch(new ArrayList<>(), new ArrayList<>());
        batches.forEach(batch -> {
            all.deliveries().addAll(batch.deliveries());
            all.groups().addAll(batch.groups());
        });
        return all;
    }

    private static int size(DeliveryBatch batch) {
        return batch.deliveries().size() + batch.groups().size();
    }
}
