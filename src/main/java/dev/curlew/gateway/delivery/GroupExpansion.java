package dev.curlew.gateway.delivery;

import dev.curlew.gateway.delivery.LoopEvent.Shared;
import dev.curlew.gateway.group.AttachedGroup;
import dev.curlew.gateway.group.HeldMembers;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.socket.Outbox;
import java.util.List;
import java.util.Map;

/**
 * Expands events of a group to the sessions that follow it on one event loop. Session by session, not event by event: all that a session
 * gets of them goes out in one write, and mostly that is the same bytes for all. Nothing is made for a single session that all can share.
 */
final class GroupExpansion {

    /** So many sockets are worth a copy of what they are all sent. */
    private static final int MANY = 8;

    private final HeldMembers held;
    private final SessionPusher pusher;
    private final GatewayMeters meters;

    GroupExpansion(HeldMembers held, SessionPusher pusher, GatewayMeters meters) {
        this.held = held;
        this.pusher = pusher;
        this.meters = meters;
    }

    /**
     * On the loop.
     *
     * @param sessions those of the loop, with their bases
     * @param turn gets those whose outbox has to be flushed, and what was lent to them
     */
    void expand(AttachedGroup group, List<Shared> events, Map<Session, long[]> sessions, LoopTurn turn) {
        Count count = new Count();
        for (EventChunk chunk : EventChunk.of(events)) {
            if (sessions.size() >= MANY) {
                turn.lend(chunk.burst());
            }
            for (Map.Entry<Session, long[]> member : sessions.entrySet()) {
                push(group, chunk, member.getKey(), member.getValue(), count, turn);
            }
        }
        meters.delivered(group.key().tenant(), count.written);
        if (count.targets > 0) {
            meters.pushed(count.targets, count.given);
        }
    }

    /** Messages: for whom they were, who was given them now or before, and what went out in common writes. */
    private static final class Count {
        private long targets;
        private long given;
        private int written;

        /** That many to one session. */
        private void messages(int all) {
            targets += all;
            given += all;
            written += all;
        }
    }

    private void push(
            AttachedGroup group, EventChunk chunk, Session session, long[] bases, Count count, LoopTurn turn) {
        Session.Login login = session.login();
        // One whose login failed just now, or is not done.
        if (login == null || !session.open()) {
            return;
        }
        long uid = login.caller().uid();
        Outbox outbox = session.outbox();
        if (held.any() || !outbox.hasRoom(chunk.burst().size())) {
            chunk.events().forEach(event -> pushAlone(group, event, session, uid, bases, count));
            return;
        }
        ConversationCursors cursors = session.cursors();
        EventChunk.Run run = chunk.run();
        if (run != null
                && !run.sessions().contains(session.id())
                && cursors.follows(run.conversationId(), run.first(), run.last())) {
            count.messages(run.length());
            outbox.burst(chunk.burst());
            turn.touched(session);
            return;
        }
        List<Shared> events = chunk.events();
        long taken = 0;
        long gaps = 0;
        for (int i = 0; i < events.size(); i++) {
            Shared event = events.get(i);
            if (!event.isFor(session.id(), uid)) {
                continue;
            }
            int message = event.frame().isMessage() ? 1 : 0;
            count.targets += message;
            count.given += message;
            if (!cursors.rises(event.conversationId(), event.delivery().line())) {
                continue;
            }
            if (event.seq() > 0) {
                switch (cursors.push(event.conversationId(), event.seq(), AttachedGroup.base(bases, event.base()))) {
                    case REFUSED -> {
                        continue;
                    }
                    case GAP -> gaps |= 1L << i;
                    default -> {}
                }
            }
            taken |= 1L << i;
            count.written += message;
        }
        if (taken == chunk.all()) {
            outbox.burst(chunk.burst());
        } else {
            for (int i = 0; i < events.size(); i++) {
                if ((taken & (1L << i)) != 0) {
                    outbox.burst(events.get(i).frame());
                }
            }
        }
        for (int i = 0; gaps != 0 && i < events.size(); i++) {
            if ((gaps & (1L << i)) != 0) {
                pusher.gap(
                        session, events.get(i).conversationId(), events.get(i).seq());
            }
        }
        if (taken != 0) {
            turn.touched(session);
        }
    }

    private void pushAlone(AttachedGroup group, Shared event, Session session, long uid, long[] bases, Count count) {
        if (event.isFor(session.id(), uid) && !keptBack(group, event, session, uid, bases)) {
            boolean given = pushNow(event, session, bases);
            if (event.frame().isMessage()) {
                count.targets++;
                count.given += given ? 1 : 0;
            }
        }
    }

    /** Messages only: of what becomes of the group those who leave it are told too. */
    private boolean keptBack(AttachedGroup group, Shared event, Session session, long uid, long[] bases) {
        return event.conversationId().equals(group.key().id().conversation())
                && held.keeps(
                        group.key(), uid, () -> session.context().runOnContext(v -> pushNow(event, session, bases)));
    }

    private boolean pushNow(Shared event, Session session, long[] bases) {
        return pusher.push(
                session,
                event.conversationId(),
                event.seq(),
                AttachedGroup.base(bases, event.base()),
                event.delivery().line(),
                event.frame());
    }
}
