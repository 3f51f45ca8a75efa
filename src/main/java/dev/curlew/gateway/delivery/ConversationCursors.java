package dev.curlew.gateway.delivery;

import dev.curlew.protocol.Line;
import dev.curlew.store.Standings.Standing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The cursors of one session, the least recently used forgotten beyond a bound; used on the session's context only. */
public final class ConversationCursors {

    /** Repeats and stragglers follow within moments; what was told before so many others has none left. */
    private static final int MOST_LINES = 500;

    private final int most;
    private final Set<String> behind = new HashSet<>();
    private final LinkedHashMap<String, Cursor> cursors = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Long> lines = new LinkedHashMap<>();
    private boolean unverified;

    public ConversationCursors(int most) {
        this.most = most;
    }

    /** Whether an event is newer than what the session was told of its line; what belongs to none always is. */
    public boolean rises(String conversationId, Line line) {
        if (line == null) {
            return true;
        }
        String name = conversationId + " " + line.name();
        Long told = lines.get(name);
        if (told != null && told >= line.number()) {
            return false;
        }
        lines.remove(name);
        lines.put(name, line.number());
        if (lines.size() > MOST_LINES) {
            lines.remove(lines.keySet().iterator().next());
        }
        return true;
    }

    /** Whether the session may be pushed this number; 0 always may. */
    public boolean accepts(String conversationId, long seq) {
        Cursor cursor = cursors.get(conversationId);
        return seq == 0 || cursor == null || cursor.accepts(seq);
    }

    /** What came of a push. */
    public enum Push {
        /** Not new, or not rising: nothing is sent. */
        REFUSED,
        /** To be sent. */
        TAKEN,
        /** To be sent, and a {@code sync} has to follow. */
        GAP
    }

    /**
     * Notes that a number is about to be pushed to the session, for which there is room.
     *
     * @param base as for {@link #since}
     */
    public Push push(String conversationId, long seq, long base) {
        Cursor cursor = cursors.get(conversationId);
        if (cursor == null) {
            if (base < 0) {
                put(conversationId, Cursor.pushedFirst(seq));
                unverified = true;
                return Push.TAKEN;
            }
            cursor = Cursor.beginningAfter(base);
            put(conversationId, cursor);
        } else if (base >= 0) {
            cursor.beginAfter(base);
        }
        if (!cursor.accepts(seq)) {
            return Push.REFUSED;
        }
        boolean gap = cursor.pushed(seq);
        note(conversationId, cursor);
        return gap ? Push.GAP : Push.TAKEN;
    }

    /** Notes that all numbers from one to another are about to be pushed, when they just follow what was; false when they have to be looked at. */
    boolean follows(String conversationId, long first, long last) {
        Cursor cursor = cursors.get(conversationId);
        return cursor != null && cursor.follows(first, last);
    }

    /** The live stream of a conversation began after this number; negative: nobody knows. */
    public void since(String conversationId, long base) {
        if (base < 0) {
            return;
        }
        Cursor cursor = cursors.get(conversationId);
        if (cursor == null) {
            put(conversationId, Cursor.beginningAfter(base));
        } else {
            cursor.beginAfter(base);
        }
    }

    /** Nothing is told of a conversation any more, whatever the session missed. */
    public void settle(String conversationId) {
        Cursor cursor = cursors.get(conversationId);
        if (cursor != null) {
            cursor.settle();
            note(conversationId, cursor);
        }
    }

    /** Notes an accepted push; true when a {@code sync} has to follow. */
    public boolean pushed(String conversationId, long seq) {
        Cursor cursor = cursors.get(conversationId);
        if (cursor == null) {
            put(conversationId, Cursor.pushedFirst(seq));
            unverified = true;
            return false;
        }
        boolean gap = cursor.pushed(seq);
        note(conversationId, cursor);
        return gap;
    }

    /** Notes a push whose body the outbox left out. */
    public void leftOut(String conversationId, long seq) {
        Cursor cursor = cursor(conversationId);
        cursor.leftOut(seq);
        note(conversationId, cursor);
    }

    /** Notes the number of a reply to the session's own send. */
    public void acked(String conversationId, long seq) {
        Cursor cursor = cursors.get(conversationId);
        if (cursor == null) {
            put(conversationId, Cursor.ackedFirst(seq));
            unverified = true;
        } else {
            cursor.acked(seq);
            note(conversationId, cursor);
        }
    }

    public void pulled(String conversationId, long from, long to, long head) {
        Cursor cursor = cursor(conversationId);
        cursor.pulled(from, to, head);
        note(conversationId, cursor);
    }

    /** Notes that the session asked for the changes up to a number. */
    public void changesTold(String conversationId, long version) {
        cursor(conversationId).told(version);
    }

    /** Compares with where conversations stand, of which something may be missing; answers those this session has to ask about. */
    public Map<String, Standing> compare(Map<String, Standing> standings) {
        Map<String, Standing> missing = new LinkedHashMap<>();
        standings.forEach((conversationId, standing) -> {
            if (standing.maxSeq() <= 0) {
                return;
            }
            Cursor cursor = cursor(conversationId);
            // Both are to be noted, so neither may keep the other from being asked.
            boolean behind = cursor.compare(standing.maxSeq());
            if (cursor.told(standing.version()) || behind) {
                missing.put(conversationId, standing);
            }
            note(conversationId, cursor);
        });
        return missing;
    }

    /**
     * The same for some that were asked about, with what was known to be missing of them before. What the session came to be behind in meanwhile has
     * its own {@code sync}: the number of that push may be below a head that somebody was told of already.
     */
    Map<String, Standing> missing(Set<String> asked, Map<String, Standing> found) {
        Map<String, Standing> missing = compare(found);
        behind().forEach((id, seq) -> {
            if (asked.contains(id)) {
                missing.merge(id, new Standing(seq, 0), Standing::and);
            }
        });
        return missing;
    }

    private Cursor cursor(String conversationId) {
        Cursor cursor = cursors.get(conversationId);
        if (cursor == null) {
            cursor = Cursor.empty();
            put(conversationId, cursor);
        }
        return cursor;
    }

    /** What was announced and not pulled yet. */
    public Map<String, Long> behind() {
        Map<String, Long> open = new LinkedHashMap<>();
        List<String> forgotten = new ArrayList<>();
        for (String conversationId : behind) {
            Cursor cursor = cursors.get(conversationId);
            if (cursor == null) {
                forgotten.add(conversationId);
            } else {
                open.put(conversationId, cursor.behind());
            }
        }
        forgotten.forEach(behind::remove);
        return open;
    }

    /** Nothing was missed since the login: first pushes need no doubt any more. */
    public void verify() {
        if (unverified) {
            cursors.values().forEach(Cursor::verify);
            unverified = false;
        }
    }

    public int size() {
        return cursors.size();
    }

    private void put(String conversationId, Cursor cursor) {
        cursors.put(conversationId, cursor);
        if (cursors.size() > most) {
            String eldest = cursors.keySet().iterator().next();
            cursors.remove(eldest);
            behind.remove(eldest);
        }
    }

    private void note(String conversationId, Cursor cursor) {
        if (cursor.behind() > 0) {
            behind.add(conversationId);
        } else if (!behind.isEmpty()) {
            behind.remove(conversationId);
        }
    }
}
