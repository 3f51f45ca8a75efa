package dev.curlew.store;

import io.vertx.core.Future;

/** Keeps for good when a user was last seen. */
public interface LastSeen {

    Future<Void> seen(String tenant, long uid, long ms);
}
