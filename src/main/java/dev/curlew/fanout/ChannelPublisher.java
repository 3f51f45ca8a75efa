package dev.curlew.fanout;

import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import dev.curlew.protocol.FanoutRecord;
import dev.curlew.store.redis.GroupChannel;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Publishes events of groups, each once and after this node's own members have it. One pipeline is under way at a time, so the
 * order stays; what comes meanwhile goes with the next. What Redis does not take is lost: the heads tell of it (rule 11).
 */
final class ChannelPublisher {

    /** Events; beyond that they are dropped. */
    private static final int MOST_WAITING = 20_000;

    private final String nodeId;
    private final GroupChannel channel;
    private final Counter published;
    private final Counter dropped;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int events;
    private boolean busy;

    private record Waiting(Future<Void> local, List<GroupDelivery> events) {}

    ChannelPublisher(String nodeId, GroupChannel channel, MeterRegistry metrics) {
        this.nodeId = nodeId;
        this.channel = channel;
        this.published = counter(metrics, "curlew.fanout.published", "Events of groups published for all nodes");
        this.dropped = counter(metrics, "curlew.fanout.unpublished", "Events of groups that Redis did not take");
    }

    private static Counter counter(MeterRegistry metrics, String name, String description) {
        return Counter.builder(name).description(description).register(metrics);
    }

    /** @param local this node's own delivery; whether it succeeded is the same to all others */
    void publish(Future<Void> local, List<GroupDelivery> more) {
        if (events + more.size() > MOST_WAITING) {
            dropped.increment(more.size());
            return;
        }
        events += more.size();
        waiting.add(new Waiting(local, more));
        next();
    }

    private void next() {
        if (busy || waiting.isEmpty()) {
            return;
        }
        busy = true;
        waiting.peek().local().onComplete(done -> {
            List<byte[]> records = new ArrayList<>();
            while (!waiting.isEmpty() && waiting.peek().local().isComplete()) {
                waiting.poll().events().forEach(event -> records.add(new FanoutRecord(nodeId, event).encode()));
            }
            channel.publish(records)
                    .onSuccess(taken -> published.increment(records.size()))
                    .onFailure(failure -> dropped.increment(records.size()))
                    .onComplete(over -> {
                        events -= records.size();
                        busy = false;
                        next();
                    });
        });
    }
}
