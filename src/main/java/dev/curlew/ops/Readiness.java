package dev.curlew.ops;

import java.util.List;

/** Whether this node should get new clients.
 *
 * @param reason why not; empty when ready
 * @param degraded stores that nobody reaches, in the order they were named */
public record Readiness(boolean ready, String reason, List<String> degraded) {}
