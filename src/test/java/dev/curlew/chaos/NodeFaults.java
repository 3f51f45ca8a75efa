package dev.curlew.chaos;

import dev.curlew.dev.NodeProcess;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Faults of nodes. */
final class NodeFaults {

    private NodeFaults() {}

    static List<Fault> all() {
        return List.of(new Faults.Simple(1, "kill -9 a node, repeatedly", NodeFaults::killRepeatedly));
    }

    private static void killRepeatedly(Env env, Random random) {
        List<NodeProcess> nodes = env.stack().nodes();
        int kills = env.outage().toSeconds() >= 30 ? 6 : 2;
        int first = random.nextInt(nodes.size());
        for (int i = 0; i < kills; i++) {
            NodeProcess node = nodes.get((first + i) % nodes.size());
            node.kill();
            env.pause(Duration.ofMillis(500 + random.nextInt(1500)));
            env.startAllNodes();
            env.pause(Duration.ofMillis(500 + random.nextInt(1000)));
        }
    }
}
