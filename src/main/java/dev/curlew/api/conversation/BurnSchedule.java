package dev.curlew.api.conversation;

import dev.curlew.domain.ConversationId;
import dev.curlew.protocol.Caller;
import dev.curlew.store.ConversationSettings;
import dev.curlew.store.ConversationSettings.Key;
import dev.curlew.store.ConversationSettings.Settings;
import dev.curlew.store.chat.BurnStore;
import dev.curlew.store.chat.BurnStore.Burn;
import io.vertx.core.Future;
import java.util.List;

/** Has messages burn in time after their reader saw them, where the two agreed on it. */
public final class BurnSchedule {

    private final ConversationSettings settings;
    private final BurnStore burns;

    public BurnSchedule(ConversationSettings settings, BurnStore burns) {
        this.settings = settings;
        this.burns = burns;
    }

    /** Before the position rises, so that a stop in between burns them all the same. */
    public Future<Void> schedule(Caller caller, ConversationId conversation, ReadAdvance advance) {
        if (advance.isNothing()) {
            return Future.succeededFuture();
        }
        Key key = new Key(caller.uid(), conversation.value());
        return settings.find(caller.tenant(), List.of(key)).compose(found -> {
            Settings mine = found.get(key);
            if (mine.burnFromSeq() == 0) {
                return Future.succeededFuture();
            }
            long from = Math.max(advance.from(), mine.burnFromSeq());
            List<Long> single = advance.single().stream()
                    .filter(seq -> seq >= mine.burnFromSeq())
                    .toList();
            if (from > advance.to() && single.isEmpty()) {
                return Future.succeededFuture();
            }
            long due = System.currentTimeMillis() + mine.burnDuration() * 1_000L;
            return burns.schedule(
                    caller.tenant(),
                    new Burn(null, conversation.value(), caller.uid(), from, advance.to(), single, due));
        });
    }
}
