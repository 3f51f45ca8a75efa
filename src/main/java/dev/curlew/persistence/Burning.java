package dev.curlew.persistence;

import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.store.change.Changes;
import dev.curlew.store.chat.BurnStore;
import dev.curlew.store.chat.BurnStore.Burn;
import dev.curlew.store.chat.MessageStore;
import dev.curlew.store.chat.MessageStore.Stored;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Deletes messages for both sides a while after they were read, where the two agreed on it. What has burned is passed over, so a piece may be done twice. */
final class Burning implements Housekeeping.Chore {

    private static final int AT_ONCE = 100;
    private static final int SEQS_A_CHANGE = 200;

    private final BurnStore burns;
    private final MessageStore messages;
    private final Changes changes;

    Burning(BurnStore burns, MessageStore messages, Changes changes) {
        this.burns = burns;
        this.messages = messages;
        this.changes = changes;
    }

    @Override
    public String name() {
        return "burning";
    }

    @Override
    public Future<?> run(String tenant, long now) {
        return burns.due(tenant, now, AT_ONCE).compose(due -> {
            Future<?> chain = Future.succeededFuture();
            for (Burn burn : due) {
                chain = chain.compose(done -> burn(tenant, burn, now)).compose(done -> burns.remove(tenant, burn));
            }
            return chain;
        });
    }

    private Future<?> burn(String tenant, Burn burn, long now) {
        Future<?> chain = burn.seqs().isEmpty()
                ? Future.succeededFuture()
                : messages.find(tenant, burn.conversationId(), burn.seqs())
                        .compose(found -> delete(tenant, burn, found, now));
        for (long from = burn.fromSeq(); from <= burn.toSeq(); from += SEQS_A_CHANGE) {
            long first = from;
            long last = Math.min(burn.toSeq(), from + SEQS_A_CHANGE - 1);
            chain = chain.compose(done -> messages.range(tenant, burn.conversationId(), first, last))
                    .compose(found -> delete(tenant, burn, found, now));
        }
        return chain;
    }

    private Future<?> delete(String tenant, Burn burn, Map<Long, Stored> found, long now) {
        List<Long> seqs = new ArrayList<>();
        found.forEach((seq, stored) -> {
            if (!stored.deleted() && stored.message().toUid() == burn.reader()) {
                seqs.add(seq);
            }
        });
        return seqs.isEmpty()
                ? Future.succeededFuture()
                : changes.make(tenant, new Change(burn.conversationId(), 0, 0, 0, now, new Deleted(List.copyOf(seqs))));
    }
}
