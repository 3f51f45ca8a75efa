package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.api.op.Conversations;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.Change.Reviewed;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.ChangesPage;
import dev.curlew.protocol.MessageJson;
import dev.curlew.protocol.Operation;
import dev.curlew.store.change.ChangeEvents;
import dev.curlew.store.change.Changes;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** {@code changes}: what happened to a conversation, besides new messages, above a number the device knows (rule 12). */
public final class ChangesOperation implements Operation {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 200;

    private final GroupDesk groups;
    private final ChangeDesk desk;
    private final Changes changes;

    public ChangesOperation(ChangeDesk desk, Changes changes, GroupDesk groups) {
        this.groups = groups;
        this.desk = desk;
        this.changes = changes;
    }

    @Override
    public String name() {
        return "changes";
    }

    @Override
    public Future<ChangesPage> run(Caller caller, ObjectNode data) {
        long after = Fields.number(data, "after_version", 0, Long.MAX_VALUE);
        int limit =
                Fields.present(data, "limit") ? (int) Fields.number(data, "limit", 1, LARGEST_LIMIT) : DEFAULT_LIMIT;
        Optional<GroupId> group = Conversations.group(data);
        if (group.isPresent()) {
            return changes(caller, group.get(), after, limit);
        }
        ConversationId conversation = Conversations.ofCaller(caller, data);
        return desk.view(caller, conversation).compose(view -> {
            boolean full = after > view.version();
            long from = full ? 0 : after;
            return changes.after(caller.tenant(), conversation.value(), caller.uid(), from, limit + 1)
                    .map(found -> page(found, limit, Math.max(from, view.version()), full))
                    .compose(page -> visible(caller, conversation, page));
        });
    }

    /** Of a group: without what is about messages that are not the caller's to see. */
    private Future<ChangesPage> changes(Caller caller, GroupId group, long after, int limit) {
        return groups.view(caller, group).compose(view -> {
            boolean full = after > view.version();
            long from = full ? 0 : after;
            return groups.after(caller, group, from, limit + 1)
                    .map(found -> page(found, limit, Math.max(from, view.version()), full))
                    .compose(page -> seen(caller, group, view, page));
        });
    }

    private Future<ChangesPage> seen(Caller caller, GroupId group, View view, Page page) {
        List<Long> asked = page.changes().stream()
                .filter(change -> change.what() instanceof Edited || change.what() instanceof Reviewed)
                .flatMap(change -> change.what().seqs().stream())
                .filter(seq -> seq <= view.maxSeq())
                .distinct()
                .toList();
        Future<Map<Long, ObjectNode>> shown = asked.isEmpty()
                ? Future.succeededFuture(Map.of())
                : groups.stored(caller, group, asked).map(found -> {
                    Map<Long, ObjectNode> nodes = new HashMap<>();
                    found.values().stream()
                            .filter(stored -> !stored.isGoneFor(caller.uid()))
                            .forEach(stored -> nodes.put(
                                    stored.message().seq(),
                                    MessageJson.node(stored.message(), view.since(caller.uid(), stored))));
                    return nodes;
                });
        return shown.map(nodes -> {
            ChangesPage told = told(
                    group.conversation(),
                    page,
                    nodes.keySet(),
                    change -> change.what().seqs().stream().allMatch(seq -> seq <= view.maxSeq())
                            && !(change.what() instanceof Reviewed reviewed
                                    && reviewed.passed()
                                    && !nodes.containsKey(reviewed.seq())));
            told.changes().stream()
                    .filter(entry -> entry.path("kind").asText().equals("released"))
                    .forEach(entry ->
                            entry.set("message", nodes.get(entry.path("seq").asLong())));
            return told;
        });
    }

    private static List<Long> edited(Page page) {
        return page.changes().stream()
                .filter(change -> change.what() instanceof Edited)
                .flatMap(change -> change.what().seqs().stream())
                .distinct()
                .toList();
    }

    private static ChangesPage told(String id, Page page, Set<Long> seqs, Predicate<Change> which) {
        return new ChangesPage(
                id,
                page.version(),
                page.hasMore(),
                page.full(),
                page.changes().stream()
                        .filter(which)
                        .map(change -> {
                            ObjectNode entry = ChangeEvents.entry(change);
                            if (change.what() instanceof Edited edit && !seqs.contains(edit.seq())) {
                                entry.putObject("content");
                            }
                            return entry;
                        })
                        .toList());
    }

    /** Without the new contents of what the caller has deleted or cleared since. */
    private Future<ChangesPage> visible(Caller caller, ConversationId conversation, Page page) {
        List<Long> edited = edited(page);
        Future<Set<Long>> shown = edited.isEmpty()
                ? Future.succeededFuture(Set.of())
                : desk.visible(caller, conversation, edited).map(Map::keySet);
        return shown.map(seqs -> told(conversation.value(), page, seqs, change -> true));
    }

    private record Page(long version, boolean hasMore, boolean full, List<Change> changes) {}

    private static Page page(List<Change> found, int limit, long newest, boolean full) {
        boolean more = found.size() > limit;
        List<Change> some = more ? found.subList(0, limit) : found;
        long last = some.isEmpty() ? 0 : some.get(some.size() - 1).version();
        return new Page(more ? last : Math.max(last, newest), more, full, some);
    }
}
