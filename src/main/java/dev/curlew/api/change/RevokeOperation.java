package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Conversations;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.Change.Revoked;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Operation;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.chat.MessageStore.Stored;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * {@code revoke}: the sender takes a message back, within the tenant's window (B-178). Its content is gone everywhere; what stays is who
 * took it back, when, and under which name. Asked again, also later, the answer is the same.
 */
public final class RevokeOperation implements Operation {

    private static final int MEMBER = 1;
    private static final long DEFAULT_WINDOW_MS = 120_000;

    private final GroupMessageChanges groups;
    private final ChangeDesk desk;
    private final UserDirectory users;

    public RevokeOperation(ChangeDesk desk, UserDirectory users, GroupMessageChanges groups) {
        this.groups = groups;
        this.desk = desk;
        this.users = users;
    }

    @Override
    public String name() {
        return "revoke";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        long seq = Fields.number(data, "seq", 1, Long.MAX_VALUE);
        Optional<GroupId> group = Conversations.group(data);
        if (group.isPresent()) {
            return groups.revoke(caller, group.get(), seq);
        }
        ConversationId conversation = Conversations.ofCaller(caller, data);
        return desk.own(caller, conversation, seq)
                .compose(stored -> stored.revoke() != null
                        ? Future.succeededFuture(answer(conversation, seq, stored))
                        : desk.withinWindow(caller, stored, "revoke_window_ms", DEFAULT_WINDOW_MS)
                                .compose(young -> revoke(caller, conversation, seq)));
    }

    private Future<ObjectNode> revoke(Caller caller, ConversationId conversation, long seq) {
        return users.find(caller.tenant(), caller.uid())
                .compose(me -> desk.forAll(
                        caller,
                        conversation,
                        new Revoked(seq, MEMBER, me.map(UserProfile::nickname).orElse(""))))
                .compose(change -> desk.own(caller, conversation, seq))
                .map(stored -> {
                    if (stored.revoke() == null) {
                        throw ApiException.unavailable("The message was being changed.");
                    }
                    return answer(conversation, seq, stored);
                });
    }

    private static ObjectNode answer(ConversationId conversation, long seq, Stored stored) {
        return ChangeDesk.reply(conversation, stored.version())
                .put("seq", seq)
                .put("time", stored.revoke().time());
    }
}
