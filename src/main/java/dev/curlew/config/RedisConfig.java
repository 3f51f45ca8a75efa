package dev.curlew.config;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;

/**
 * Redis (document T 9.1). Timeouts are milliseconds, lives are seconds.
 *
 * @param hotCopyBytes largest copy of a message of a large group
 * @param hotGroupBytes what the copies of one group's messages may take
 * @param hotTenantBytes what those of all groups of a tenant may take
 */
public record RedisConfig(
        @NotBlank String addr,
        @NotNull String username,
        @NotNull String password,
        @Min(0) int db,
        @NotBlank String keyPrefix,
        boolean cluster,
        @Min(1) @Max(64) int connections,
        @Min(100) int dialTimeoutMs,
        @Min(100) int readTimeoutMs,
        @Min(100) int writeTimeoutMs,
        @Min(1) long cacheTtlSeconds,
        @Min(1) long shortStateTtlSeconds,
        @Min(1) long pendingTtlSeconds,
        @Min(1) long doneTtlSeconds,
        @Min(1) long failedTtlSeconds,
        @Min(0) long hotCopyBytes,
        @Min(0) long hotGroupBytes,
        @Min(0) long hotTenantBytes) {

    /** Without the secrets, so that no log line can hold one. */
    @Override
    public String toString() {
        return Secrets.describe("redis", this);
    }
}
