package dev.curlew.gateway.session;

import dev.curlew.config.SocketConfig;
import dev.curlew.gateway.delivery.GatewayMeters;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Looks after the sessions of one event loop: who is late, silent, expired or too slow is told and closed. */
public final class SessionTicker {

    private static final int SILENT_HEARTBEATS = 3;

    private final SocketConfig limits;
    private final long heartbeatMs;
    private final GatewayMeters meters;
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();

    public SessionTicker(SocketConfig limits, long heartbeatMs, GatewayMeters meters) {
        this.limits = limits;
        this.heartbeatMs = heartbeatMs;
        this.meters = meters;
    }

    void watch(Session session) {
        sessions.add(session);
    }

    void forget(Session session) {
        sessions.remove(session);
    }

    /** How often {@link #tick} has to be called. */
    public long periodMs() {
        return Math.max(50, Math.min(1_000, Math.min(limits.loginTimeoutMs() / 2, heartbeatMs / 2)));
    }

    /** On the event loop of the sessions. */
    public void tick(long now) {
        for (Session session : List.copyOf(sessions)) {
            check(session, now);
        }
    }

    private void check(Session session, long now) {
        if (session.state() == Session.State.CLOSED) {
            return;
        }
        session.inFlight().expire(now, Requests.REPLY_WITHIN_MS);
        if (session.outbox().overdue(now, limits.slowCloseMs())) {
            meters.slowClose();
            session.close(4430, "too slow");
        } else if (!session.open()) {
            if (now - session.openedAt() >= limits.loginTimeoutMs()) {
                session.close(4401, "not logged in in time");
            }
        } else if (session.login().token().expiresAt() <= now) {
            session.kick(4401, "token expired");
        } else if (!session.outbox().isBehind() && now - session.heardAt() > SILENT_HEARTBEATS * heartbeatMs) {
            session.close(4408, "heartbeat missed");
        }
    }
}
