package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.ConversationViews;
import dev.curlew.domain.Change;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.Json;
import dev.curlew.store.change.Announcements;
import dev.curlew.store.change.Announcements.News;
import dev.curlew.store.chat.ConversationStore;
import io.vertx.core.Future;
import java.util.Map;

/** A member's own settings of a group's conversation. What two agree on, burning and its like, is for chats of two. */
public final class GroupSettings {

    private final GroupDesk desk;
    private final ConversationStore conversations;
    private final ConversationViews views;
    private final Announcements announcements;

    public GroupSettings(
            GroupDesk desk, ConversationStore conversations, ConversationViews views, Announcements announcements) {
        this.desk = desk;
        this.conversations = conversations;
        this.views = views;
        this.announcements = announcements;
    }

    Future<ObjectNode> set(Caller caller, GroupId group, Map<String, Object> own, Map<String, Object> shared) {
        if (!shared.isEmpty() || own.containsKey("is_msg_destruct") || own.containsKey("msg_destruct_time")) {
            throw ApiException.invalid("In groups nothing burns or is destructed by its reader's settings.");
        }
        return desk.view(caller, group)
                .compose(view -> desk.forOwner(caller, group, new Change.Settings(own)))
                .compose(change -> views.one(caller, group.conversation()))
                .compose(now -> {
                    ObjectNode event = Json.object().put("event", "conversation");
                    event.set("data", now);
                    Map<Long, News> news = Map.of(caller.uid(), News.of(Json.text(event)));
                    return announcements
                            .tell(caller.tenant(), group.conversation(), new Cause(0, caller.sessionId(), null), news)
                            .map(now);
                });
    }

    /** Out of the list until the next message. */
    Future<Void> hide(Caller caller, GroupId group) {
        return desk.view(caller, group)
                .compose(view -> conversations
                        .needed(caller.tenant(), caller.uid(), group)
                        .compose(there -> conversations.hideGroup(
                                caller.tenant(), caller.uid(), group.conversation(), view.maxSeq())));
    }
}
