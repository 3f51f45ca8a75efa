package dev.curlew.config;

import jakarta.validation.constraints.Min;

/** Limits of one socket.
 *
 * @param loginTimeoutMs time until {@code login} must have come
 * @param maxFrameBytes larger frames close with 1009
 * @param outboxBytes bytes waiting for a slow reader before bodies are dropped and one {@code sync} is left
 * @param slowCloseMs how long a reader may stay behind before 4430
 * @param requestsPerSecond requests of one session before 42900, burst twice as many
 * @param closeBatch sockets closed at once while stopping
 * @param closeJitterMs pause between such batches */
public record SocketConfig(
        @Min(100) long loginTimeoutMs,
        @Min(1024) int maxFrameBytes,
        @Min(65536) int outboxBytes,
        @Min(1000) long slowCloseMs,
        @Min(1) int requestsPerSecond,
        @Min(1) int closeBatch,
        @Min(0) long closeJitterMs) {}
