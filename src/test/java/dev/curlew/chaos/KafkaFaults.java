package dev.curlew.chaos;

import dev.curlew.dev.NodeProcess;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Faults of Kafka and of those who read from it. */
final class KafkaFaults {

    private KafkaFaults() {}

    static List<Fault> all() {
        return List.of(
                new Faults.Simple(8, "Kafka away", KafkaFaults::away),
                new Faults.Simple(8, "consumers killed mid-batch", KafkaFaults::killedMidBatch),
                new Faults.Simple(8, "every record delivered twice", KafkaFaults::replay));
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

    /** With the nodes down, every group is put back to the beginning of every partition. */
    private static void replay(Env env, Random random) {
        env.stack().nodes().forEach(NodeProcess::stop);
        try (Admin admin = Admin.create(
                Map.of("bootstrap.servers", env.stack().stores().kafka().bootstrap()))) {
            for (GroupListing group : get(admin.listGroups().all())) {
                putBack(admin, group.groupId());
            }
        }
        env.startAllNodes();
    }

    private static void putBack(Admin admin, String group) {
        Map<TopicPartition, OffsetAndMetadata> beginning = new HashMap<>();
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> beginning.put(partition, new OffsetAndMetadata(0)));
        if (beginning.isEmpty()) {
            return;
        }
        // A group counts as in use until the session of its last member has ended.
        boolean done = Pause.until(Duration.ofSeconds(30), () -> {
            try {
                get(admin.alterConsumerGroupOffsets(group, beginning).all());
                return true;
            } catch (IllegalStateException inUse) {
                return false;
            }
        });
        if (!done) {
            throw new IllegalStateException("Offsets could not be put back: " + group);
        }
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get(15, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
