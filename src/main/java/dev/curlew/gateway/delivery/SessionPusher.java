package dev.curlew.gateway.delivery;

import dev.curlew.gateway.group.AttachedGroup;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.socket.Frame;
import dev.curlew.protocol.Line;
import dev.curlew.store.Standings.Standing;
import java.util.Map;

/** Pushes one event to one session, on the session's context: what rises and is new (rule 10), and a hint where something is missing. */
final class SessionPusher {

    private final GatewayMeters meters;

    SessionPusher(GatewayMeters meters) {
        this.meters = meters;
    }

    /**
     * False when the session has to pull it; true when it was given it, now or before.
     *
     * @param base where the live stream began for the session, or {@link AttachedGroup#UNKNOWN}
     */
    boolean push(Session session, String conversationId, long seq, long base, Line line, Frame frame) {
        ConversationCursors cursors = session.cursors();
        if (!cursors.rises(conversationId, line)) {
            return true;
        }
        if (seq > 0) {
            cursors.since(conversationId, base);
        }
        return push(session, conversationId, seq, frame);
    }

    /** False when the session has to pull it. */
    boolean push(Session session, String conversationId, long seq, Frame frame) {
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
            meters.delivered(session.login().caller().tenant(), 1);
        }
        if (seq > 0 && cursors.pushed(conversationId, seq)) {
            gap(session, conversationId, seq);
        }
        return true;
    }

    /** Something before this number was not told to the session. */
    void gap(Session session, String conversationId, long seq) {
        // An earlier hint may have named a higher number; heads never fall.
        long head = Math.max(seq, session.cursors().behind().getOrDefault(conversationId, 0L));
        session.outbox().sync(Map.of(conversationId, new Standing(head, 0)));
    }
}
