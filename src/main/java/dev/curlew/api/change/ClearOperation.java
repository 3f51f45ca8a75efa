package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Conversations;
import dev.curlew.domain.Change.Cleared;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;
import java.util.Optional;

/** {@code clear}: the caller sees none of the messages there are now any more; costs the same for one message as for a million. */
public final class ClearOperation implements Operation {

    private final GroupMessageChanges groups;
    private final ChangeDesk desk;

    public ClearOperation(ChangeDesk desk, GroupMessageChanges groups) {
        this.groups = groups;
        this.desk = desk;
    }

    @Override
    public String name() {
        return "clear";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        Optional<GroupId> group = Conversations.group(data);
        if (group.isPresent()) {
            return groups.clear(caller, group.get());
        }
        ConversationId conversation = Conversations.ofCaller(caller, data);
        return desk.view(caller, conversation).compose(view -> {
            long minSeq = view.maxSeq() + 1;
            return view.minSeq() >= minSeq
                    ? Future.succeededFuture(
                            ChangeDesk.reply(conversation, view.version()).put("min_seq", view.minSeq()))
                    : desk.forOwner(caller, conversation, new Cleared(minSeq))
                            .map(change -> ChangeDesk.reply(conversation, change.version())
                                    .put("min_seq", minSeq));
        });
    }
}
