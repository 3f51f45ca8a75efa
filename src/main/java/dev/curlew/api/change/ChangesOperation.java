package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Conversations;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.Change;
import dev.curlew.domain.ConversationId;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.ChangesPage;
import dev.curlew.protocol.Operation;
import dev.curlew.store.change.ChangeEvents;
import dev.curlew.store.change.Changes;
import io.vertx.core.Future;
import java.util.List;

/** {@code changes}: what happened to a conversation, besides new messages, above a number the device knows (rule 12). */
public final class ChangesOperation implements Operation {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 200;

    private final ChangeDesk desk;
    private final Changes changes;

    public ChangesOperation(ChangeDesk desk, Changes changes) {
        this.desk = desk;
        this.changes = changes;
    }

    @Override
    public String name() {
        return "changes";
    }

    @Override
    public Future<ChangesPage> run(Caller caller, ObjectNode data) {
        ConversationId conversation = Conversations.ofCaller(caller, data);
        long after = Fields.number(data, "after_version", 0, Long.MAX_VALUE);
        int limit =
                Fields.present(data, "limit") ? (int) Fields.number(data, "limit", 1, LARGEST_LIMIT) : DEFAULT_LIMIT;
        return desk.view(caller, conversation).compose(view -> {
            boolean full = after > view.version();
            long from = full ? 0 : after;
            return changes.after(caller.tenant(), conversation.value(), caller.uid(), from, limit + 1)
                    .map(found -> page(conversation, found, limit, Math.max(from, view.version()), full));
        });
    }

    private static ChangesPage page(
            ConversationId conversation, List<Change> found, int limit, long newest, boolean full) {
        boolean more = found.size() > limit;
        List<Change> some = more ? found.subList(0, limit) : found;
        long last = some.isEmpty() ? 0 : some.get(some.size() - 1).version();
        return new ChangesPage(
                conversation.value(),
                more ? last : Math.max(last, newest),
                more,
                full,
                some.stream().map(ChangeEvents::entry).toList());
    }
}
