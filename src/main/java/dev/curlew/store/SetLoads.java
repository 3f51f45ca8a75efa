package dev.curlew.store;

import dev.curlew.store.CacheAsideSets.Id;
import dev.curlew.store.CacheAsideSets.Question;
import dev.curlew.store.redis.SetCache;
import dev.curlew.store.redis.SetCache.Ask;
import dev.curlew.store.redis.SetCache.Fill;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What Redis did not know, from the store. Sets that nobody else is filling are read whole and put into Redis; of the others only what
 * was asked is read. Values are futures, so that a tenant whose database fails fails nobody else.
 */
final class SetLoads {

    private final Function<Id, String> keyOf;
    private final SetCache cache;
    private final Invalidation invalidation;
    private final SetSource source;

    SetLoads(Function<Id, String> keyOf, SetCache cache, Invalidation invalidation, SetSource source) {
        this.keyOf = keyOf;
        this.cache = cache;
        this.invalidation = invalidation;
        this.source = source;
    }

    Future<Map<Question, Future<Boolean>>> answers(List<Question> asked) {
        Map<Id, Set<Long>> members = new HashMap<>();
        asked.forEach(
                one -> members.computeIfAbsent(one.of(), id -> new HashSet<>()).add(one.member()));
        Map<Question, Future<Boolean>> answers = new ConcurrentHashMap<>();
        String lease = SetCache.lease();
        return begin(members.keySet(), lease)
                .compose(fills -> known(asked, fills, answers).map(fills))
                .compose(fills -> {
                    Future<Void> mine = perTenant(
                            fills.get(Fill.MINE),
                            (tenant, ids) -> read(tenant, ids, members::get, true, lease)
                                    .onComplete(found -> settle(asked, tenant, ids, found, answers)));
                    Future<Void> busy = perTenant(
                            fills.get(Fill.BUSY),
                            (tenant, ids) -> among(tenant, ids, members)
                                    .onComplete(found -> settle(asked, tenant, ids, found, answers)));
                    return Future.join(mine, busy);
                })
                .map(answers);
    }

    Future<Map<Id, Future<Set<Long>>>> wholes(List<Id> ids) {
        Map<Id, Future<Set<Long>>> answers = new ConcurrentHashMap<>();
        return fromRedis(ids, answers).compose(missing -> {
            String lease = SetCache.lease();
            return begin(missing, lease)
                    // Loaded since it was looked for: what is there now is as good as a query.
                    .compose(fills -> fromRedis(fills.get(Fill.LOADED), answers).compose(gone -> {
                        fills.get(Fill.BUSY).addAll(gone);
                        return Future.join(
                                readWhole(fills.get(Fill.MINE), true, lease, answers),
                                readWhole(fills.get(Fill.BUSY), false, lease, answers));
                    }))
                    .otherwiseEmpty()
                    .map(answers);
        });
    }

    /** Those that Redis does not have. */
    private Future<Set<Id>> fromRedis(Collection<Id> ids, Map<Id, Future<Set<Long>>> answers) {
        Set<Id> missing = ConcurrentHashMap.newKeySet();
        return Future.join(ids.stream()
                        .map(id -> invalidation.pending(keyOf.apply(id))
                                ? Future.succeededFuture(missing.add(id))
                                : cache.members(keyOf.apply(id))
                                        .otherwise(redisAway -> Optional.empty())
                                        .map(found -> found.isPresent()
                                                ? answers.put(id, Future.succeededFuture(found.get()))
                                                : missing.add(id)))
                        .toList())
                .map(missing);
    }

    private Future<Void> readWhole(Set<Id> ids, boolean fill, String lease, Map<Id, Future<Set<Long>>> answers) {
        return perTenant(
                ids,
                (tenant, names) -> read(tenant, names, id -> null, fill, lease)
                        .onComplete(found -> names.forEach(name -> answers.put(
                                new Id(tenant, name),
                                found.succeeded()
                                        ? Future.succeededFuture(found.result().getOrDefault(name, Set.of()))
                                        : Future.failedFuture(found.cause())))));
    }

