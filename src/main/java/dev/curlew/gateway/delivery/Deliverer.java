package dev.curlew.gateway.delivery;

import dev.curlew.api.send.PendingSends;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.gateway.session.UserSessions;
import dev.curlew.gateway.socket.Frame;
import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.protocol.DeliveryBatch.Delivery;
import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import dev.curlew.protocol.Line;
import dev.curlew.store.Standings.Standing;
import dev.curlew.store.UserKey;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hands what the fan-out sent to this node to the sockets of its users: one frame object for all of them, one task for each
 * event loop.
 */
public final class Deliverer {

    private final SessionRegistry registry;
    private final PendingSends pending;
    private final GatewayMeters meters;

    public Deliverer(SessionRegistry registry, PendingSends pending, GatewayMeters meters) {
        this.registry = registry;
        this.pending = pending;
        this.meters = meters;
    }

    private record Push(Session session, String conversationId, long seq, Line line, Frame frame) {}

    public void deliver(DeliveryBatch batch) {
        Map<byte[], Frame> frames = new IdentityHashMap<>();
        Map<Context, List<Push>> byLoop = new IdentityHashMap<>();
        for (Delivery delivery : batch.deliveries()) {
            boolean alsoToSender =
                    pending.delivered(delivery.cause().attempt(), delivery.seq()) == PendingSends.Delivered.QUEUED;
            UserSessions user = registry.user(new UserKey(delivery.tenant(), delivery.uid()));
            if (user == null) {
                continue;
            }
            user.changes().delivered(delivery.change());
            if (delivery.frame().length == 0) {
                continue;
            }
            Frame frame = frames.computeIfAbsent(delivery.frame(), Frame::of);
            for (Session session : user.sessions()) {
                if (alsoToSender || !session.id().equals(delivery.cause().sessionId())) {
                    byLoop.computeIfAbsent(session.context(), context -> new ArrayList<>())
                            .add(new Push(session, delivery.conversationId(), delivery.seq(), delivery.line(), frame));
                }
            }
        }
        batch.groups().forEach(group -> deliver(group, byLoop));
        byLoop.forEach((context, pushes) -> context.runOnContext(v -> pushes.forEach(this::push)));
    }

    private void deliver(GroupDelivery group, Map<Context, List<Push>> byLoop) {
        Frame frame = Frame.of(group.frame());
        for (long uid : group.uids()) {
            UserSessions user = registry.user(new UserKey(group.tenant(), uid));
            if (user == null) {
                continue;
            }
            for (Session session : user.sessions()) {
                byLoop.computeIfAbsent(session.context(), context -> new ArrayList<>())
                        .add(new Push(session, group.conversationId(), group.seq(), group.line(), frame));
            }
        }
    }

    private void push(Push push) {
        if (push.session.cursors().rises(push.conversationId, push.line)) {
            push(push.session, push.conversationId, push.seq, push.frame);
        }
    }

    /** Pushes one message to one session; on the session's context. */
    public void push(Session session, String conversationId, long seq, Frame frame) {
        ConversationCursors cursors = session.cursors();
        // What comes before the login's reply is below the baseline the client asks for after it.
        if (!session.open() || !cursors.accepts(conversationId, seq)) {
            return;
        }
        if (!session.outbox().message(conversationId, seq, frame)) {
            if (seq > 0) {
                cursors.leftOut(conversationId, seq);
            }
            return;
        }
        if (frame.isMessage()) {
            meters.delivered(session.login().caller().tenant());
        }
        if (seq > 0 && cursors.pushed(conversationId, seq)) {
            // An earlier hint may have named a higher number; heads never fall.
            long head = Math.max(seq, cursors.behind().getOrDefault(conversationId, 0L));
            session.outbox().sync(Map.of(conversationId, new Standing(head, 0)));
        }
    }
}
