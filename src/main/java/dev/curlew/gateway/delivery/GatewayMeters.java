package dev.curlew.gateway.delivery;

import dev.curlew.ops.TenantTraffic;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What the sockets of a node did. */
public final class GatewayMeters {

    private final TenantTraffic traffic;
    private final Counter syncs;
    private final Counter slowCloses;
    private final Counter groupTargets;
    private final Counter groupDelivered;
    private final Counter dropped;

    public GatewayMeters(MeterRegistry meters, TenantTraffic traffic) {
        this.traffic = traffic;
        this.syncs =
                counter(meters, "curlew.sync.hints", "Conversations a slow or late socket was told to pull instead");
        this.slowCloses = counter(meters, "curlew.slow.closes", "Sockets closed because they did not read");
        this.groupTargets = counter(
                meters, "curlew.group.push.targets", "Messages of groups, for each session here that is to get them");
        this.groupDelivered =
                counter(meters, "curlew.group.push.delivered", "Those of them that went to their socket at once");
        this.dropped = counter(meters, "curlew.deliveries.dropped", "Events an event loop had no room for");
    }

    /** For how many sessions here messages of groups were, and how many of these were given them. */
    public void pushed(long targets, long delivered) {
        groupTargets.increment(targets);
        groupDelivered.increment(delivered);
    }

    private static Counter counter(MeterRegistry meters, String name, String description) {
        return Counter.builder(name).description(description).register(meters);
    }

    /** Messages, not events of another kind. */
    public void delivered(String tenant, int messages) {
        if (messages > 0) {
            traffic.delivered(tenant, messages);
        }
    }

    public void syncs(int conversations) {
        syncs.increment(conversations);
    }

    public void dropped(int events) {
        dropped.increment(events);
    }

    public void slowClose() {
        slowCloses.increment();
    }
}
