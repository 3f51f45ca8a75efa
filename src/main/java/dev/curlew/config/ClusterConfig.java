package dev.curlew.config;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.List;

/** The clustered bus. {@code members} lists every node's {@code host:port}; nothing is found by multicast.
 *
 * @param busPort where messages between nodes arrive, beside {@code port}; 0 for any that is free
 * @param publicHost where other nodes reach this one when that is not {@code host}, or empty
 * @param configFile a Hazelcast XML file, or empty for the one in the jar */
public record ClusterConfig(
        @NotBlank String host,
        @Min(1) @Max(65535) int port,
        @Min(0) @Max(65535) int busPort,
        @NotNull String publicHost,
        @NotNull List<String> members,
        @NotNull String configFile) {}
