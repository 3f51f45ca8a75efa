package dev.curlew.store;

/** A user of a tenant. */
public record UserKey(String tenant, long uid) {}
