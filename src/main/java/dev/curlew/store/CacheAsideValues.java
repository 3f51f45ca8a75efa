package dev.curlew.store;

import dev.curlew.protocol.Json;
import dev.curlew.store.redis.ValueCache;
import dev.curlew.store.redis.ValueCache.Read;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * One family of objects, read from Redis and on a miss from the store, which then fills Redis; from the store alone while Redis is away.
 * Calls at the same time share a pipeline and a query per tenant. What does not exist is not kept.
 */
public final class CacheAsideValues<K, V> {

    private static final int MAX_BATCH = 500;
    private static final int MAX_WAITING = 50_000;

    private final Names<K> names;
    private final Class<V> type;
    private final ValueCache cache;
    private final Invalidation invalidation;
    private final Source<K, V> source;
    // The values are futures so that a tenant whose database fails does not fail the others of its batch.
    private final Coalescer<K, Future<V>> values;

    public CacheAsideValues(
            Names<K> names, Class<V> type, ValueCache cache, Invalidation invalidation, Source<K, V> source) {
        this.names = names;
        this.type = type;
        this.cache = cache;
        this.invalidation = invalidation;
        this.source = source;
        this.values = new Coalescer<>(this::load, MAX_BATCH, MAX_WAITING);
    }

    /** Where an object lies: its tenant, and its key in Redis. */
    public record Names<K>(Function<K, String> tenant, Function<K, String> redisKey) {}

    /** What the objects are copies of; those that do not exist are left out. */
    public interface Source<K, V> {

        Future<Map<K, V>> read(String tenant, List<K> wanted);
    }

    /** Empty when there is no such object. */
    public Future<Optional<V>> get(K key) {
        return values.get(key)
                .compose(answer ->
                        answer.isPresent() ? answer.get().map(Optional::of) : Future.succeededFuture(Optional.empty()));
    }

    private Future<Map<K, Future<V>>> load(List<K> wanted) {
        List<String> keys = wanted.stream().map(names.redisKey()).toList();
        return cache.read(keys)
                .onFailure(redisAway -> invalidation.fallbacks().faulted())
                .otherwise(redisAway -> Collections.nCopies(keys.size(), Read.NOTHING))
                .compose(reads -> {
                    Map<K, Future<V>> found = new ConcurrentHashMap<>();
                    Map<String, String> leases = new HashMap<>();
                    Map<String, List<K>> missing = new HashMap<>();
                    for (int i = 0; i < wanted.size(); i++) {
                        // A copy this node could not drop yet may be older than the store.
                        Read read = invalidation.pending(keys.get(i)) ? Read.NOTHING : reads.get(i);
                        if (read.json() != null) {
                            found.put(wanted.get(i), Future.succeededFuture(Json.read(read.json(), type)));
                        } else {
                            missing.computeIfAbsent(names.tenant().apply(wanted.get(i)), code -> new ArrayList<>())
                                    .add(wanted.get(i));
                            if (read.lease() != null) {
                                leases.put(keys.get(i), read.lease());
                            }
                        }
                    }
                    missing.values().forEach(some -> invalidation.fallbacks().missed(some.size()));
                    return fromStore(missing, leases, found).map(found);
                });
    }

    private Future<Void> fromStore(Map<String, List<K>> missing, Map<String, String> leases, Map<K, Future<V>> found) {
        Map<String, String> fills = new ConcurrentHashMap<>();
        List<Future<?>> reads = new ArrayList<>();
        missing.forEach((tenant, wanted) -> reads.add(source.read(tenant, wanted)
                .onSuccess(read -> read.forEach((key, value) -> {
                    found.put(key, Future.succeededFuture(value));
                    String name = names.redisKey().apply(key);
                    if (leases.containsKey(name)) {
                        fills.put(name, Json.text(value));
                    }
                }))
                .onFailure(failure -> wanted.forEach(key -> found.put(key, Future.failedFuture(failure))))));
        return Future.join(reads)
                .otherwiseEmpty()
                .compose(done -> fills.isEmpty()
                        ? Future.succeededFuture()
                        : cache.fill(fills, leases).otherwiseEmpty());
    }
}
