package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.Optional;

/** Pages of lists as JSON text. A key names the version of what is listed, so a page is never changed, only no longer asked for. */
public final class PageCache {

    private final RedisCommands redis;
    private final long ttlS;

    public PageCache(RedisCommands redis, long ttlSeconds) {
        this.redis = redis;
        this.ttlS = ttlSeconds;
    }

    public Future<Optional<String>> get(String key) {
        return redis.send(Request.cmd(Command.GET).arg(key))
                .map(answer -> Optional.ofNullable(answer).map(Object::toString));
    }

    public Future<Void> put(String key, String json) {
        return redis.send(Request.cmd(Command.SET).arg(key).arg(json).arg("EX").arg(ttlS))
                .mapEmpty();
    }
}
