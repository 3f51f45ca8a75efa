package dev.curlew.gateway.delivery;

import dev.curlew.gateway.delivery.LoopEvent.Shared;
import dev.curlew.gateway.delivery.LoopEvent.Single;
import dev.curlew.gateway.group.AttachedGroup;
import dev.curlew.gateway.session.Session;
import io.vertx.core.Context;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one event loop has under way, on that loop: what goes to single sessions at once, groups by turns, each a slice of time, so that a
 * large one holds up no other. The order of what one group is told stays.
 */
final class LoopWork {

    /** Groups that nothing happens in are looked for so often. */
    private static final long FORGET_NS = 100_000_000;

    private final Context loop;
    private final GroupExpansion expansion;
    private final SessionPusher pusher;
    private final Runnable wake;
    private final Map<AttachedGroup, GroupQueue> groups = new HashMap<>();
    private final Deque<GroupQueue> ready = new ArrayDeque<>();
    private final List<LoopEvent> alone = new ArrayList<>();
    private final List<Arrival> handled = new ArrayList<>();
    private long forgotNs = System.nanoTime();

    /** @param wake to be run when there is more to deliver, outside of {@link #deliver} */
    LoopWork(Context loop, GroupExpansion expansion, SessionPusher pusher, Runnable wake) {
        this.loop = loop;
        this.expansion = expansion;
        this.pusher = pusher;
        this.wake = wake;
    }

    void take(Arrival arrival) {
        for (LoopEvent event : arrival.events()) {
            if (event instanceof Shared shared && shared.group() != null) {
                GroupQueue queue = groups.computeIfAbsent(shared.group(), GroupQueue::new);
                queue.add(shared, arrival);
                plan(queue);
            } else {
                alone.add(event);
            }
        }
        handled.add(arrival);
    }

    boolean hasMore() {
        return !ready.isEmpty();
    }

    private void plan(GroupQueue queue) {
        if (!queue.becomesDue()) {
            return;
        }
        long waitMs = queue.waitMs();
        if (waitMs == 0) {
            ready.add(queue);
        } else {
            loop.owner().setTimer(waitMs, timer -> {
                ready.add(queue);
                wake.run();
            });
        }
    }

    /** Until the time is over, or there is no more to do; each socket is flushed once. */
    void deliver(long untilNs) {
        try (LoopTurn turn = new LoopTurn()) {
            handled.forEach(arrival -> turn.afterwards(arrival::closed));
            handled.clear();
            toSingle(turn);
            do {
                GroupQueue queue = ready.poll();
                if (queue == null) {
                    break;
                }
                next(queue, untilNs, turn);
            } while (!turn.isFull() && System.nanoTime() - untilNs < 0);
        }
        forget();
    }

    private void next(GroupQueue queue, long untilNs, LoopTurn turn) {
        GroupRound round = queue.round(queue.group().on(loop));
        long began = System.nanoTime();
        boolean done = true;
        try {
            done = expansion.expand(round, untilNs, turn);
            if (done) {
                round.events().forEach(event -> alsoTold(event, turn));
            }
        } finally {
            round.took(System.nanoTime() - began);
            if (done) {
                turn.afterwards(round::close);
                queue.ended();
                plan(queue);
            } else {
                ready.add(queue);
            }
        }
    }

    private void forget() {
        long now = System.nanoTime();
        if (now - forgotNs >= FORGET_NS) {
            forgotNs = now;
            groups.values().removeIf(GroupQueue::isIdle);
        }
    }

    private void toSingle(LoopTurn turn) {
        List<LoopEvent> events = List.copyOf(alone);
        alone.clear();
        for (LoopEvent event : events) {
            if (event instanceof Single one) {
                pusher.push(
                        one.session(), one.conversationId(), one.seq(), AttachedGroup.UNKNOWN, one.line(), one.frame());
                turn.touched(one.session());
            } else if (event instanceof Shared shared) {
                alsoTold(shared, turn);
            }
        }
    }

    /** Users named beside the group. Who was told as a member is not told again, since each such event has its number. */
    private void alsoTold(Shared event, LoopTurn turn) {
        for (Session session : event.also()) {
            Session.Login login = session.login();
            if (session.context() == loop
                    && login != null
                    && event.isFor(session.id(), login.caller().uid())) {
                pusher.push(
                        session,
                        event.conversationId(),
                        event.seq(),
                        AttachedGroup.UNKNOWN,
                        event.delivery().line(),
                        event.frame());
                turn.touched(session);
            }
        }
    }
}
