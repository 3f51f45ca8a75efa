package dev.curlew.protocol;

/**
 * Where a send came from, so that its answer finds the way back.
 *
 * @param attempt unique per try; a replayed record has the first try's, a client's resend has its own
 * @param sessionId the socket session, or null for HTTP
 */
public record Origin(String nodeId, String sessionId, String attempt) {}
