package dev.curlew.gateway.session;

import dev.curlew.api.send.RandomId;
import dev.curlew.api.send.SendDesk;
import dev.curlew.api.send.SendLane;
import dev.curlew.config.SocketConfig;
import dev.curlew.gateway.delivery.GatewayMeters;
import dev.curlew.gateway.group.Attachments;
import dev.curlew.gateway.presence.PresenceKeeper;
import dev.curlew.gateway.presence.PresenceWatch;
import dev.curlew.gateway.socket.ClientSocket;
import dev.curlew.gateway.socket.Outbox;
import dev.curlew.store.PresenceDirectory.Entry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Where connections become sessions and where they end; shared by the event loops of a node. */
public final class SessionDesk {

    private final String nodeId;
    private final SocketConfig limits;
    private final int maxConnections;
    private final SessionRegistry registry;
    private final SendDesk sends;
    private final PresenceKeeper presence;
    private final PresenceWatch watch;
    private final Attachments attachments;
    private final GatewayMeters meters;
    private final Set<Future<?>> leaving = ConcurrentHashMap.newKeySet();

    public SessionDesk(
            String nodeId,
            SocketConfig limits,
            int maxConnections,
            SessionRegistry registry,
            SendDesk sends,
            PresenceKeeper presence,
            PresenceWatch watch,
            Attachments attachments,
            GatewayMeters meters) {
        this.nodeId = nodeId;
        this.limits = limits;
        this.maxConnections = maxConnections;
        this.registry = registry;
        this.sends = sends;
        this.presence = presence;
        this.watch = watch;
        this.attachments = attachments;
        this.meters = meters;
    }

    /** On the connection's context; null when there are too many. */
    public Session connected(ClientSocket socket, Context context, SessionTicker ticker) {
        if (!registry.admit(maxConnections)) {
            return null;
        }
        Outbox outbox =
                new Outbox(socket, task -> context.runOnContext(v -> task.run()), limits.outboxBytes(), meters::syncs);
        Session session = new Session(
                RandomId.next(), nodeId, context, socket, outbox, new SendLane(sends), limits.requestsPerSecond());
        registry.connected(session);
        ticker.watch(session);
        return session;
    }

    /** The connection is gone; once for each session, on its context. */
    public void disconnected(Session session, SessionTicker ticker) {
        session.gone();
        ticker.forget(session);
        registry.disconnected(session);
        registry.released();
        watch.ended(session);
        Session.Login login = session.login();
        if (login == null) {
            return;
        }
        Entry entry = session.presence();
        Future<Void> detached = attachments.ended(session, login.caller().uid());
        boolean lastOnNode = registry.loggedOut(session, login.user());
        Future<Void> left =
                Future.join(presence.left(session, entry, lastOnNode), detached).mapEmpty();
        leaving.add(left);
        left.onComplete(done -> leaving.remove(left));
    }

    /** Completes when everybody who has left so far has been noted as gone. */
    public Future<Void> settled() {
        return Future.join(List.copyOf(leaving)).<Void>mapEmpty().otherwiseEmpty();
    }
}
