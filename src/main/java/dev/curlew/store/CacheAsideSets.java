package dev.curlew.store;

import dev.curlew.store.redis.SetCache;
import dev.curlew.store.redis.SetCache.Ask;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * One family of sets, read from Redis and on a miss from the store, which then fills Redis; from the store alone while Redis is away.
 * Questions at the same time share a pipeline, and those that miss share a query. A question never joins a look-up that has left, so it
 * sees every change that ended before.
 */
public final class CacheAsideSets {

    private static final int MAX_BATCH = 1_000;
    private static final int MAX_WAITING = 100_000;
    /** Loading a large set holds up only the questions of its share. */
    private static final int SHARES = 16;

    private final BiFunction<String, String, String> keyOf;
    private final SetCache cache;
    private final Invalidation invalidation;
    private final Coalescer<Question, Boolean> questions;
    private final List<Coalescer<Question, Future<Boolean>>> misses = new ArrayList<>();
    private final List<Coalescer<Id, Future<Set<Long>>>> wholes = new ArrayList<>();

    /** @param keyOf the Redis key of a tenant's set */
    public CacheAsideSets(
            BiFunction<String, String, String> keyOf, SetCache cache, Invalidation invalidation, SetSource source) {
        this.keyOf = keyOf;
        this.cache = cache;
        this.invalidation = invalidation;
        SetLoads loads = new SetLoads(this::key, cache, invalidation, source);
        this.questions = new Coalescer<>(this::ask, MAX_BATCH, MAX_WAITING);
        for (int i = 0; i < SHARES; i++) {
            misses.add(new Coalescer<>(loads::answers, MAX_BATCH, MAX_WAITING));
            wholes.add(new Coalescer<>(loads::wholes, MAX_BATCH, MAX_WAITING));
        }
    }

    /** A set of a tenant. */
    record Id(String tenant, String id) {}

    /** Is this number in this set? */
    public record Question(String tenant, String id, long member) {

        Id of() {
            return new Id(tenant, id);
        }
    }

    /** What a committed change did to one set, and what else came of it. */
    public record Delta<T>(Collection<Long> added, Collection<Long> removed, T result) {}

    /** Whether a number is in a set; questions at the same time, about whatever sets, are asked together. */
    public Future<Boolean> contains(String tenant, String id, long member) {
        Question question = new Question(tenant, id, member);
        return questions
                .get(question)
                .compose(known -> known.isPresent()
                        ? Future.succeededFuture(known.get())
                        : share(misses, question.of()).get(question).compose(Optional::orElseThrow));
    }

    /** Those questions that are answered with yes. */
    public Future<Set<Question>> containing(Collection<Question> asked) {
        List<Question> all = List.copyOf(asked);
        List<Future<Boolean>> answers = all.stream()
                .map(one -> contains(one.tenant(), one.id(), one.member()))
                .toList();
        return Future.join(answers).map(done -> {
            Set<Question> yes = new HashSet<>();
            for (int i = 0; i < all.size(); i++) {
                if (answers.get(i).result()) {
                    yes.add(all.get(i));
                }
            }
            return yes;
        });
    }

    /** All members. */
    public Future<Set<Long>> members(String tenant, String id) {
        Id whole = new Id(tenant, id);
        return share(wholes, whole).get(whole).compose(Optional::orElseThrow);
    }

    /** All members of these sets, which are small: one pipeline for those that Redis has. */
    public Future<Map<String, Set<Long>>> small(String tenant, Collection<String> ids) {
        List<String> wanted = ids.stream()
                .distinct()
                .filter(id -> !invalidation.pending(keyOf.apply(tenant, id)))
                .toList();
        Map<String, Set<Long>> found = new ConcurrentHashMap<>();
        return cache.small(keys(tenant, wanted))
                .otherwise(redisAway -> Collections.nCopies(wanted.size(), Optional.empty()))
                .compose(known -> {
                    for (int i = 0; i < wanted.size(); i++) {
                        String id = wanted.get(i);
                        known.get(i).ifPresent(members -> found.put(id, members));
                    }
                    return Future.join(ids.stream()
                            .distinct()
                            .filter(id -> !found.containsKey(id))
                            .map(id -> members(tenant, id).onSuccess(members -> found.put(id, members)))
                            .toList());
                })
                .map(found);
    }

    /** How many members. */
    public Future<Long> size(String tenant, String id) {
        String key = keyOf.apply(tenant, id);
        Future<Optional<Long>> known =
                invalidation.pending(key) ? Future.succeededFuture(Optional.empty()) : cache.size(key);
        return known.otherwise(redisAway -> Optional.empty())
                .compose(size -> size.isPresent()
                        ? Future.succeededFuture(size.get())
                        : members(tenant, id).map(all -> (long) all.size()));
    }

    /** Runs a change of these sets: readers go to the store until it has committed, and the next of them loads the sets again. */
    public <T> Future<T> change(String tenant, Collection<String> ids, Supplier<Future<T>> commit) {
        List<String> keys = keys(tenant, ids);
        return invalidation.around(keys, () -> cache.barrier(keys), commit);
    }

    /**
     * Runs a change of a few members of one set, which is kept and changed when it is loaded: for sets that are costly to load. When
     * another one changes at the same time, whose order nobody knows, the set is dropped.
     */
    public <T> Future<T> patch(String tenant, String id, Supplier<Future<Delta<T>>> commit) {
        String key = keyOf.apply(tenant, id);
        String token = "writer:" + UUID.randomUUID();
        return cache.open(key, token)
                .map(Optional::of)
                .otherwise(redisAway -> Optional.empty())
                .compose(kept -> commit.get()
                        .compose(
                                delta -> (kept.orElse(false)
                                                ? cache.close(key, token, delta.added(), delta.removed())
                                                        .recover(redisAway -> drop(tenant, List.of(id)))
                                                : drop(tenant, List.of(id)))
                                        .map(delta.result()),
                                // What may still commit leaves its mark, which ends by itself, as in around().
                                failure -> (kept.isPresent() && !Invalidation.refused(failure)
                                                ? Future.<Void>succeededFuture()
                                                : drop(tenant, List.of(id)))
                                        .compose(done -> Future.failedFuture(failure))));
    }

    /** After a change that committed without a barrier before it. Never fails; tried again while Redis is away. */
    public Future<Void> drop(String tenant, Collection<String> ids) {
        return invalidation.drop(keys(tenant, ids));
    }

    private List<String> keys(String tenant, Collection<String> ids) {
        return ids.stream().distinct().map(id -> keyOf.apply(tenant, id)).toList();
    }

    private String key(Id id) {
        return keyOf.apply(id.tenant(), id.id());
    }

    private static <T> T share(List<T> shares, Id id) {
        return shares.get(Math.floorMod(id.hashCode(), SHARES));
    }

    /** What Redis knows. */
    private Future<Map<Question, Boolean>> ask(List<Question> asked) {
        List<Ask> asks =
                asked.stream().map(one -> new Ask(key(one.of()), one.member())).toList();
        return cache.find(asks)
                .onFailure(redisAway -> invalidation.fallbacks().faulted())
                .otherwise(redisAway -> Collections.nCopies(asked.size(), Optional.empty()))
                .map(found -> {
                    Map<Question, Boolean> answers = new HashMap<>();
                    for (int i = 0; i < asked.size(); i++) {
                        if (found.get(i).isPresent()
                                && !invalidation.pending(asks.get(i).key())) {
                            answers.put(asked.get(i), found.get(i).get());
                        }
                    }
                    invalidation.fallbacks().missed(asked.size() - answers.size());
                    return answers;
                });
    }
}
