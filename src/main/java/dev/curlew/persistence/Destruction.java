package dev.curlew.persistence;

import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Cleared;
import dev.curlew.store.change.Changes;
import dev.curlew.store.chat.ClaimStore;
import dev.curlew.store.chat.DestructStore;
import dev.curlew.store.chat.DestructStore.Due;
import dev.curlew.store.chat.SeqUserStore;
import dev.curlew.store.chat.SeqUserStore.Position;
import io.vertx.core.Future;
import java.util.List;

/**
 * Takes messages that are older than their owner wants out of that owner's sight (B-151…B-153): the lowest visible number rises, which
 * costs the same for one message as for a million. Only conversations that are due are looked at.
 */
final class Destruction implements Housekeeping.Chore {

    private static final int AT_ONCE = 50;

    private final DestructStore due;
    private final ClaimStore claims;
    private final SeqUserStore users;
    private final Changes changes;
    private final long everyMs;

    /** @param everyMs how often one conversation is looked at */
    Destruction(DestructStore due, ClaimStore claims, SeqUserStore users, Changes changes, long everyMs) {
        this.due = due;
        this.claims = claims;
        this.users = users;
        this.changes = changes;
        this.everyMs = everyMs;
    }

    @Override
    public String name() {
        return "message destruction";
    }

    @Override
    public Future<?> run(String tenant, long now) {
        return due.due(tenant, now - everyMs, AT_ONCE).compose(found -> {
            Future<?> chain = Future.succeededFuture();
            for (Due one : found) {
                chain = chain.compose(done -> destruct(tenant, one, now)).compose(done -> due.looked(tenant, one, now));
            }
            return chain;
        });
    }

    private Future<?> destruct(String tenant, Due one, long now) {
        long latest = now - one.destructAfterS() * 1_000;
        return users.positions(tenant, one.owner(), List.of(one.conversationId()))
                .compose(found -> {
                    Position position = found.getOrDefault(one.conversationId(), Position.START);
                    long min = Math.max(1, position.minSeq());
                    return claims.highest(tenant, one.conversationId())
                            .compose(highest -> firstAfter(tenant, one.conversationId(), latest, min, highest + 1))
                            .compose(first -> first > min
                                    ? changes.make(
                                            tenant,
                                            new Change(
                                                    one.conversationId(), 0, one.owner(), 0, now, new Cleared(first)))
                                    : Future.succeededFuture());
                });
    }

    /** The first number in {@code low..high} whose message was sent after {@code time}; times rise with numbers, so halving finds it. */
    private Future<Long> firstAfter(String tenant, String conversationId, long time, long low, long high) {
        if (low >= high) {
            return Future.succeededFuture(high);
        }
        long middle = low + (high - low) / 2;
        return claims.range(tenant, conversationId, middle, middle).compose(found -> {
            boolean after = !found.isEmpty() && found.get(0).sendTime() > time;
            return after
                    ? firstAfter(tenant, conversationId, time, low, middle)
                    : firstAfter(tenant, conversationId, time, middle + 1, high);
        });
    }
}
