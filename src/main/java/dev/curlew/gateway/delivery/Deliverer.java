package dev.curlew.gateway.delivery;

import dev.curlew.api.send.PendingSends;
import dev.curlew.domain.GroupId;
import dev.curlew.gateway.delivery.LoopEvent.Shared;
import dev.curlew.gateway.delivery.LoopEvent.Single;
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
import dev.curlew.store.GroupKey;
import dev.curlew.store.UserKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hands what the fan-out sent to this node to the sockets of its users: one frame object for all of them, and one turn of each event loop
 * for all that came meanwhile.
 */
public final class Deliverer {

    private final SessionRegistry registry;
    private final LocalGroups groups;
    private final PendingSends pending;
    private final SessionPusher pusher;
    private final GroupExpansion expansion;
    private final GatewayMeters meters;
    private final Map<Context, LoopInbox> inboxes = new ConcurrentHashMap<>();

    public Deliverer(
            SessionRegistry registry,
            LocalGroups groups,
            HeldMembers held,
            PendingSends pending,
            GatewayMeters meters) {
        this.registry = registry;
        this.groups = groups;
        this.pending = pending;
        this.meters = meters;
        this.pusher = new SessionPusher(meters);
        this.expansion = new GroupExpansion(held, pusher, meters);
    }

    /**
     * Done when all of it was written to the sockets that want it, or dropped. What is for a group, and what is for single sessions, is
     * written in the order in which it was handed in.
     */
    public Future<Void> deliver(DeliveryBatch batch) {
        Map<Context, List<LoopEvent>> byLoop = new IdentityHashMap<>();
        Map<byte[], Frame> frames = new IdentityHashMap<>();
        batch.deliveries().forEach(delivery -> arrived(delivery, frames, byLoop));
        batch.groups().forEach(delivery -> arrived(delivery, byLoop));
        List<Future<Void>> loops = new ArrayList<>();
        byLoop.forEach((loop, events) -> loops.add(inbox(loop).add(events)));
        return Future.join(loops)
                .onSuccess(done -> batch.groups().forEach(this::written))
                .onFailure(full -> lost(batch))
                .transform(ended -> Future.succeededFuture());
    }

    private void arrived(Delivery delivery, Map<byte[], Frame> frames, Map<Context, List<LoopEvent>> byLoop) {
        boolean alsoToSender =
                pending.delivered(delivery.cause().attempt(), delivery.seq()) == PendingSends.Delivered.QUEUED;
        UserSessions user = registry.user(new UserKey(delivery.tenant(), delivery.uid()));
        if (user == null) {
            return;
        }
        user.changes().delivered(delivery.change());
        if (delivery.frame().length == 0) {
            return;
        }
        Frame frame = frames.computeIfAbsent(delivery.frame(), Frame::of);
        for (Session session : user.sessions()) {
            if (alsoToSender || !session.id().equals(delivery.cause().sessionId())) {
                at(byLoop, session.context())
                        .add(new Single(session, delivery.conversationId(), delivery.seq(), delivery.line(), frame));
            }
        }
    }

    private void arrived(GroupDelivery delivery, Map<Context, List<LoopEvent>> byLoop) {
        AttachedGroup group = group(delivery);
        Set<Context> loops = new HashSet<>();
        if (group != null) {
            group.delivered(delivery.conversationId(), delivery.seq());
            if (delivery.ends()) {
                group.ends();
            }
            loops.addAll(group.loops());
        }
        List<Session> also = new ArrayList<>();
        for (long uid : delivery.also()) {
            UserSessions user = registry.user(new UserKey(delivery.tenant(), uid));
            if (user != null) {
                also.addAll(user.sessions());
            }
        }
        also.forEach(session -> loops.add(session.context()));
        if (!loops.isEmpty()) {
            int base = group == null ? -1 : group.index(delivery.conversationId());
            Shared event = new Shared(delivery, Frame.of(delivery.frame()), group, base, also);
            loops.forEach(loop -> at(byLoop, loop).add(event));
        }
    }

    /** The next heartbeat finds that something is missing (rule 11); who had it is told a number they know. */
    private void lost(DeliveryBatch batch) {
        for (Delivery delivery : batch.deliveries()) {
            UserSessions user = registry.user(new UserKey(delivery.tenant(), delivery.uid()));
            if (user != null) {
                user.changes().lost(delivery.change());
            }
        }
        for (GroupDelivery delivery : batch.groups()) {
            AttachedGroup group = group(delivery);
            if (group != null) {
                group.lost(delivery.conversationId(), delivery.seq());
            }
        }
    }

    private void written(GroupDelivery delivery) {
        AttachedGroup group = delivery.ends() ? group(delivery) : null;
        if (group != null) {
            group.toldOfEnd();
        }
    }

    private AttachedGroup group(GroupDelivery delivery) {
        return groups.group(new GroupKey(delivery.tenant(), new GroupId(delivery.groupId())));
    }

    private static List<LoopEvent> at(Map<Context, List<LoopEvent>> byLoop, Context loop) {
        return byLoop.computeIfAbsent(loop, one -> new ArrayList<>());
    }

    private LoopInbox inbox(Context loop) {
        return inboxes.computeIfAbsent(loop, one -> new LoopInbox(one, expansion, pusher, meters::dropped));
    }

    /** Pushes one message to one session; on the session's context. */
    public void push(Session session, String conversationId, long seq, Frame frame) {
        pusher.push(session, conversationId, seq, frame);
    }
}
