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

/**
 * {@code mentions}: a group's messages that mention the caller, by name or with everybody; the newest of them, or the newest below a number.
 * Contents are not looked into, so it is the same where they are encrypted.
 */
public final class MentionsOperation implements Operation {

    private final GroupDesk groups;
    private final GroupMarks marks;

    public MentionsOperation(GroupDesk groups, GroupMarks marks) {
        this.groups = groups;
        this.marks = marks;
    }

    @Override
    public String name() {
        return "mentions";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        Long before = Fields.optionalNumber(data, "before_seq", 0, Fields.MAX_NUMBER);
        int limit = MarkedMessages.limit(data);
        GroupId group = Conversations.group(data)
                .orElseThrow(() ->
                        ApiException.invalid("conversation_id has to be a group's: nobody is mentioned elsewhere."));
        return groups.view(caller, group).compose(view -> {
            long below = before == null ? view.maxSeq() + 1 : Math.min(before, view.maxSeq() + 1);
            return marks.mentioning(caller.tenant(), caller.uid(), group, view.minSeq(), below, limit + 1)
                    .compose(seqs -> MarkedMessages.read(groups, caller, group, view, seqs, limit));
        });
    }
}
