package dev.curlew.gateway.session;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests of one session that have no reply yet: each gets exactly one. Used on the session's context only. */
final class RequestsInFlight {

    private final Map<Long, Waiting> waiting = new LinkedHashMap<>();
    private long next;

    private record Waiting(long since, Runnable tooLate) {}

    /** @param tooLate answers the request when nothing else has in time */
    long begin(long now, Runnable tooLate) {
        waiting.put(++next, new Waiting(now, tooLate));
        return next;
    }

    /** True once: the caller is the one to answer. */
    boolean end(long request) {
        return waiting.remove(request) != null;
    }

    int size() {
        return waiting.size();
    }

    void expire(long now, long afterMs) {
        List<Runnable> expired = new ArrayList<>();
        Iterator<Waiting> oldestFirst = waiting.values().iterator();
        while (oldestFirst.hasNext()) {
            Waiting oldest = oldestFirst.next();
            if (now - oldest.since < afterMs) {
                break;
            }
            expired.add(oldest.tooLate);
            oldestFirst.remove();
        }
        expired.forEach(Runnable::run);
    }
}
