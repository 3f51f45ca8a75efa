package dev.curlew.api.auth;

import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.NodeCommand;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Decides what a node does that cannot read revocations (rule 15). While a peer can, this node may be serving someone who
 * was locked out, so it sheds its sessions; so it does when it lost its peers too. When nobody can look, nobody can revoke
 * either, and sessions stay.
 */
final class LookWatch {

    private static final long ASK_MS = 1000;

    private final EventBus bus;
    private final long shedAfterMs;
    private final Supplier<Set<String>> peerNodeIds;
    private volatile long lookedAt = -1;
    private volatile boolean shed;
    private boolean hadPeers;

    LookWatch(EventBus bus, long shedAfterMs, Supplier<Set<String>> peerNodeIds) {
        this.bus = bus;
        this.shedAfterMs = shedAfterMs;
        this.peerNodeIds = peerNodeIds;
    }

    /** A look succeeded. */
    void looked() {
        lookedAt = now();
        shed = false;
        hadPeers = !peerNodeIds.get().isEmpty();
    }

    /** True within {@code auth.shedAfterMs} of a look. */
    boolean canLook() {
        return lookedAt >= 0 && now() - lookedAt <= shedAfterMs;
    }

    /** True when tokens cannot be judged here: nothing was ever read, or sessions were shed. */
    boolean blind() {
        return lookedAt < 0 || shed;
    }

    /** Whether sessions are to be ended now; true once per loss. */
    Future<Boolean> check() {
        if (lookedAt < 0 || shed || canLook()) {
            return Future.succeededFuture(false);
        }
        Set<String> peers = peerNodeIds.get();
        if (peers.isEmpty()) {
            shed = hadPeers;
            return Future.succeededFuture(shed);
        }
        hadPeers = true;
        List<Future<NodeCommand.Reply>> answers = new ArrayList<>();
        for (String peer : peers) {
            answers.add(bus.<NodeCommand.Reply>request(
                            BusAddresses.control(peer),
                            new NodeCommand.CanLook(),
                            new DeliveryOptions().setSendTimeout(ASK_MS))
                    .map(reply -> reply.body()));
        }
        return Future.join(answers).transform(all -> {
            boolean someoneCan = answers.stream()
                    .anyMatch(answer -> answer.succeeded() && answer.result().yes());
            boolean noneAnswered = answers.stream().noneMatch(Future::succeeded);
            shed = someoneCan || noneAnswered;
            return Future.succeededFuture(shed);
        });
    }

    private static long now() {
        return System.nanoTime() / 1_000_000;
    }
}
