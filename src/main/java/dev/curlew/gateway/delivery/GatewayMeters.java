package dev.curlew.gateway.delivery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What the sockets of a node did. */
public final class GatewayMeters {

    private final Counter delivered;
    private final Counter syncs;
    private final Counter slowCloses;

    public GatewayMeters(MeterRegistry meters) {
        this.delivered = meters.counter("curlew.messages.delivered");
        this.syncs = meters.counter("curlew.sync.hints");
        this.slowCloses = meters.counter("curlew.slow.closes");
    }

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
