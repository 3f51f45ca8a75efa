package dev.curlew.api.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.MessageJson;
import dev.curlew.store.redis.MessageCache;
import dev.curlew.store.redis.MessageCache.Wanted;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The newest message of many conversations: one pipeline for those Redis has, a short look back in the store for the rest. */
public final class LatestMessages {

    private static final int LOOK_BACK = 20;

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
                    found.forEach((at, message) -> newest.put(
                            at.conversationId(),
                            MessageJson.node(message, isRead(caller, views.get(at.conversationId()), message))));
                    List<Future<Void>> others = wanted.stream()
                            .filter(at -> !newest.containsKey(at.conversationId()))
                            .map(at -> lookBack(caller, at, views.get(at.conversationId()), newest))
                            .toList();
                    return Future.join(others);
                })
                .map(done -> newest);
    }

    private Future<Void> lookBack(Caller caller, Wanted at, View view, Map<String, ObjectNode> newest) {
        long from = Math.max(view.minSeq(), at.seq() - LOOK_BACK + 1);
        return history.read(caller.tenant(), caller.uid(), at.conversationId(), from, at.seq())
                .compose(slots -> {
                    PageBuilder builder = new PageBuilder(caller.uid(), view.peerReadSeq());
                    builder.ascending(slots, from, at.seq());
                    List<ObjectNode> messages = builder.messages();
                    if (!messages.isEmpty()) {
                        newest.put(at.conversationId(), messages.get(messages.size() - 1));
                        return Future.succeededFuture();
                    }
                    return from > view.minSeq()
                            ? lookBack(caller, new Wanted(at.conversationId(), from - 1), view, newest)
                            : Future.succeededFuture();
                });
    }

    private static boolean isRead(Caller caller, View view, Message message) {
        return message.sendUid() == caller.uid() && message.seq() <= view.peerReadSeq();
    }
}
