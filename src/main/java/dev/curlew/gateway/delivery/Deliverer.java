package dev.curlew.gateway.delivery;

import dev.curlew.api.send.PendingSends;
import dev.curlew.domain.GroupId;
import dev.curlew.gateway.group.AttachedGroup;
import dev.curlew.gateway.group.HeldMembers;
import dev.curlew.gateway.group.LocalGroups;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.gateway.session.UserSessions;
import dev.curlew.gateway.socket.Frame;
import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.protocol.DeliveryBatch.Delivery;
import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import dev.curlew.protocol.Line;
import dev.curlew.store.GroupKey;
import dev.curlew.store.Standings.Standing;
import dev.curlew.store.UserKey;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Hands what the fan-out sent to this node to the sockets of its users: one frame object for all of them, one task for each
 * event loop.
 */
public final class Deliverer {

    private final SessionRegistry registry;
    private final LocalGroups groups;
    private final HeldMembers held;
    private final PendingSends pending;
    private final GatewayMeters meters;

    public Deliverer(
            SessionRegistry registry,
            LocalGroups groups,
            HeldMembers held,
            PendingSends pending,
            GatewayMeters meters) {
        this.registry = registry;
        this.groups = groups;
        this.held = held;
        this.pending = pending;
        this.meters = meters;
    }

    /** @param base where the live stream began for the session, or {@link AttachedGroup#UNKNOWN} */
    private record Push(
            Session session, String conversationId, long seq, long base, Line line, Frame frame, boolean ofGroup) {}

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
                            .add(new Push(
                                    session,
                                    delivery.conversationId(),
                                    delivery.seq(),
                                    AttachedGroup.UNKNOWN,
                                    delivery.line(),
                                    frame,
                                    false));
                }
            }
        }
        batch.groups().forEach(group -> deliver(group, byLoop));
        byLoop.forEach((context, pushes) -> context.runOnContext(v -> pushAll(pushes)));
    }

    private void pushAll(List<Push> pushes) {
        long targets = 0;
        long delivered = 0;
        for (Push push : pushes) {
            boolean given = push(push);
            if (push.ofGroup && push.frame.isMessage()) {
                targets++;
                delivered += given ? 1 : 0;
            }
        }
        if (targets > 0) {
            meters.pushed(targets, delivered);
        }
    }

    /** Expands a group to those who follow it here, and to whoever is named beside them. */
    private void deliver(GroupDelivery delivery, Map<Context, List<Push>> byLoop) {
        Frame frame = Frame.of(delivery.frame());
        GroupKey key = new GroupKey(delivery.tenant(), new GroupId(delivery.groupId()));
        AttachedGroup group = groups.group(key);
        Set<Session> sessions = new HashSet<>();
        if (group != null) {
            group.delivered(delivery.conversationId(), delivery.seq());
            if (delivery.ends()) {
                group.toldOfEnd();
            }
            sessions.addAll(group.sessions());
        }
        for (long uid : delivery.also()) {
            UserSessions user = registry.user(new UserKey(delivery.tenant(), uid));
            if (user != null) {
                sessions.addAll(user.sessions());
            }
        }
        for (Session session : sessions) {
            if (isFor(delivery, session)) {
                long base = group == null ? AttachedGroup.UNKNOWN : group.base(session, delivery.conversationId());
                Push push = new Push(
                        session, delivery.conversationId(), delivery.seq(), base, delivery.line(), frame, true);
                if (!keptBack(key, push)) {
                    byLoop.computeIfAbsent(session.context(), context -> new ArrayList<>())
                            .add(push);
                }
            }
        }
    }

    /** Messages only: of what becomes of the group those who leave it are told too. */
    private boolean keptBack(GroupKey group, Push push) {
        Session.Login login = push.session.login();
        return push.conversationId.equals(group.id().conversation())
                && held.keeps(
                        group,
                        login.caller().uid(),
                        () -> push.session.context().runOnContext(v -> push(push)));
    }

    private static boolean isFor(GroupDelivery delivery, Session session) {
        Session.Login login = session.login();
        // One whose login failed just now.
        if (login == null) {
            return false;
        }
        long uid = login.caller().uid();
        return !delivery.cause().leavesOut(uid, session.id())
                && (uid == delivery.cause().uid() || !delivery.silent().contains(uid));
    }

    /** Whether the session was given it, now or before. */
    private boolean push(Push push) {
        ConversationCursors cursors = push.session.cursors();
        if (!cursors.rises(push.conversationId, push.line)) {
            return true;
        }
        if (push.seq > 0) {
            cursors.since(push.conversationId, push.base);
        }
        return push(push.session, push.conversationId, push.seq, push.frame);
    }

    /** Pushes one message to one session, on the session's context; false when it has to be pulled. */
    public boolean push(Session session, String conversationId, long seq, Frame frame) {
        ConversationCursors cursors = session.cursors();
        if (!session.open()) {
            return false;
        }
        // What comes before the login's reply is below the baseline the client asks for after it.
        if (!cursors.accepts(conversationId, seq)) {
            return true;
        }
        if (!session.outbox().message(conversationId, seq, frame)) {
            if (seq > 0) {
                cursors.leftOut(conversationId, seq);
            }
            return false;
        }
        if (frame.isMessage()) {
            meters.delivered(session.login().caller().tenant());
        }
        if (seq > 0 && cursors.pushed(conversationId, seq)) {
            // An earlier hint may have named a higher number; heads never fall.
            long head = Math.max(seq, cursors.behind().getOrDefault(conversationId, 0L));
            session.outbox().sync(Map.of(conversationId, new Standing(head, 0)));
        }
        return true;
    }
}
