package dev.curlew.store.kafka;

import dev.curlew.config.KafkaConfig;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Client settings: what durability needs is fixed here, connection properties come from the configuration. */
public final class KafkaSettings {

    private KafkaSettings() {}

    /** Idempotent and acknowledged by all in-sync replicas; a produce ends within {@code timeoutMs} one way or the other. */
    public static Map<String, String> producer(KafkaConfig config, long timeoutMs) {
        Map<String, String> settings = common(config);
        long requestMs = Math.max(1_000, timeoutMs / 2);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class.getName());
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, "0");
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Long.toString(requestMs));
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Long.toString(timeoutMs));
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.toString(requestMs));
        settings.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "500");
        return settings;
    }

    /** Offsets are committed by hand; partitions move one by one, so that the others go on. */
    public static Map<String, Object> consumer(KafkaConfig config, String group) {
        Map<String, Object> settings = new HashMap<>(common(config));
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class.getName());
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, config.sessionTimeoutMs());
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, config.sessionTimeoutMs() / 3);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, config.maxPollRecords());
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 250);
        settings.put(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, "30000");
        return settings;
    }

    public static Map<String, Object> admin(KafkaConfig config) {
        Map<String, Object> settings = new HashMap<>(common(config));
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 5_000);
        return settings;
    }

    private static Map<String, String> common(KafkaConfig config) {
        Map<String, String> settings = new HashMap<>(config.properties());
        settings.put("bootstrap.servers", config.bootstrap());
        return settings;
    }
}
