package dev.curlew.api.relation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.send.LiveEvents;
import dev.curlew.domain.ConversationId;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.Json;
import dev.curlew.store.mysql.FriendRequestStore.FriendRequest;
import java.util.List;

/** The event {@code friend}: tells sessions of both, or of one's own alone, that something between two users has changed. Live or never. */
final class RelationEvents {

    private final LiveEvents events;

    RelationEvents(LiveEvents events) {
        this.events = events;
    }

    /** Both learn what the caller did; each is told of the other. */
    void both(Caller caller, String kind, long other, FriendRequest request) {
        send(caller, kind, caller.uid(), other, request);
        send(caller, kind, other, caller.uid(), request);
    }

    /** What concerns only the caller's own devices. */
    void own(Caller caller, String kind, long other) {
        send(caller, kind, caller.uid(), other, null);
    }

    private void send(Caller caller, String kind, long to, long about, FriendRequest request) {
        ObjectNode event = Json.object().put("event", "friend");
        ObjectNode data =
                event.putObject("data").put("kind", kind).put("uid", about).put("actor_uid", caller.uid());
        if (request != null) {
            data.put("request_id", request.id()).put("message", request.message());
        }
        String conversation = ConversationId.notifications(to, about).value();
        events.send(caller.tenant(), List.of(to), conversation, Cause.of(caller), Json.text(event));
    }
}
