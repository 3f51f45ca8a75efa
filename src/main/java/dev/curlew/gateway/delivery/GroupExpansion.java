package dev.curlew.gateway.delivery;

import dev.curlew.gateway.delivery.LoopEvent.Shared;
import dev.curlew.gateway.group.AttachedGroup;
import dev.curlew.gateway.group.HeldMembers;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.socket.Outbox;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Expands events of a group to the sessions that follow it on one event loop. Session by session, not event by event: all that a session
 * gets of them goes out in one write, and mostly that is the same bytes for all. Nothing is made for a single session that all can share.
 */
final class GroupExpansion {

    /** Once for so many sockets. */
    private static final int LOOK_AT_CLOCK = 8;

    private static final Logger LOG = LoggerFactory.getLogger(GroupExpansion.class);

    private final HeldMembers held;
    private final SessionPusher pusher;
    private final GatewayMeters meters;

    GroupExpansion(HeldMembers held, SessionPusher pusher, GatewayMeters meters) {
        this.held = held;
        this.pusher = pusher;
        this.meters = meters;
    }

    /**
     * On the loop; each session is looked at when it is its turn.
     *
     * @param turn gets those whose outbox has to be flushed
     * @return false when the time was over before everybody was sent everything
     */
    boolean expand(GroupRound round, long untilNs, LoopTurn turn) {
        for (int i = 1; ; i++) {
            Map.Entry<Session, long[]> member = round.next();
            if (member == null) {
                break;
            }
            try {
                push(round, member.getKey(), member.getValue(), turn);
            } catch (RuntimeException e) {
                // The others get theirs; the next number shows this one what it misses.
                LOG.error("Not delivered to a member, {}", round.group(), e);
            }
            if (i % LOOK_AT_CLOCK == 0 && (turn.isFull() || System.nanoTime() - untilNs >= 0)) {
                return false;
            }
        }
        meters.delivered(round.group().key().tenant(), round.written);
        if (round.targets > 0) {
            meters.pushed(round.targets, round.given);
        }
        return true;
    }

    private void push(GroupRound round, Session session, long[] bases, LoopTurn turn) {
        Session.Login login = session.login();
        // One whose login failed just now, or is not done.
        if (login == null || !session.open()) {
            return;
        }
        EventChunk chunk = round.chunk();
        long uid = login.caller().uid();
        Outbox outbox = session.outbox();
        if (held.any() || !outbox.hasRoom(chunk.burst().size())) {
            chunk.events().forEach(event -> pushAlone(round, event, session, uid, bases));
            written(round, session, turn);
            return;
        }
        // Asked after who may be leaving: whoever is not held and still there was not removed.
        if (!round.has(session)) {
            return;
        }
        ConversationCursors cursors = session.cursors();
        EventChunk.Run run = chunk.run();
        if (run != null
                && !run.sessions().contains(session.id())
                && cursors.follows(run.conversationId(), run.first(), run.last())) {
            round.messages(run.length());
            outbox.burst(chunk.burst());
            written(round, session, turn);
        } else if (pushEach(round, session, uid, bases)) {
            written(round, session, turn);
        }
    }

    /** Looks at each event of the chunk; false when none is for the session. */
    private boolean pushEach(GroupRound round, Session session, long uid, long[] bases) {
        EventChunk chunk = round.chunk();
        ConversationCursors cursors = session.cursors();
        Outbox outbox = session.outbox();
        List<Shared> events = chunk.events();
        long taken = 0;
        long gaps = 0;
        for (int i = 0; i < events.size(); i++) {
            Shared event = events.get(i);
            if (!event.isFor(session.id(), uid)) {
                continue;
            }
            int message = event.frame().isMessage() ? 1 : 0;
            round.targets += message;
            round.given += message;
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
            round.written += message;
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
        return taken != 0;
    }

    /** Sockets of a large group are written to while they are at hand, and while the clock is looked at. */
    private static void written(GroupRound round, Session session, LoopTurn turn) {
        if (round.isLarge()) {
            session.outbox().flush();
        } else {
            turn.touched(session);
        }
    }

    private void pushAlone(GroupRound round, Shared event, Session session, long uid, long[] bases) {
        if (event.isFor(session.id(), uid)
                && !keptBack(round.group(), event, session, uid, bases)
                && round.has(session)) {
            boolean given = pushNow(event, session, bases);
            if (event.frame().isMessage()) {
                round.targets++;
                round.given += given ? 1 : 0;
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
