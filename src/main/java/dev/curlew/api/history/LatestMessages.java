package dev.curlew.api.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions.View;
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
                    found.forEach((at, message) -> {
                        if (isPreview(message.options(), message.sendUid() == caller.uid())) {
                            View view = views.get(at.conversationId());
                            newest.put(
                                    at.conversationId(),
                                    MessageJson.node(message, view.since(caller.uid(), Stored.untouched(message))));
                        }
                    });
                    List<Future<Void>> others = wanted.stream()
                            .filter(at -> !newest.containsKey(at.conversationId()))
                            .map(at -> lookBack(caller, at, views.get(at.conversationId()), newest, 1))
                            .toList();
                    return Future.join(others);
                })
                .map(done -> newest);
    }

    private Future<Void> lookBack(Caller caller, Wanted at, View view, Map<String, ObjectNode> newest, int step) {
        long from = Math.max(view.minSeq(), at.seq() - (long) LOOK_BACK * step + 1);
        return history.read(caller.tenant(), caller.uid(), at.conversationId(), from, at.seq())
                .compose(slots -> {
                    PageBuilder builder = new PageBuilder(caller.uid(), view);
                    builder.ascending(slots, from, at.seq());
                    List<ObjectNode> messages = builder.messages();
                    for (int i = messages.size() - 1; i >= 0; i--) {
                        if (isPreview(caller, messages.get(i))) {
                            newest.put(at.conversationId(), messages.get(i));
                            return Future.succeededFuture();
                        }
                    }
                    return from > view.minSeq() && step < MOST_STEPS
                            ? lookBack(caller, new Wanted(at.conversationId(), from - 1), view, newest, step + 1)
                            : Future.succeededFuture();
                });
    }

    private static boolean isPreview(Caller caller, ObjectNode message) {
        Map<String, Boolean> options = new HashMap<>();
        message.path("options")
                .fields()
                .forEachRemaining(
                        option -> options.put(option.getKey(), option.getValue().booleanValue()));
        return isPreview(options, message.path("send_uid").longValue() == caller.uid());
    }

    /** A message that was sent not to move its conversation does not show in the list either. */
    private static boolean isPreview(Map<String, Boolean> options, boolean own) {
        return options.getOrDefault("conversation_update", true)
                && (!own || options.getOrDefault("sender_conversation_update", true));
    }
}
