package dev.curlew.config;

import jakarta.validation.constraints.Min;

/**
 * What is done by the clock, on one node at a time.
 *
 * @param intervalMs how often something may be due: what burns after reading burns this much late
 * @param destructMs how often a conversation is looked at for messages that are older than their owner wants
 * @param sweepMs how often all conversations are compared with their stores
 */
public record HousekeepingConfig(
        @Min(100) long intervalMs,
        @Min(100) long destructMs,
        @Min(100) long sweepMs) {}
