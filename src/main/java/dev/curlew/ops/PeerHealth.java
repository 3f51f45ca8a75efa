package dev.curlew.ops;

import dev.curlew.protocol.BusAddresses;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Nodes tell each other which stores they reach: one address per node, asked only while a store is down. */
public final class PeerHealth {

    private static final DeliveryOptions OPTIONS = new DeliveryOptions().setSendTimeout(1500);

    private final Vertx vertx;
    private final String nodeId;
    private final Supplier<Set<String>> liveNodeIds;
    private MessageConsumer<String> consumer;

    public PeerHealth(Vertx vertx, String nodeId, Supplier<Set<String>> liveNodeIds) {
        this.vertx = vertx;
        this.nodeId = nodeId;
        this.liveNodeIds = liveNodeIds;
    }

    /** Answers peers from now on with what {@code isUp} says of the store they name. */
    public Future<Void> serve(Predicate<String> isUp) {
        consumer = vertx.eventBus()
                .consumer(BusAddresses.health(nodeId), question -> question.reply(isUp.test(question.body())));
        return consumer.completion();
    }

    /** True when at least one peer says that it reaches the store; a peer that does not answer says nothing. */
    public Future<Boolean> reach(String store) {
        List<Future<Boolean>> answers = liveNodeIds.get().stream()
                .filter(peer -> !peer.equals(nodeId))
                .map(peer -> ask(peer, store))
                .toList();
        return Future.join(answers).map(all -> answers.stream().anyMatch(Future::result));
    }

    private Future<Boolean> ask(String peer, String store) {
        return vertx.eventBus()
                .<Boolean>request(BusAddresses.health(peer), store, OPTIONS)
                .map(reply -> Boolean.TRUE.equals(reply.body()))
                .otherwise(false);
    }

    public Future<Void> close() {
        return consumer == null ? Future.succeededFuture() : consumer.unregister();
    }
}
