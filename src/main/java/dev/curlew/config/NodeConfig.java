package dev.curlew.config;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/** This node. {@code id} is unique in the cluster: lower-case letters, digits and dashes. */
public record NodeConfig(
        @NotNull @Pattern(regexp = "[a-z0-9][a-z0-9-]{0,62}")
        String id) {}
