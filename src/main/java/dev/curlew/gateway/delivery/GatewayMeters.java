package dev.curlew.gateway.delivery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What the sockets of a node did. */
public final class GatewayMeters {

    private final Counter delivered;
    private final Counter syncs;
    private final Counter slowCloses;

    public GatewayMeters(MeterRegistry meters) {
        this.delivered = counter(meters, "curlew.messages.delivered", "Messages handed to sockets");
        this.syncs =
                counter(meters, "curlew.sync.hints", "Conversations a slow or late socket was told to pull instead");
        this.slowCloses = counter(meters, "curlew.slow.closes", "Sockets closed because they did not read");
    }

    private static Counter counter(MeterRegistry meters, String name, String description) {
        return Counter.builder(name).description(description).register(meters);
    }

    /** A message, not an event of another kind. */
    public void delivered() {
        delivered.increment();
    }

    public void syncs(int conversations) {
        syncs.increment(conversations);
    }

    public void slowClose() {
        slowCloses.increment();
    }
}
