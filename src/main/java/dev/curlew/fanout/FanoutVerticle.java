package dev.curlew.fanout;

import dev.curlew.store.MessageLog;
import dev.curlew.store.Receivers;
import dev.curlew.store.SessionDirectory;
import dev.curlew.store.kafka.Topics;
import dev.curlew.store.redis.GroupChannel;
import dev.curlew.store.redis.OnlineIndex;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads {@code toPushTopic} and sends its events to the nodes that hold their users. */
public final class FanoutVerticle extends VerticleBase {

    /**
     * What it works with.
     *
     * @param channel through which events of groups go to the other nodes; empty: over the bus
     */
    public record Parts(
            MessageLog log,
            SessionDirectory sessions,
            Receivers receivers,
            OnlineIndex online,
            String nodeId,
            Optional<GroupChannel> channel,
            Supplier<Set<String>> liveNodes,
            MeterRegistry metrics) {}

    private final Parts parts;
    private MessageLog.Reading reading;

    public FanoutVerticle(Parts parts) {
        this.parts = parts;
    }

    @Override
    public Future<?> start() {
        NodeSender nodes = new NodeSender(vertx.eventBus(), parts.metrics());
        Optional<ChannelPublisher> channel =
                parts.channel().map(open -> new ChannelPublisher(parts.nodeId(), open, parts.metrics()));
        Whereabouts whereabouts =
                channel.isPresent() ? new OwnNode(parts.nodeId()) : new IndexedNodes(parts.online(), parts.sessions());
        GroupFanout groups = new GroupFanout(whereabouts, parts.online(), parts.receivers(), parts.liveNodes());
        BatchFanout fanout = new BatchFanout(
                parts.sessions(), parts.receivers(), groups, nodes, channel, parts.log(), parts.liveNodes());
        reading = parts.log().read(vertx, Topics.TO_PUSH, fanout::deliver, () -> {});
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        return reading.stop();
    }
}
