package dev.curlew.api.send;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.MessageJson;
import io.vertx.core.Future;
import java.util.List;

/** Sends a message without history ({@code history:false}): live or never. */
public final class LiveSender {

    private final LiveEvents events;
    private final LiveGroupEvents groups;

    public LiveSender(LiveEvents events, LiveGroupEvents groups) {
        this.events = events;
        this.groups = groups;
    }

    /** To the sessions that follow the group. */
    Future<SendReply> sendToGroup(Message message, String exceptSession) {
        GroupId group = GroupId.ofMessages(message.conversationId()).orElseThrow();
        Cause cause = message.option("sender_sync")
                ? new Cause(message.sendUid(), exceptSession, null)
                : Cause.ofAllSessions(message.sendUid());
        return groups.send(message.tenant(), group, cause, MessageJson.event(message))
                .map(sent -> SendReply.placed(message, 0, message.sendTime(), false));
    }

    Future<SendReply> send(Message message, String exceptSession) {
        List<Long> uids =
                message.option("sender_sync") ? List.of(message.toUid(), message.sendUid()) : List.of(message.toUid());
        Cause cause = new Cause(message.sendUid(), exceptSession, null);
        return events.send(message.tenant(), uids, message.conversationId(), cause, MessageJson.event(message))
                .map(sent -> SendReply.placed(message, 0, message.sendTime(), false));
    }
}
