package dev.curlew.store;

import dev.curlew.domain.GroupId;

/** Up to which number of a group: its head, or the last a former member may read. */
public record UpTo(GroupId group, long seq) {}