    /** Whose it is to fill each set; while Redis is away or must not be believed, nobody's. */
    private Future<Map<Fill, Set<Id>>> begin(Collection<Id> ids, String lease) {
        List<Id> all = ids.stream()
                .filter(id -> !invalidation.pending(keyOf.apply(id)))
                .toList();
        Map<Fill, Set<Id>> fills = new EnumMap<>(Fill.class);
        for (Fill fill : Fill.values()) {
            fills.put(fill, new HashSet<>());
        }
        fills.get(Fill.BUSY).addAll(ids);
        return cache.begin(all.stream().map(keyOf).toList(), lease)
                .otherwise(redisAway -> Collections.nCopies(all.size(), Fill.BUSY))
                .map(states -> {
                    for (int i = 0; i < all.size(); i++) {
                        fills.get(Fill.BUSY).remove(all.get(i));
                        fills.get(states.get(i)).add(all.get(i));
                    }
                    return fills;
                });
    }

    /** Sets that were loaded while the question was on its way; what is gone again is asked of the store. */
    private Future<Void> known(List<Question> asked, Map<Fill, Set<Id>> fills, Map<Question, Future<Boolean>> answers) {
        List<Question> loaded = asked.stream()
                .filter(one -> fills.get(Fill.LOADED).contains(one.of()))
                .toList();
        return cache.find(loaded.stream()
                        .map(one -> new Ask(keyOf.apply(one.of()), one.member()))
                        .toList())
                .otherwise(redisAway -> Collections.nCopies(loaded.size(), Optional.empty()))
                .map(found -> {
                    for (int i = 0; i < loaded.size(); i++) {
                        if (found.get(i).isPresent()) {
                            answers.put(
                                    loaded.get(i),
                                    Future.succeededFuture(found.get(i).get()));
                        } else {
                            fills.get(Fill.BUSY).add(loaded.get(i).of());
                        }
                    }
                    return null;
                });
    }

    /** The members of sets, or those wanted of them, and all of them into Redis under the lease. */
    private Future<Map<String, Set<Long>>> read(
            String tenant, Set<String> ids, Function<Id, Set<Long>> wanted, boolean fill, String lease) {
        Map<String, Set<Long>> found = new ConcurrentHashMap<>();
        Set<String> filling = ConcurrentHashMap.newKeySet();
        if (fill) {
            filling.addAll(ids);
        }
        return source.read(tenant, ids, (id, members) -> {
                    Set<Long> kept = found.computeIfAbsent(id, any -> ConcurrentHashMap.newKeySet());
                    Set<Long> only = wanted.apply(new Id(tenant, id));
                    members.stream()
                            .filter(member -> only == null || only.contains(member))
                            .forEach(kept::add);
                    if (!filling.contains(id)) {
                        return Future.succeededFuture();
                    }
                    return cache.add(keyOf.apply(new Id(tenant, id)), lease, members)
                            .otherwise(redisAway -> false)
                            .map(added -> added || filling.remove(id))
                            .mapEmpty();
                })
                .compose(read -> cache.end(
                                filling.stream()
                                        .map(id -> keyOf.apply(new Id(tenant, id)))
                                        .toList(),
                                lease)
                        .otherwiseEmpty())
                .map(found);
    }

    private Future<Map<String, Set<Long>>> among(String tenant, Set<String> ids, Map<Id, Set<Long>> members) {
        Map<String, Set<Long>> asked = new HashMap<>();
        ids.forEach(id -> asked.put(id, members.get(new Id(tenant, id))));
        return source.among(tenant, asked);
    }

    private static void settle(
            List<Question> asked,
            String tenant,
            Set<String> ids,
            AsyncResult<Map<String, Set<Long>>> found,
            Map<Question, Future<Boolean>> answers) {
        for (Question one : asked) {
            if (one.tenant().equals(tenant) && ids.contains(one.id())) {
                answers.putIfAbsent(
                        one,
                        found.succeeded()
                                ? Future.succeededFuture(found.result()
                                        .getOrDefault(one.id(), Set.of())
                                        .contains(one.member()))
                                : Future.failedFuture(found.cause()));
            }
        }
    }

    /** One piece of work per tenant; a failed one is told by what it leaves behind. */
    private static Future<Void> perTenant(Set<Id> ids, BiFunction<String, Set<String>, Future<?>> work) {
        Map<String, Set<String>> byTenant = new HashMap<>();
        ids.forEach(id ->
                byTenant.computeIfAbsent(id.tenant(), tenant -> new HashSet<>()).add(id.id()));
        List<Future<?>> all = new ArrayList<>();
        byTenant.forEach((tenant, names) -> all.add(work.apply(tenant, names)));
        return Future.join(all).<Void>mapEmpty().otherwiseEmpty();
    }
}
