package dev.curlew.config;

import jakarta.validation.constraints.Min;

/**
 * The configuration that is kept in the control database.
 *
 * @param refreshS how often it is read again, seconds
 */
public record ControlConfig(@Min(1) long refreshS) {}
