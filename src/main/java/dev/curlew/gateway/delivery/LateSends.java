package dev.curlew.gateway.delivery;

import dev.curlew.api.send.PendingSends;
import dev.curlew.domain.Message;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.gateway.socket.Frame;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.MessageJson;
import dev.curlew.protocol.NodeCommand.Settled;
import java.nio.charset.StandardCharsets;

/** Tells a session the outcome of a send that was answered {@code queued}. */
public final class LateSends implements PendingSends.LateOutcomes {

    private final SessionRegistry registry;
    private final Deliverer deliverer;

    public LateSends(SessionRegistry registry, Deliverer deliverer) {
        this.registry = registry;
        this.deliverer = deliverer;
    }

    @Override
    public void placed(String sessionId, Message message) {
        Session session = registry.session(sessionId);
        if (session != null) {
            Frame frame = Frame.of(MessageJson.event(message).getBytes(StandardCharsets.UTF_8));
            session.run(live -> deliverer.push(live, message.conversationId(), message.seq(), frame));
        }
    }

    @Override
    public void rejected(String sessionId, Message message, Settled outcome) {
        Session session = registry.session(sessionId);
        if (session != null) {
            Frame frame = Frame.event(
                    "send_rejected",
                    Json.object()
                            .put("client_msg_id", message.clientMsgId())
                            .put("code", outcome.code())
                            .put("error", name(outcome.code())));
            session.run(live -> live.outbox().event(frame));
        }
    }

    private static String name(int code) {
        for (ErrorCode known : ErrorCode.values()) {
            if (known.code() == code) {
                return known.error();
            }
        }
        return ErrorCode.INTERNAL.error();
    }
}
