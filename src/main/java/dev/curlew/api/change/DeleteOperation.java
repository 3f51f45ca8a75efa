package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Conversations;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/**
 * {@code delete}: messages go away, for the caller alone, or, those one sent oneself, for both. Numbers that never held anything for the
 * caller are passed over; asking twice gives the same answer.
 */
public final class DeleteOperation implements Operation {

    private static final int MOST = 200;
    private static final String ALL = "all";
    private static final String SELF = "self";

    private final GroupMessageChanges groups;
    private final ChangeDesk desk;

    public DeleteOperation(ChangeDesk desk, GroupMessageChanges groups) {
        this.groups = groups;
        this.desk = desk;
    }

    @Override
    public String name() {
        return "delete";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        List<Long> seqs =
                Fields.numbers(data, "seqs", MOST).stream().distinct().sorted().toList();
        String scope = Fields.text(data, "scope", 8);
        if (seqs.isEmpty()) {
            throw ApiException.invalid("seqs is missing or empty.");
        }
        if (!scope.equals(ALL) && !scope.equals(SELF)) {
            throw ApiException.invalid("scope has to be self or all.");
        }
        Optional<GroupId> group = Conversations.group(data);
        if (group.isPresent()) {
            return scope.equals(ALL)
                    ? groups.deleteForAll(caller, group.get(), seqs)
                    : groups.deleteForSelf(caller, group.get(), seqs);
        }
        ConversationId conversation = Conversations.ofCaller(caller, data);
        return desk.stored(caller, conversation, seqs).compose(found -> {
            boolean all = scope.equals(ALL);
            if (all) {
                found.values().stream()
                        .filter(stored -> !stored.deleted())
                        .forEach(stored -> ChangeDesk.requireOwn(caller, conversation, stored));
            }
            List<Long> gone = seqs.stream().filter(found::containsKey).toList();
            List<Long> there = gone.stream()
                    .filter(seq ->
                            all ? !found.get(seq).deleted() : !found.get(seq).isGoneFor(caller.uid()))
                    .toList();
            if (there.isEmpty()) {
                return desk.view(caller, conversation).map(view -> answer(conversation, view.version(), gone, scope));
            }
            Future<Change> made = all
                    ? desk.forAll(caller, conversation, new Deleted(there))
                    : desk.forOwner(caller, conversation, new Deleted(there));
            return made.map(change -> answer(conversation, change.version(), gone, scope));
        });
    }

    private static ObjectNode answer(ConversationId conversation, long version, List<Long> seqs, String scope) {
        ObjectNode reply = ChangeDesk.reply(conversation, version).put("scope", scope);
        ArrayNode list = reply.putArray("seqs");
        seqs.forEach(list::add);
        return reply;
    }
}
