package dev.curlew.config;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.Map;

/** Kafka.
 *
 * @param topicPrefix put before the four topic names; empty in production
 * @param groupPrefix put before the four group names */
public record KafkaConfig(
        @NotBlank String bootstrap,
        @NotNull String topicPrefix,
        @NotNull String groupPrefix,
        @Min(1) int partitions,
        @Min(1) short replication,
        @Min(1) int minInsyncReplicas,
        @Min(1000) @Max(10000) int sessionTimeoutMs,
        @Min(1) int maxPollRecords,
        @NotNull Map<String, String> properties) {

    /** Without the secrets, so that no log line can hold one. */
    @Override
    public String toString() {
        return Secrets.describe("kafka", this);
    }
}
