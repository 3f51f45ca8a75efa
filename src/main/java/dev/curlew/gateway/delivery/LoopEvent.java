package dev.curlew.gateway.delivery;

import dev.curlew.gateway.group.AttachedGroup;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.socket.Frame;
import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import dev.curlew.protocol.Line;
import java.util.List;

/** Something an event loop is to deliver to sessions of its own. */
sealed interface LoopEvent {

    /** For one session. */
    record Single(Session session, String conversationId, long seq, Line line, Frame frame) implements LoopEvent {}

    /**
     * For all sessions that follow a group; each loop finds its own.
     *
     * @param group null when nobody follows it here
     * @param base where the conversation is among the sessions' bases
     * @param also sessions of users named beside the group, on any loop
     */
    record Shared(GroupDelivery delivery, Frame frame, AttachedGroup group, int base, List<Session> also)
            implements LoopEvent {

        long seq() {
            return delivery.seq();
        }

        String conversationId() {
            return delivery.conversationId();
        }

        boolean isFor(String sessionId, long uid) {
            return !delivery.cause().leavesOut(uid, sessionId)
                    && (uid == delivery.cause().uid()
                            || delivery.silent().isEmpty()
                            || !delivery.silent().contains(uid));
        }
    }
}
