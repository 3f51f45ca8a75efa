package dev.curlew.config;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** Sending.
 *
 * @param ackTimeoutMs after this a durable message is answered {@code queued}
 * @param produceTimeoutMs after this a produce is an unknown outcome, 50300
 * @param maxContentBytes largest content, UTF-8 bytes
 * @param maxPending sends without an answer on this node before 50300 */
public record SendConfig(
        @Min(100) long ackTimeoutMs,
        @Min(1000) long produceTimeoutMs,
        @Min(1) @Max(60000) int maxContentBytes,
        @Min(1) int maxPending) {}
