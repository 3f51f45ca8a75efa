package dev.curlew.config;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/** Tenants.
 *
 * @param defaultTenant taken where a request names none; empty: naming one is required
 * @param refreshMs how often tenant settings are read again
 * @param demo make the tenant {@code demo} with alice, bob and carol at start (development only) */
public record TenantConfig(
        @NotNull String defaultTenant, @Min(100) long refreshMs, boolean demo) {}
