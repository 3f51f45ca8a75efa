package dev.curlew.store.redis;

import io.vertx.core.Future;

/** The node's Redis from its beginning to its end. */
public interface RedisAccess extends RedisCommands {

    /** Connects and stays connected; the future tells of the first attempt only. */
    Future<Void> open();

    Future<Void> ping();

    /** Requests sent so far; a pipeline is one. */
    long requests();

    Future<Void> close();
}
