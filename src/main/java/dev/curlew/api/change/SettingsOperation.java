package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.ConversationViews;
import dev.curlew.api.op.Conversations;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.Change;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code set_conversation}: an owner's settings of a conversation (B-141…B-154). They are the owner's own, except that burning after reading
 * is agreed on for both: what one side sets about it holds for the other too, and both are told (B-143).
 */
public final class SettingsOperation implements Operation {

    private static final long EVERYBODY = 0;
    private static final List<String> KNOWN = List.of(
            "is_pinned",
            "recv_msg_opt",
            "is_private_chat",
            "burn_duration",
            "is_msg_destruct",
            "msg_destruct_time",
            "attached_info",
            "ex");
    private static final int MOST_EXTRA = 1_024;
    private static final int SHORTEST_BURN_S = 10;
    private static final int LONGEST_BURN_S = 604_800;
    private static final int SHORTEST_DESTRUCT_S = 3_600;
    private static final int LONGEST_DESTRUCT_S = 31_536_000;

    private final GroupSettings groups;
    private final ChangeDesk desk;
    private final ConversationStore conversations;
    private final ConversationViews views;
    private final Announcements announcements;

    public SettingsOperation(
            ChangeDesk desk,
            ConversationStore conversations,
            ConversationViews views,
            Announcements announcements,
            GroupSettings groups) {
        this.groups = groups;
        this.desk = desk;
        this.conversations = conversations;
        this.views = views;
        this.announcements = announcements;
    }

    @Override
    public String name() {
        return "set_conversation";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        Map<String, Object> own = own(data);
        Map<String, Object> shared = shared(data);
        if (own.isEmpty() && shared.isEmpty()) {
            throw ApiException.invalid("No setting is given; known are " + String.join(", ", KNOWN) + ".");
        }
        Optional<GroupId> group = Conversations.group(data);
        if (group.isPresent()) {
            return groups.set(caller, group.get(), own, shared);
        }
        ConversationId conversation = Conversations.ofCaller(caller, data);
        return conversations
                .find(caller.tenant(), caller.uid(), List.of(conversation.value()))
                .compose(found -> {
                    if (found.isEmpty()) {
                        throw ApiException.notFound("Conversation");
                    }
                    boolean turnedOn = Boolean.TRUE.equals(shared.get("is_private_chat"))
                            && !found.get(0).privateChat();
                    return turnedOn
                            ? desk.view(caller, conversation).map(view -> view.maxSeq() + 1)
                            : Future.succeededFuture(0L);
                })
                .compose(burnFrom -> {
                    if (burnFrom > 0) {
                        shared.put("burn_from_seq", burnFrom);
                    }
                    return set(caller, conversation, caller.uid(), own);
                })
                .compose(done -> set(caller, conversation, EVERYBODY, shared))
                .compose(done -> views.one(caller, conversation.value()));
    }

    private Future<?> set(Caller caller, ConversationId conversation, long owner, Map<String, Object> values) {
        return values.isEmpty()
                ? Future.succeededFuture()
                : desk.settings(
                        caller,
                        conversation,
                        owner,
                        new Change.Settings(values),
                        change -> tell(caller, conversation, change.concerned(conversation)));
    }

    /** Each member concerned gets the conversation as it is for that member now; the caller has it in the reply. */
    private Future<Void> tell(Caller caller, ConversationId conversation, List<Long> uids) {
        List<Future<ObjectNode>> seen = uids.stream()
                .map(uid -> new Caller(caller.tenant(), uid, caller.platform(), caller.tokenId(), null))
                .map(member -> views.one(member, conversation.value()))
                .toList();
        return Future.all(seen).compose(all -> {
            Map<Long, News> news = new LinkedHashMap<>();
            for (int i = 0; i < uids.size(); i++) {
                news.put(uids.get(i), News.of(event(seen.get(i).result())));
            }
            // A setting that holds for both is everyone's own, so it is nobody's doing.
            Cause cause = new Cause(0, caller.sessionId(), null);
            return announcements.tell(caller.tenant(), conversation.value(), cause, news);
        });
    }

    private static String event(ObjectNode conversation) {
        ObjectNode event = Json.object().put("event", "conversation");
        event.set("data", conversation);
        return Json.text(event);
    }

    private static Map<String, Object> own(ObjectNode data) {
        Map<String, Object> values = new LinkedHashMap<>();
        put(values, "is_pinned", Fields.optionalFlag(data, "is_pinned"));
        put(values, "recv_msg_opt", number(data, "recv_msg_opt", 0, 2));
        put(values, "is_msg_destruct", Fields.optionalFlag(data, "is_msg_destruct"));
        Long destruct = Fields.optionalNumber(data, "msg_destruct_time", SHORTEST_DESTRUCT_S, LONGEST_DESTRUCT_S);
        put(values, "msg_destruct_time", destruct);
        put(values, "attached_info", Fields.optionalText(data, "attached_info", MOST_EXTRA));
        put(values, "ex", Fields.optionalText(data, "ex", MOST_EXTRA));
        return values;
    }

    private static Map<String, Object> shared(ObjectNode data) {
        Map<String, Object> values = new LinkedHashMap<>();
        put(values, "is_private_chat", Fields.optionalFlag(data, "is_private_chat"));
        put(values, "burn_duration", number(data, "burn_duration", SHORTEST_BURN_S, LONGEST_BURN_S));
        return values;
    }

    private static Integer number(ObjectNode data, String name, int min, int max) {
        Long value = Fields.optionalNumber(data, name, min, max);
        return value == null ? null : value.intValue();
    }

    private static void put(Map<String, Object> values, String name, Object value) {
        if (value != null) {
            values.put(name, value);
        }
    }
}
