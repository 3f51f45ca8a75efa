package dev.curlew.gateway.delivery;

import dev.curlew.gateway.delivery.LoopEvent.Shared;
import dev.curlew.gateway.group.AttachedGroup;
import dev.curlew.gateway.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one event loop has to deliver to one group. It goes in rounds: all that came until a round begins goes out in it, so the more there
 * is to do, the more goes out in one write. After a round that took long the next one waits a part of that time for company,
 * since a few events more cost little and a round of their own as much again; rounds of small groups are too short for any wait.
 */
final class GroupQueue {

    /** A round waits no longer than the time of the last divided by this. */
    private static final int PART = 4;

    private static final long MOST_WAIT_MS = 10;

    /** A group that had nothing to do for so many times its last round is not busy. */
    private static final int PAUSE = 3;

    private final AttachedGroup group;
    private List<Shared> waiting = new ArrayList<>();
    private List<Arrival> arrivals = new ArrayList<>();
    private GroupRound round;
    private boolean due;
    private long tookNs;
    private long endedNs;

    GroupQueue(AttachedGroup group) {
        this.group = group;
    }

    AttachedGroup group() {
        return group;
    }

    void add(Shared event, Arrival arrival) {
        waiting.add(event);
        if (arrivals.isEmpty() || arrivals.get(arrivals.size() - 1) != arrival) {
            arrival.opened();
            arrivals.add(arrival);
        }
    }

    /** Whether the next round has to be planned: something waits for it, and it is neither running nor planned. Planned it is then. */
    boolean becomesDue() {
        boolean news = !due && !waiting.isEmpty();
        due |= news;
        return news;
    }

    /** How long the next round waits for company, in milliseconds. */
    long waitMs() {
        return isBusy() ? Math.min(MOST_WAIT_MS, tookNs / PART / 1_000_000) : 0;
    }

    /** The round that is on, or the next one, begun. */
    GroupRound round(Map<Session, long[]> sessions) {
        if (round == null) {
            round = new GroupRound(group, waiting, arrivals, sessions);
            waiting = new ArrayList<>();
            arrivals = new ArrayList<>();
        }
        return round;
    }

    /** The round is over, having taken so long without the pauses. */
    void ended() {
        tookNs = round.tookNs();
        endedNs = System.nanoTime();
        round = null;
        due = false;
    }

    /** Nothing of it has to be remembered. */
    boolean isIdle() {
        return !due && waiting.isEmpty() && (!isBusy() || tookNs / PART < 1_000_000);
    }

    private boolean isBusy() {
        return System.nanoTime() - endedNs < PAUSE * tookNs;
    }
}
