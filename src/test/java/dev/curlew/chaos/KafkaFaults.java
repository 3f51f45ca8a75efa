package dev.curlew.chaos;

import dev.curlew.dev.NodeProcess;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Faults of Kafka and of those who read from it. */
final class KafkaFaults {

    /** More than one round writes to a partition. */
    private static final long REPLAYED = 2_000;

    private KafkaFaults() {}

    static List<Fault> all() {
        return List.of(
                new Faults.Simple(8, "Kafka away", KafkaFaults::away),
                new Faults.Long(8, "consumers killed mid-batch", KafkaFaults::killedMidBatch),
                new Faults.Long(8, "every record read twice", KafkaFaults::replay),
                new Faults.Simple(8, "every record doubled, nodes killed", KafkaFaults::doubledAndKilled));
    }

    private static void away(Env env, Random random) {
        env.stack().stores().kafka().stop();
        try {
            env.pause(env.outage());
        } finally {
            env.stack().stores().kafka().start();
        }
    }

    private static void killedMidBatch(Env env, Random random) {
        List<NodeProcess> nodes = env.stack().nodes();
        env.load().burst(200);
        env.pause(Duration.ofMillis(10 + random.nextInt(100)));
        nodes.forEach(NodeProcess::kill);
        env.startAllNodes();
    }

    private static void replay(Env env, Random random) {
        putBack(env);
        env.startAllNodes();
    }

    /** Stops all nodes and has them read again what they read lately. */
    static void putBack(Env env) {
        env.stack().nodes().forEach(NodeProcess::stop);
        try (KafkaGroups groups = env.kafkaGroups()) {
            groups.putBack(REPLAYED);
        }
    }

    /** Each node numbers, stores and pushes, so whichever is killed was amid all of that. */
    private static void doubledAndKilled(Env env, Random random) {
        List<NodeProcess> nodes = env.stack().nodes();
        long end = System.nanoTime() + (env.isLong() ? Duration.ofMinutes(2) : Duration.ofSeconds(6)).toNanos();
        try (RecordDoubler doubler =
                new RecordDoubler(env.stack().stores().kafka().bootstrap())) {
            while (System.nanoTime() < end) {
                env.load().burst(50);
                env.pause(Duration.ofMillis(random.nextInt(2_000)));
                nodes.get(random.nextInt(nodes.size())).kill();
                if (random.nextInt(4) == 0) {
                    nodes.forEach(NodeProcess::kill);
                }
                env.startAllNodes();
            }
            env.pause(Duration.ofSeconds(1));
            if (doubler.copies() == 0) {
                throw new IllegalStateException("No record was doubled");
            }
        }
    }
}
