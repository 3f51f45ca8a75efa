package dev.curlew.config;

import jakarta.validation.constraints.Min;

/**
 * Groups.
 *
 * @param largeThreshold members from which on a group is large where it does not say otherwise: members are not told what each of them
 *     has read, and typing is thinned out
 */
public record GroupConfig(@Min(2) int largeThreshold) {}
