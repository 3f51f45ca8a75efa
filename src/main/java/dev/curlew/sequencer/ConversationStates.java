package dev.curlew.sequencer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.curlew.domain.ConversationId;
import dev.curlew.store.Claims.Claim;
import dev.curlew.store.chat.Touch;
import dev.curlew.store.mongo.MongoClaims;
import dev.curlew.store.mongo.MongoConversations;
import dev.curlew.store.mongo.MongoSeqs;
import dev.curlew.store.redis.ConversationIdCache;
import dev.curlew.store.redis.RedisCommands;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What this sequencer knows of the conversations it owns. A conversation is read from the stores at first touch, and again after
 * partitions moved or Redis came back as another process, since a counter may have gone back meanwhile (rule 2). Used on one
 * context only.
 */
final class ConversationStates {

    private static final int KEPT = 200_000;
    private static final int AT_ONCE = 24;

    /** Mutable on purpose: it follows the batches of its one owner. */
    static final class State {
        /** The highest number known to be given. */
        long issued;

        /** All numbers up to this one are resolved. */
        long head;

        /** End of the block reserved in MongoDB. */
        long blockEnd;

        /** True while nothing was taken since the stores were read, so that a missing counter may be made from this. */
        boolean fresh = true;

        /** Tombstones that Redis has not been told of yet. */
        final List<Long> holes = new ArrayList<>();

        State(long issued, long head, long blockEnd) {
            this.issued = issued;
            this.head = head;
            this.blockEnd = blockEnd;
        }
    }

    private final Cache<String, State> states =
            Caffeine.newBuilder().maximumSize(KEPT).executor(Runnable::run).build();
    private final MongoClaims claims;
    private final MongoSeqs seqs;
    private final MongoConversations conversations;
    private final ConversationIdCache ids;
    private final RedisCommands redis;
    private String runId;

    ConversationStates(
            MongoClaims claims,
            MongoSeqs seqs,
            MongoConversations conversations,
            ConversationIdCache ids,
            RedisCommands redis) {
        this.ids = ids;
        this.claims = claims;
        this.seqs = seqs;
        this.conversations = conversations;
        this.redis = redis;
    }

    void forgetAll() {
        states.invalidateAll();
    }

    void forget(String tenant, String conversationId) {
        states.invalidate(key(tenant, conversationId));
    }

    /** The state of a conversation that {@link #load} made ready. */
    State get(String tenant, String conversationId) {
        State state = states.getIfPresent(key(tenant, conversationId));
        if (state == null) {
            throw new IllegalStateException("Partitions moved, the batch has to be done again");
        }
        return state;
    }

    /** Makes all these ready, a bounded number at a time. */
    Future<Void> load(String tenant, Collection<String> conversationIds) {
        if (!Objects.equals(runId, redis.runId())) {
            runId = redis.runId();
            forgetAll();
        }
        List<String> unknown = conversationIds.stream()
                .filter(id -> states.getIfPresent(key(tenant, id)) == null)
                .toList();
        if (unknown.isEmpty()) {
            return Future.succeededFuture();
        }
        return ensureListed(tenant, unknown).compose(listed -> loadFrom(tenant, unknown, 0));
    }

    /** Both members have the conversation in their list before its first message is acknowledged. */
    private Future<Void> ensureListed(String tenant, List<String> unknown) {
        List<Touch> touches = unknown.stream()
                .flatMap(id -> ConversationId.parse(id).stream())
                .map(Touch::exists)
                .toList();
        if (touches.isEmpty()) {
            return Future.succeededFuture();
        }
        // Whether a copy is new is not asked: it may have been made by a try that stopped before this.
        return conversations.touch(tenant, touches).compose(listed -> {
            Set<Long> owners = new HashSet<>();
            touches.forEach(touch -> owners.addAll(
                    List.of(touch.conversation().lowUid(), touch.conversation().highUid())));
            return ids.drop(tenant, owners);
        });
    }

    private Future<Void> loadFrom(String tenant, List<String> ids, int start) {
        if (start >= ids.size()) {
            return Future.succeededFuture();
        }
        List<String> some = ids.subList(start, Math.min(ids.size(), start + AT_ONCE));
        return seqs.numbers(tenant, some)
                .compose(numbers -> Future.join(some.stream()
                        .map(id -> loadOne(tenant, id, numbers.getOrDefault(id, new MongoSeqs.Numbers(0, 0, 0))))
                        .toList()))
                .compose(done -> loadFrom(tenant, ids, start + AT_ONCE));
    }

    private Future<Void> loadOne(String tenant, String conversationId, MongoSeqs.Numbers numbers) {
        return claims.highest(tenant, conversationId)
                .compose(highest -> resolve(tenant, conversationId, numbers.head(), highest)
                        .map(holes -> {
                            long head = Math.max(highest, numbers.head());
                            State state = new State(highest, head, numbers.maxSeq());
                            state.holes.addAll(holes);
                            states.put(key(tenant, conversationId), state);
                            return null;
                        }));
    }

    /**
     * Fills every number above the head, up to {@code to}, that nobody claimed; afterwards all are resolved (rule 4).
     *
     * @return the tombstones among them
     */
    Future<List<Long>> resolve(String tenant, String conversationId, long head, long to) {
        if (head >= to) {
            return Future.succeededFuture(List.of());
        }
        return claims.range(tenant, conversationId, head + 1, to).compose(found -> {
            Set<Long> taken = new HashSet<>();
            List<Long> holes = new ArrayList<>();
            for (Claim claim : found) {
                taken.add(claim.seq());
                if (claim.hole()) {
                    holes.add(claim.seq());
                }
            }
            List<Future<Void>> fills = new ArrayList<>();
            for (long seq = head + 1; seq <= to; seq++) {
                if (!taken.contains(seq)) {
                    long free = seq;
                    fills.add(claims.fill(tenant, conversationId, free, System.currentTimeMillis())
                            .map(filled -> {
                                if (filled) {
                                    holes.add(free);
                                }
                                return null;
                            }));
                }
            }
            return Future.join(fills).map(done -> holes);
        });
    }

    private static String key(String tenant, String conversationId) {
        return tenant + "|" + conversationId;
    }
}
