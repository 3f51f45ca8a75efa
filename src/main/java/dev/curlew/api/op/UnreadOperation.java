package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.mongo.ConversationStore;
import io.vertx.core.Future;

/** {@code unread}: the total over all conversations that are not set to receive nothing. */
public final class UnreadOperation implements Operation {

    private static final int PAGE = 1_000;

    private final Positions positions;
    private final ConversationStore conversations;

    public UnreadOperation(Positions positions, ConversationStore conversations) {
        this.positions = positions;
        this.conversations = conversations;
    }

    @Override
    public String name() {
        return "unread";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        return total(caller, "", 0).map(total -> Json.object().put("total", total));
    }

    private Future<Long> total(Caller caller, String after, long sum) {
        return conversations.counted(caller.tenant(), caller.uid(), after, PAGE).compose(ids -> {
            if (ids.isEmpty()) {
                return Future.succeededFuture(sum);
            }
            return positions.views(caller.tenant(), caller.uid(), ids).compose(views -> {
                long more = views.values().stream()
                        .mapToLong(Positions.View::unread)
                        .sum();
                return ids.size() < PAGE
                        ? Future.succeededFuture(sum + more)
                        : total(caller, ids.get(ids.size() - 1), sum + more);
            });
        });
    }
}
