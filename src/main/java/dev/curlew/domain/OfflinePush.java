package dev.curlew.domain;

/** What the sender asks of an offline reminder (document S, OfflinePushModel); every field may be null. */
public record OfflinePush(String title, String desc, String ex, String iosPushSound, Boolean iosBadgeCount) {}
