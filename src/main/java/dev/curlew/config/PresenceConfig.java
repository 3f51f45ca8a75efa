package dev.curlew.config;

import jakarta.validation.constraints.Min;

/** Presence (document T 5.1).
 *
 * @param ttlMs life of the presence keys; a heartbeat is a quarter of it
 * @param flushMs how often touches are flushed in one pipeline */
public record PresenceConfig(@Min(1000) long ttlMs, @Min(50) long flushMs) {}
