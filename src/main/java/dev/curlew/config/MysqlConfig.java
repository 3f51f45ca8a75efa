package dev.curlew.config;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/** MySQL: one pool for all databases.
 *
 * @param databasePrefix databases are {@code {prefix}_control} and {@code {prefix}_{tenant}} */
public record MysqlConfig(
        @NotBlank String host,
        @Min(1) @Max(65535) int port,
        @NotBlank String user,
        @NotNull String password,
        @Pattern(regexp = "[a-z][a-z0-9]{0,15}") String databasePrefix,
        @Min(1) int poolSize,
        @Min(1) int maxWaiting,
        @Min(100) int timeoutMs,
        @NotNull String sslMode) {

    /** Without the secrets, so that no log line can hold one. */
    @Override
    public String toString() {
        return Secrets.describe("mysql", this);
    }
}
