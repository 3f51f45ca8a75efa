package dev.curlew.config;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;

/** MongoDB: one driver pool for all databases, {@code {prefix}_{tenant}} each. */
public record MongoConfig(
        @NotBlank String uri,
        @Pattern(regexp = "[a-z][a-z0-9]{0,15}") String databasePrefix,
        @Min(1) int poolSize,
        @Min(100) int timeoutMs) {

    /** Without the secrets, so that no log line can hold one. */
    @Override
    public String toString() {
        return Secrets.describe("mongo", this);
    }
}
