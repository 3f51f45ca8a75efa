package dev.curlew.store.group;

import dev.curlew.domain.GroupId;
import dev.curlew.store.Coalescer;
import dev.curlew.store.Invalidation;
import dev.curlew.store.mysql.GroupReads;
import dev.curlew.store.redis.MutedCache;
import dev.curlew.store.redis.MutedCache.Ask;
import dev.curlew.store.redis.RedisKeys;
import io.vertx.core.Future;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Until when members of a group may not speak, from Redis, on a miss from MySQL. Every send asks, so questions at the same time share a
 * pipeline, and those about one group that miss share a query.
 */
public final class MutedMembers {

    private static final int MAX_BATCH = 500;
    private static final int MAX_WAITING = 50_000;

    private final GroupReads reads;
    private final RedisKeys keys;
    private final MutedCache cache;
    private final Invalidation invalidation;
    // The values are futures so that a tenant whose database fails does not fail the others of its batch.
    private final Coalescer<Question, Future<OptionalLong>> questions;

    public MutedMembers(GroupReads reads, RedisKeys keys, MutedCache cache, Invalidation invalidation) {
        this.reads = reads;
        this.keys = keys;
        this.cache = cache;
        this.invalidation = invalidation;
        this.questions = new Coalescer<>(this::answers, MAX_BATCH, MAX_WAITING);
    }

    private record Question(String tenant, GroupId group, long uid) {}

    /** Until when, milliseconds; empty for who may speak. A time that is over is as good as none. */
    public Future<OptionalLong> until(String tenant, GroupId id, long uid) {
        return questions.get(new Question(tenant, id, uid)).compose(Optional::orElseThrow);
    }

    private Future<Map<Question, Future<OptionalLong>>> answers(List<Question> asked) {
        List<Ask> asks = asked.stream().map(one -> new Ask(key(one), one.uid())).toList();
        return cache.find(asks)
                .otherwise(redisAway -> Collections.nCopies(asks.size(), Optional.empty()))
                .compose(known -> {
                    Map<Question, Future<OptionalLong>> found = new HashMap<>();
                    Map<String, Future<Map<Long, Long>>> loads = new HashMap<>();
                    for (int i = 0; i < asked.size(); i++) {
                        Question one = asked.get(i);
                        String key = asks.get(i).key();
                        // A copy this node could not drop yet may be older than the store.
                        if (known.get(i).isPresent() && !invalidation.pending(key)) {
                            found.put(one, Future.succeededFuture(known.get(i).get()));
                        } else {
                            found.put(
                                    one,
                                    loads.computeIfAbsent(key, none -> muted(one, key))
                                            .map(muted -> of(muted, one.uid())));
                        }
                    }
                    return Future.join(List.copyOf(loads.values()))
                            .otherwiseEmpty()
                            .map(found);
                });
    }

    private Future<Map<Long, Long>> muted(Question one, String key) {
        return invalidation.pending(key)
                ? reads.muted(one.tenant(), one.group().value())
                : load(one.tenant(), one.group(), key);
    }

    private String key(Question one) {
        return keys.groupMuted(one.tenant(), one.group().value());
    }

    /** Opened first, so that a change while MySQL is read is not lost. */
    private Future<Map<Long, Long>> load(String tenant, GroupId id, String key) {
        return cache.begin(key)
                .otherwise(redisAway -> Optional.empty())
                .compose(lease -> reads.muted(tenant, id.value())
                        .compose(muted -> lease.isEmpty()
                                ? Future.succeededFuture(muted)
                                : cache.end(key, lease.get(), muted)
                                        .otherwiseEmpty()
                                        .map(muted)));
    }

    private static OptionalLong of(Map<Long, Long> muted, long uid) {
        return muted.containsKey(uid) ? OptionalLong.of(muted.get(uid)) : OptionalLong.empty();
    }
}
