package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Conversations;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.change.Announcements;
import dev.curlew.store.change.Announcements.News;
import dev.curlew.store.chat.ConversationStore;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;

/** {@code hide_conversation}: takes a conversation out of the caller's list until its next message. Nothing in it is lost. */
public final class HideOperation implements Operation {

    private static final int MOST_TRIES = 5;

    private final GroupSettings groups;
    private final ChangeDesk desk;
    private final ConversationStore conversations;
    private final Announcements announcements;

    public HideOperation(
            ChangeDesk desk, ConversationStore conversations, Announcements announcements, GroupSettings groups) {
        this.groups = groups;
        this.desk = desk;
        this.conversations = conversations;
        this.announcements = announcements;
    }

    @Override
    public String name() {
        return "hide_conversation";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        Optional<GroupId> group = Conversations.group(data);
        if (group.isPresent()) {
            return groups.hide(caller, group.get())
                    .compose(done -> tell(caller, group.get().conversation()));
        }
        ConversationId conversation = Conversations.ofCaller(caller, data);
        return hide(caller, conversation, 1).compose(done -> tell(caller, conversation.value()));
    }

    private Future<ObjectNode> tell(Caller caller, String conversation) {
        ObjectNode removed = Json.object().put("conversation_id", conversation);
        ObjectNode event = Json.object().put("event", "conversation_removed");
        event.set("data", removed);
        Map<Long, News> news = Map.of(caller.uid(), News.of(Json.text(event)));
        return announcements
                .tell(caller.tenant(), conversation, Cause.of(caller), news)
                .map(removed);
    }

    /** A message that came meanwhile is above what was to be hidden: once more, up to it. */
    private Future<Void> hide(Caller caller, ConversationId conversation, int tries) {
        return desk.view(caller, conversation)
                .compose(view -> conversations.hide(caller.tenant(), caller.uid(), conversation.value(), view.maxSeq()))
                .compose(hidden -> {
                    if (hidden) {
                        return Future.succeededFuture();
                    }
                    return tries < MOST_TRIES
                            ? hide(caller, conversation, tries + 1)
                            : Future.failedFuture(ApiException.unavailable("Messages keep coming in."));
                });
    }
}
