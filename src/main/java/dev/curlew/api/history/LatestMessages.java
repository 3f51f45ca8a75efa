package dev.curlew.api.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.api.history.HistoryReader.Reader;
import dev.curlew.api.history.HistoryReader.Slot;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.MessageJson;
import dev.curlew.store.mongo.MessageStore.Stored;
import dev.curlew.store.redis.MessageCache;
import dev.curlew.store.redis.MessageCache.Wanted;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The newest message of many conversations: one pipeline for those Redis has, a short look back in the store for the rest. */
public final class LatestMessages {

    private static final int LOOK_BACK = 20;

    /** Each step looks further back than the one before; a preview beyond some thousand unseen numbers is not worth more. */
    private static final int MOST_STEPS = 15;

    private final MessageCache cache;
    private final HistoryReader history;

    public LatestMessages(MessageCache cache, HistoryReader history) {
        this.cache = cache;
        this.history = history;
    }

    /** By conversation; one without a visible message is missing. */
    public Future<Map<String, ObjectNode>> of(Caller caller, Map<String, View> views) {
        List<Wanted> wanted = views.entrySet().stream()
                .filter(entry -> entry.getValue().maxSeq() >= entry.getValue().minSeq())
                .map(entry -> new Wanted(entry.getKey(), entry.getValue().maxSeq()))
                .toList();
        Map<String, ObjectNode> newest = new HashMap<>();
        return cache.find(caller.tenant(), wanted)
                .otherwise(Map.of())
                .compose(found -> {
                    found.forEach((at, message) ->
                            keep(caller, views.get(at.conversationId()), Stored.untouched(message), newest));
                    List<Future<Void>> others = wanted.stream()
                            .filter(at -> !newest.containsKey(at.conversationId()))
                            .map(at -> lookBack(caller, at, views.get(at.conversationId()), newest, firstStep(at)))
                            .toList();
                    return Future.join(others);
                })
                .map(done -> newest);
    }

    /** A conversation of two was asked for its newest already; a group's may be a copy that is quick to have. */
    private static int firstStep(Wanted at) {
        return GroupId.ofMessages(at.conversationId()).isPresent() ? 0 : 1;
    }

    private Future<Void> lookBack(Caller caller, Wanted at, View view, Map<String, ObjectNode> newest, int step) {
        long from = Math.max(view.minSeq(), at.seq() - Math.max(1, (long) LOOK_BACK * step) + 1);
        return history.read(Reader.of(caller, view), at.conversationId(), from, at.seq())
                .compose(slots -> {
                    for (long seq = at.seq(); seq >= from; seq--) {
                        Stored stored = seen(slots.get(seq));
                        if (stored != null && keep(caller, view, stored, newest)) {
                            return Future.succeededFuture();
                        }
                    }
                    return from > view.minSeq() && step < MOST_STEPS
                            ? lookBack(caller, new Wanted(at.conversationId(), from - 1), view, newest, step + 1)
                            : Future.succeededFuture();
                });
    }

    private static Stored seen(Slot slot) {
        if (slot instanceof Slot.Held held) {
            return held.stored();
        }
        return slot instanceof Slot.Visible visible ? visible.stored() : null;
    }

    /** False for a message that was sent not to move its conversation: it does not show in the list either. */
    private static boolean keep(Caller caller, View view, Stored stored, Map<String, ObjectNode> newest) {
        Message message = stored.message();
        boolean own = message.sendUid() == caller.uid();
        boolean shows = message.option("conversation_update") && (!own || message.option("sender_conversation_update"));
        if (shows) {
            newest.put(message.conversationId(), MessageJson.node(message, view.since(caller.uid(), stored)));
        }
        return shows;
    }
}
