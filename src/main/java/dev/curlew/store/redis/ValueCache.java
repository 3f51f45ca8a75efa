package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Single objects as JSON text in Redis, aside of a store. A key holds the JSON or, for seconds, a mark: the lease of the reader who fills
 * it after a miss, or the barrier of a writer before its commit. A fill counts only while its own lease is there, so what was
 * read before a change is never kept after it.
 */
public final class ValueCache {

    private static final Script LEASE = Script.load("cache_lease");
    private static final Script FILL = Script.load("cache_fill");
    private static final String MARK_LIFE_S = "30";
    private static final String BARRIER = "barrier";

    private final RedisCommands redis;
    private final String ttlS;

    public ValueCache(RedisCommands redis, long ttlSeconds) {
        this.redis = redis;
        this.ttlS = Long.toString(ttlSeconds);
    }

    /** JSON, or a lease to fill it with, or neither while someone else fills or changes it. */
    public record Read(String json, String lease) {

        /** Nothing known, and nothing to be filled. */
        public static final Read NOTHING = new Read(null, null);
    }

    /** In the order of the keys, in one pipeline. */
    public Future<List<Read>> read(List<String> keys) {
        String lease = "lease:" + UUID.randomUUID();
        return redis.batch(keys.stream()
                        .map(key -> redis.script(LEASE, List.of(key), List.of(lease, MARK_LIFE_S)))
                        .toList())
                .map(answers -> answers.stream()
                        .map(answer -> parse(answer.toString(), lease))
                        .toList());
    }

    /** Those whose lease is still there. */
    public Future<Void> fill(Map<String, String> jsonByKey, Map<String, String> leaseByKey) {
        List<Request> fills = new ArrayList<>();
        jsonByKey.forEach(
                (key, json) -> fills.add(redis.script(FILL, List.of(key), List.of(leaseByKey.get(key), json, ttlS))));
        return redis.batch(fills).mapEmpty();
    }

    /** Before a change commits: readers go to the store and fill nothing until the key is dropped or some seconds passed. */
    public Future<Void> barrier(List<String> keys) {
        return redis.batch(keys.stream()
                        .map(key -> Request.cmd(Command.SET)
                                .arg(key)
                                .arg(BARRIER)
                                .arg("EX")
                                .arg(MARK_LIFE_S))
                        .toList())
                .mapEmpty();
    }

    private static Read parse(String value, String lease) {
        if (value.startsWith("{")) {
            return new Read(value, null);
        }
        return value.equals(lease) ? new Read(null, lease) : Read.NOTHING;
    }
}
