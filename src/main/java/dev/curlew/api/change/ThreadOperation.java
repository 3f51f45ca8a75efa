package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Conversations;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Operation;
import dev.curlew.store.mysql.GroupMarks;
import io.vertx.core.Future;

/** {@code thread}: what was said in a thread of a group, the messages whose {@code root_seq} is that number, ascending. */
public final class ThreadOperation implements Operation {

    private final GroupDesk groups;
    private final GroupMarks marks;

    public ThreadOperation(GroupDesk groups, GroupMarks marks) {
        this.groups = groups;
        this.marks = marks;
    }

    @Override
    public String name() {
        return "thread";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        long root = Fields.number(data, "root_seq", 1, Fields.MAX_NUMBER);
        Long after = Fields.optionalNumber(data, "after_seq", 0, Fields.MAX_NUMBER);
        int limit = MarkedMessages.limit(data);
        GroupId group = Conversations.group(data)
                .orElseThrow(
                        () -> ApiException.invalid("conversation_id has to be a group's: only groups have threads."));
        return groups.view(caller, group).compose(view -> {
            long above = Math.max(after == null ? 0 : after, view.minSeq() - 1);
            return marks.ofThread(caller.tenant(), group, root, above, limit + 1)
                    .compose(seqs -> MarkedMessages.read(groups, caller, group, view, seqs, limit));
        });
    }
}
