package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;

/**
 * Redis over a few long-lived pipelined connections. Every call ends within the configured timeout; a lost connection, a
 * timeout or a full queue fails with {@link RedisUnavailable}.
 */
public interface RedisCommands {

    Future<Response> send(Request request);

    /**
     * One pipeline. The result has one response per request, in order; an error reply of Redis to one of them fails the whole
     * call, though the others may have run.
     */
    Future<List<Response>> batch(List<Request> requests);

    /** A script call as a request, to be put in a batch or sent alone. NOSCRIPT is handled by the connection. */
    Request script(Script script, List<String> keys, List<String> arguments);

    /** Identity of the Redis process last connected to; changes when it restarted. Null before the first connection. */
    String runId();

    boolean up();
}
