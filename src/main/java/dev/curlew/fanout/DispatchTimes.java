package dev.curlew.fanout;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How long nodes take to confirm an envelope with events of groups, one observation for each envelope. */
final class DispatchTimes {

    /** Nodes have names of an installation's choice; of more than so many the rest share one. */
    private static final int MOST_NODES = 200;

    private static final String OTHERS = "_others";

    private final MeterRegistry metrics;
    private final Map<String, Timer> byNode = new ConcurrentHashMap<>();

    DispatchTimes(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    /** @param beganAt by {@link System#nanoTime} */
    void ended(String nodeId, long beganAt) {
        String node = byNode.size() < MOST_NODES || byNode.containsKey(nodeId) ? nodeId : OTHERS;
        byNode.computeIfAbsent(node, this::timer).record(Duration.ofNanos(System.nanoTime() - beganAt));
    }

    private Timer timer(String node) {
        return Timer.builder("curlew.fanout.group.dispatch")
                .description("From handing events of groups to a node until it confirms them")
                .tag("to_node", node)
                .serviceLevelObjectives(
                        Duration.ofMillis(1),
                        Duration.ofMillis(2),
                        Duration.ofMillis(5),
                        Duration.ofMillis(10),
                        Duration.ofMillis(50),
                        Duration.ofMillis(100),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5))
                .register(metrics);
    }
}
