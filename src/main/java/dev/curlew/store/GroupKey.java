package dev.curlew.store;

import dev.curlew.domain.GroupId;

/** A group of a tenant. */
public record GroupKey(String tenant, GroupId id) {}
