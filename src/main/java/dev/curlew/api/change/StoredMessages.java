package dev.curlew.api.change;

import dev.curlew.protocol.ApiException;
import dev.curlew.store.Claims.Claim;
import dev.curlew.store.chat.ClaimStore;
import dev.curlew.store.chat.MessageStore;
import dev.curlew.store.chat.MessageStore.Stored;
import dev.curlew.store.chat.SeqStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Messages as the store has them, which a change acts on. One that was just sent may still be on its way there: it is waited for, and so
 * is the durable head above it, since a record that is replayed is put back into Redis only above that head.
 */
public final class StoredMessages {

    private static final long FIRST_WAIT_MS = 20;
    private static final long LONGEST_WAIT_MS = 320;
    private static final long PATIENCE_MS = 4_000;

    private final Vertx vertx;
    private final MessageStore messages;
    private final ClaimStore claims;
    private final SeqStore seqs;

    public StoredMessages(Vertx vertx, MessageStore messages, ClaimStore claims, SeqStore seqs) {
        this.vertx = vertx;
        this.messages = messages;
        this.claims = claims;
        this.seqs = seqs;
    }

    /**
     * By number; tombstones are missing. Fails with 50300 when one does not get there in time.
     *
     * @param wanted numbers up to the head
     */
    Future<Map<Long, Stored>> find(String tenant, String conversationId, Collection<Long> wanted) {
        return find(tenant, conversationId, Set.copyOf(wanted), FIRST_WAIT_MS, 0);
    }

    private Future<Map<Long, Stored>> find(
            String tenant, String conversationId, Set<Long> wanted, long wait, long waited) {
        long highest = wanted.stream().mapToLong(Long::longValue).max().orElse(0);
        return Future.all(messages.find(tenant, conversationId, wanted), seqs.numbers(tenant, conversationId))
                .compose(both -> {
                    Map<Long, Stored> found = both.resultAt(0);
                    boolean settled = both.<SeqStore.Numbers>resultAt(1).head() >= highest;
                    Set<Long> missing = new HashSet<>(wanted);
                    missing.removeAll(found.keySet());
                    return missing.isEmpty() && settled
                            ? Future.succeededFuture(found)
                            : withoutHoles(tenant, conversationId, missing).compose(unwritten -> {
                                if (unwritten.isEmpty() && (settled || found.isEmpty())) {
                                    return Future.succeededFuture(found);
                                }
                                if (waited >= PATIENCE_MS) {
                                    return Future.failedFuture(
                                            ApiException.unavailable("The message is still being stored."));
                                }
                                return later(wait)
                                        .compose(v -> find(
                                                tenant,
                                                conversationId,
                                                wanted,
                                                Math.min(LONGEST_WAIT_MS, wait * 2),
                                                waited + wait));
                            });
                });
    }

    private Future<Set<Long>> withoutHoles(String tenant, String conversationId, Set<Long> missing) {
        if (missing.isEmpty()) {
            return Future.succeededFuture(missing);
        }
        return claims.at(tenant, conversationId, List.copyOf(missing)).map(found -> {
            Set<Long> unwritten = new HashSet<>(missing);
            found.stream().filter(Claim::hole).map(Claim::seq).forEach(unwritten::remove);
            return unwritten;
        });
    }

    private Future<Void> later(long ms) {
        Promise<Void> promise = Promise.promise();
        vertx.setTimer(ms, timer -> promise.complete());
        return promise.future();
    }
}
