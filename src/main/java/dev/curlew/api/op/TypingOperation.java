package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.group.Speech;
import dev.curlew.api.relation.Contacts;
import dev.curlew.api.send.LiveEvents;
import dev.curlew.api.send.LiveGroupEvents;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.GroupKey;
import io.vertx.core.Future;
import java.util.List;

/**
 * {@code typing}: tells the peer's sockets, or those that follow a group, that the caller is writing; never stored. In large groups only
 * some are told of.
 */
public final class TypingOperation implements Operation {

    private static final int MOST_TOPIC = 128;

    private final LiveEvents events;
    private final LiveGroupEvents groupEvents;
    private final Contacts contacts;
    private final Speech speech;
    private final int largeThreshold;
    private final TypingPace pace = new TypingPace(System::currentTimeMillis);

    public TypingOperation(
            LiveEvents events, LiveGroupEvents groupEvents, Contacts contacts, Speech speech, int largeThreshold) {
        this.events = events;
        this.groupEvents = groupEvents;
        this.contacts = contacts;
        this.speech = speech;
        this.largeThreshold = largeThreshold;
    }

    @Override
    public String name() {
        return "typing";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        if (Fields.present(data, "topic")) {
            String topic = Fields.text(data, "topic", MOST_TOPIC);
            return inGroup(caller, topic, state(data));
        }
        long to = Fields.number(data, "to_uid", 1, Long.MAX_VALUE);
        String state = state(data);
        if (to == caller.uid()) {
            throw ApiException.invalid("to_uid is the caller's own.");
        }
        String conversation = ConversationId.single(caller.uid(), to).value();
        return contacts.refusal(caller.tenant(), caller.uid(), to)
                .compose(refusal -> refusal.isPresent()
                        ? Future.failedFuture(refusal.get())
                        : events.send(
                                caller.tenant(),
                                List.of(to),
                                conversation,
                                Cause.of(caller),
                                event(caller, conversation, state)))
                .map(sent -> Json.object());
    }

    /** Refused as a message to the group is. */
    private Future<ObjectNode> inGroup(Caller caller, String topic, String state) {
        GroupId group = GroupId.ofTopic(topic).orElseThrow(() -> ApiException.notFound("group"));
        return speech.hear(caller.tenant(), group, caller.uid())
                .compose(heard -> {
                    if (heard.refusal() != null) {
                        throw heard.refusal();
                    }
                    boolean told =
                            !heard.group().isLarge(largeThreshold) || pace.allows(new GroupKey(caller.tenant(), group));
                    return told
                            ? groupEvents.send(
                                    caller.tenant(),
                                    group,
                                    Cause.ofAllSessions(caller.uid()),
                                    event(caller, group.conversation(), state))
                            : Future.succeededFuture();
                })
                .map(sent -> Json.object());
    }

    private static String state(ObjectNode data) {
        String state = Fields.text(data, "state", 8);
        if (!state.equals("start") && !state.equals("stop")) {
            throw ApiException.invalid("state has to be start or stop.");
        }
        return state;
    }

    private static String event(Caller caller, String conversation, String state) {
        ObjectNode event = Json.object().put("event", "typing");
        event.putObject("data")
                .put("conversation_id", conversation)
                .put("uid", caller.uid())
                .put("state", state);
        return Json.text(event);
    }
}
