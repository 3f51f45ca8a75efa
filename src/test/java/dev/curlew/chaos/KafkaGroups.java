package dev.curlew.chaos;

import dev.curlew.dev.Pause;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** How far all groups of consumers are, to be read and to be changed. */
final class KafkaGroups implements AutoCloseable {

    private final Admin admin;

    KafkaGroups(String bootstrap) {
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
    }

    @Override
    public void close() {
        admin.close();
    }

    /** Puts every group back by so many records in each partition; nobody may be reading. */
    void putBack(long records) {
        for (GroupListing group : get(admin.listGroups().all())) {
            Map<TopicPartition, OffsetAndMetadata> earlier = new HashMap<>();
            positions(group.groupId())
                    .forEach((partition, offset) ->
                            earlier.put(partition, new OffsetAndMetadata(Math.max(0, offset - records))));
            if (!earlier.isEmpty()) {
                change(group.groupId(), earlier);
            }
        }
    }

    /** Records not finished yet, by group. */
    Map<String, Long> lag() {
        Map<String, Long> lag = new HashMap<>();
        for (GroupListing group : get(admin.listGroups().all())) {
            Map<TopicPartition, Long> positions = positions(group.groupId());
            Map<TopicPartition, OffsetSpec> latest =
                    positions.keySet().stream().collect(Collectors.toMap(one -> one, one -> OffsetSpec.latest()));
            long open = get(admin.listOffsets(latest).all()).entrySet().stream()
                    .mapToLong(end -> end.getValue().offset() - positions.get(end.getKey()))
                    .sum();
            lag.put(group.groupId(), open);
        }
        return lag;
    }

    private Map<TopicPartition, Long> positions(String group) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> positions.put(partition, offset.offset()));
        return positions;
    }

    /** A group counts as in use until the session of its last member has ended. */
    private void change(String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
        boolean done = Pause.until(Duration.ofSeconds(30), () -> {
            try {
                get(admin.alterConsumerGroupOffsets(group, offsets).all());
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
