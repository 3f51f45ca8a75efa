package dev.curlew.gateway.delivery;

import dev.curlew.gateway.delivery.LoopEvent.Shared;
import dev.curlew.gateway.socket.Frame;
import dev.curlew.protocol.Cause;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Events of a group that go out together.
 *
 * @param run what they are in one look, or null when each has to be looked at
 */
record EventChunk(List<Shared> events, Frame burst, Run run) {

    private static final int MOST_EVENTS = Long.SIZE;
    private static final int MOST_BYTES = 65_536;

    /**
     * Messages of one conversation whose numbers follow each other, for all members alike.
     *
     * @param sessions those that have a reply instead of one of them
     */
    record Run(String conversationId, long first, long last, Set<String> sessions) {

        int length() {
            return (int) (last - first + 1);
        }
    }

    /** All of them in their order, in as few chunks as may be. */
    static List<EventChunk> of(List<Shared> events) {
        List<EventChunk> chunks = new ArrayList<>();
        List<Shared> some = new ArrayList<>();
        int size = 0;
        for (Shared event : events) {
            if (!some.isEmpty()
                    && (some.size() == MOST_EVENTS || size + event.frame().size() >= MOST_BYTES)) {
                chunks.add(chunk(some));
                some = new ArrayList<>();
                size = 0;
            }
            some.add(event);
            size += event.frame().size() + 1;
        }
        chunks.add(chunk(some));
        return chunks;
    }

    private static EventChunk chunk(List<Shared> events) {
        return new EventChunk(
                events, Frame.burst(events.stream().map(Shared::frame).toList()), run(events));
    }

    private static Run run(List<Shared> events) {
        Shared first = events.get(0);
        Set<String> sessions = new HashSet<>();
        for (int i = 0; i < events.size(); i++) {
            Shared event = events.get(i);
            Cause cause = event.delivery().cause();
            if (event.seq() <= 0
                    || event.seq() != first.seq() + i
                    || !event.frame().isMessage()
                    || !event.conversationId().equals(first.conversationId())
                    || event.delivery().line() != null
                    || !event.delivery().silent().isEmpty()
                    || cause.leavesOutAll()) {
                return null;
            }
            if (cause.sessionId() != null) {
                sessions.add(cause.sessionId());
            }
        }
        return new Run(first.conversationId(), first.seq(), first.seq() + events.size() - 1, Set.copyOf(sessions));
    }

    /** A bit for each event. */
    long all() {
        return events.size() == Long.SIZE ? -1L : (1L << events.size()) - 1;
    }
}
