package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.group.Speech;
import dev.curlew.api.relation.Contacts;
import dev.curlew.api.send.LiveEvents;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;
import java.util.List;

/** {@code typing}: tells the peer's sockets that the caller is writing; never stored. */
public final class TypingOperation implements Operation {

    private static final int MOST_TOPIC = 128;

    private final LiveEvents events;
    private final Contacts contacts;
    private final Speech speech;

    public TypingOperation(LiveEvents events, Contacts contacts, Speech speech) {
        this.events = events;
        this.speech = speech;
        this.contacts = contacts;
    }

    /** Refused as a message to the group is. */
    private Future<ObjectNode> inGroup(Caller caller, String topic) {
        GroupId group = GroupId.ofTopic(topic).orElseThrow(() -> ApiException.notFound("group"));
        return speech.refusal(caller.tenant(), group, caller.uid()).map(refusal -> {
            throw refusal.orElseGet(Speech::notYet);
        });
    }

    @Override
    public String name() {
        return "typing";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        if (Fields.present(data, "topic")) {
            return inGroup(caller, Fields.text(data, "topic", MOST_TOPIC));
        }
        long to = Fields.number(data, "to_uid", 1, Long.MAX_VALUE);
        String state = Fields.text(data, "state", 8);
        if (!state.equals("start") && !state.equals("stop")) {
            throw ApiException.invalid("state has to be start or stop.");
        }
        if (to == caller.uid()) {
            throw ApiException.invalid("to_uid is the caller's own.");
        }
        String conversation = ConversationId.single(caller.uid(), to).value();
        ObjectNode event = Json.object().put("event", "typing");
        event.putObject("data")
                .put("conversation_id", conversation)
                .put("uid", caller.uid())
                .put("state", state);
        return contacts.refusal(caller.tenant(), caller.uid(), to)
                .compose(refusal -> refusal.isPresent()
                        ? Future.failedFuture(refusal.get())
                        : events.send(caller.tenant(), List.of(to), conversation, Cause.of(caller), Json.text(event)))
                .map(sent -> Json.object());
    }
}
