package dev.curlew.gateway.delivery;

import dev.curlew.gateway.delivery.LoopEvent.Shared;
import dev.curlew.gateway.group.AttachedGroup;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.socket.Frame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Some events on their way to all sessions that follow a group on one event loop, which may do other things in between. */
final class GroupRound implements AutoCloseable {

    /** So many sockets are worth a copy of what they are all sent. */
    private static final int MANY = 8;

    private static final int LARGE = 64;

    private final AttachedGroup group;
    private final List<Shared> events;
    private final List<Arrival> arrivals;
    private final Map<Session, long[]> sessions;
    private final Iterator<EventChunk> chunks;
    private final List<Frame> lent = new ArrayList<>();
    private EventChunk chunk;
    private Iterator<Map.Entry<Session, long[]>> members;
    private long tookNs;

    /** Messages: for whom they were, who was given them now or before, and what went out in common writes. */
    long targets;

    long given;
    int written;

    /** @param sessions of the loop, each with its bases; they may come and go meanwhile */
    GroupRound(AttachedGroup group, List<Shared> events, List<Arrival> arrivals, Map<Session, long[]> sessions) {
        this.group = group;
        this.events = events;
        this.arrivals = arrivals;
        this.sessions = sessions;
        this.chunks = EventChunk.of(events).iterator();
        begin(chunks.next());
    }

    private void begin(EventChunk next) {
        chunk = next;
        members = sessions.entrySet().iterator();
        if (sessions.size() >= MANY) {
            chunk.burst().lend();
            lent.add(chunk.burst());
        }
    }

    AttachedGroup group() {
        return group;
    }

    List<Shared> events() {
        return events;
    }

    EventChunk chunk() {
        return chunk;
    }

    /** Whom the chunk goes to next; null when everybody was sent everything. */
    Map.Entry<Session, long[]> next() {
        while (!members.hasNext()) {
            if (!chunks.hasNext()) {
                return null;
            }
            begin(chunks.next());
        }
        return members.next();
    }

    /** Too many for one turn. */
    boolean isLarge() {
        return sessions.size() >= LARGE;
    }

    /** Whether it still is one of them. */
    boolean has(Session session) {
        return sessions.containsKey(session);
    }

    /** All messages of the chunk to one session. */
    void messages(int all) {
        targets += all;
        given += all;
        written += all;
    }

    void took(long ns) {
        tookNs += ns;
    }

    /** Without the time in which the loop did other things. */
    long tookNs() {
        return tookNs;
    }

    /** However it ended, nobody keeps what was lent, and who waits for it is told. */
    @Override
    public void close() {
        lent.forEach(Frame::giveBack);
        arrivals.forEach(Arrival::closed);
    }
}
