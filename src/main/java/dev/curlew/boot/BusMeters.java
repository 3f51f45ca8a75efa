package dev.curlew.boot;

import dev.curlew.protocol.BusAddresses;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.eventbus.EventBus;

/**
 * What this node sends to other nodes over the bus. Messages to itself do not leave the process and replies answer what was counted, so
 * neither is in it; the ratio to messages tells whether a node is told once or member by member.
 */
final class BusMeters {

    private static final String NODE = "im.node.";

    private final String own;
    private final Counter deliveries;
    private final Counter commands;
    private final Counter control;

    private BusMeters(String nodeId, MeterRegistry registry) {
        this.own = BusAddresses.deliveries(nodeId);
        this.deliveries = counter(registry, "deliveries");
        this.commands = counter(registry, "commands");
        this.control = counter(registry, "control");
    }

    static void register(EventBus bus, String nodeId, MeterRegistry registry) {
        BusMeters meters = new BusMeters(nodeId, registry);
        bus.addOutboundInterceptor(delivery -> {
            meters.count(delivery.message().address());
            delivery.next();
        });
    }

    private void count(String address) {
        if (!address.startsWith(NODE) || isOwn(address)) {
            return;
        }
        if (address.endsWith(".cmd")) {
            commands.increment();
        } else if (address.endsWith(".ctl") || address.endsWith(".health")) {
            control.increment();
        } else {
            deliveries.increment();
        }
    }

    private boolean isOwn(String address) {
        return address.startsWith(own) && (address.length() == own.length() || address.charAt(own.length()) == '.');
    }

    private static Counter counter(MeterRegistry registry, String kind) {
        return Counter.builder("curlew.bus.frames")
                .tag("kind", kind)
                .description("Messages this node sent to other nodes over the bus, replies left out")
                .register(registry);
    }
}
