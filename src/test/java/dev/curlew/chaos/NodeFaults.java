package dev.curlew.chaos;

import dev.curlew.dev.NodeProcess;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Faults of nodes. */
final class NodeFaults {

    /** Longer than the Kafka session and the presence of the harness. */
    private static final Duration FREEZE = Duration.ofMillis(Stack.PRESENCE_TTL_MS + 4_000);

    private NodeFaults() {}

    static List<Fault> all() {
        return List.of(
                new Faults.Simple(1, "kill -9 a node, repeatedly", NodeFaults::killRepeatedly),
                new Faults.Simple(2, "SIGTERM, rolling over all nodes", NodeFaults::roll),
                new Faults.Simple(3, "a node frozen, then going on", NodeFaults::freeze));
    }

    private static void killRepeatedly(Env env, Random random) {
        List<NodeProcess> nodes = env.stack().nodes();
        int kills = env.isLong() ? 6 : 1;
        int first = random.nextInt(nodes.size());
        for (int i = 0; i < kills; i++) {
            NodeProcess node = nodes.get((first + i) % nodes.size());
            node.kill();
            env.pause(Duration.ofMillis(500 + random.nextInt(1500)));
            env.startAllNodes();
            env.pause(Duration.ofMillis(500 + random.nextInt(1000)));
        }
    }

    private static void roll(Env env, Random random) {
        for (int turn = 0; turn < (env.isLong() ? 2 : 1); turn++) {
            for (NodeProcess node : env.stack().nodes()) {
                env.journal().add(new Entry.Stopping(node.url()));
                if (!node.stop()) {
                    env.journal().add(new Entry.Stuck("did not stop in order within 30 s: " + node.id()));
                }
                env.journal().add(new Entry.Stopped(node.url()));
                env.startAllNodes();
                // Clients come back to it before the next one stops.
                env.pause(Duration.ofSeconds(2));
            }
        }
    }

    private static void freeze(Env env, Random random) {
        List<NodeProcess> nodes = env.stack().nodes();
        env.freeze(nodes.get(random.nextInt(nodes.size())), env.outage().compareTo(FREEZE) > 0 ? env.outage() : FREEZE);
        env.pause(Duration.ofSeconds(3));
    }
}
