package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions;
import dev.curlew.domain.ConversationId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;
import java.util.List;

/** {@code receipts}: who has seen a message of the caller's. */
public final class ReceiptsOperation implements Operation {

    private final Positions positions;

    public ReceiptsOperation(Positions positions) {
        this.positions = positions;
    }

    @Override
    public String name() {
        return "receipts";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        ConversationId conversation = Conversations.ofCaller(caller, data);
        long seq = Fields.number(data, "seq", 1, Long.MAX_VALUE);
        return positions
                .views(caller.tenant(), caller.uid(), List.of(conversation.value()))
                .map(views -> {
                    Positions.View view = views.get(conversation.value());
                    if (seq > view.maxSeq() || seq < view.minSeq()) {
                        throw ApiException.notFound("Message");
                    }
                    boolean seen = view.peer().hasSeen(seq);
                    ObjectNode reply =
                            Json.object().put("read_count", seen ? 1 : 0).put("unread_count", seen ? 0 : 1);
                    ArrayNode uids = reply.putArray("uids");
                    if (seen) {
                        uids.add(conversation.peerOf(caller.uid()));
                    }
                    return reply.putNull("next_cursor");
                });
    }
}
