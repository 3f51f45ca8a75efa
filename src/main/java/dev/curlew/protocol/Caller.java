package dev.curlew.protocol;

/**
 * Who asks: taken from the verified token, never from what the request says.
 *
 * @param tokenId the id of the token ({@code jti}); a logout ends it
 * @param sessionId the socket session, or null for an HTTP request
 */
public record Caller(String tenant, long uid, int platform, String tokenId, String sessionId) {}
