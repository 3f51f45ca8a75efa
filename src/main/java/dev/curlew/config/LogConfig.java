package dev.curlew.config;

import jakarta.validation.constraints.Pattern;

/** Logs: {@code text} for people, {@code json} for collectors. */
public record LogConfig(
        @Pattern(regexp = "text|json") String format,
        @Pattern(regexp = "trace|debug|info|warn|error") String level) {}
