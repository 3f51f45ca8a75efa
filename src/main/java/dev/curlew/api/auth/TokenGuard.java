package dev.curlew.api.auth;

import io.vertx.core.Future;

/** Says whose token this is and whether it still holds on this node. */
public interface TokenGuard {

    /** Fails with 40100, 40101, 40102, 40304 or 40306. */
    Future<Verified> check(String token);

    /**
     * @param expiresAt milliseconds since the epoch
     * @param issuedAt milliseconds since the epoch
     */
    record Verified(String tenant, long uid, int platform, String tokenId, long issuedAt, long expiresAt) {}
}
