package dev.curlew.store;

/** Where a live session of a user is. {@code deviceId} is empty when the client gave none. */
public record SessionRef(String sessionId, String nodeId, int platform, String deviceId) {}
