package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.api.op.Conversations;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.chat.MessageStore.Stored;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** {@code receipts}: who of those a message was for has seen it; asked by any of its conversation. */
public final class ReceiptsOperation implements Operation {

    private static final int LARGEST_LIMIT = 200;

    private final GroupReceipts groups;
    private final ChangeDesk desk;

    public ReceiptsOperation(ChangeDesk desk, GroupReceipts groups) {
        this.groups = groups;
        this.desk = desk;
    }

    @Override
    public String name() {
        return "receipts";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        Optional<GroupId> group = Conversations.group(data);
        if (group.isPresent()) {
            return groups.of(caller, group.get(), data);
        }
        ConversationId conversation = Conversations.ofCaller(caller, data);
        long seq = Fields.number(data, "seq", 1, Long.MAX_VALUE);
        Fields.optionalNumber(data, "limit", 1, LARGEST_LIMIT);
        if (Fields.present(data, "cursor")) {
            // Two need no second page, so no cursor was ever given.
            throw ApiException.invalid("cursor is not one of ours.");
        }
        return desk.visible(caller, conversation, List.of(seq)).compose(found -> {
            Stored stored = found.get(seq);
            if (stored == null) {
                throw ApiException.notFound("Message");
            }
            return desk.view(caller, conversation)
                    .map(view -> reply(caller, conversation, stored.message().sendUid(), seq, view));
        });
    }

    private static ObjectNode reply(Caller caller, ConversationId conversation, long sender, long seq, View view) {
        boolean mine = sender == caller.uid();
        boolean seen = mine ? view.peer().hasSeen(seq) : view.own().hasSeen(seq);
        ObjectNode reply = Json.object().put("read_count", seen ? 1 : 0).put("unread_count", seen ? 0 : 1);
        ArrayNode uids = reply.putArray("uids");
        if (seen) {
            uids.add(conversation.peerOf(sender));
        }
        return reply.putNull("next_cursor");
    }
}
