package dev.curlew.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a client has of one conversation. All numbers up to the cursor are known, each a message or absent, and all changes up to the
 * version. News may come in any order: of a message the highest version counts, and a change waits for its message.
 */
public final class Timeline {

    private final TreeMap<Long, SeenMessage> messages = new TreeMap<>();
    private final TreeSet<Long> absent = new TreeSet<>();
    private final Map<Long, SeenChange> changed = new HashMap<>();
    private final Question pulls = new Question();
    private final Question asks = new Question();
    private long cursor;
    private long wanted;
    private long version;
    private long wantedVersion;

    void add(SeenMessage message) {
        if (message.seq() > 0) {
            messages.merge(message.seq(), message, (known, seen) -> seen.version() > known.version() ? seen : known);
            messages.computeIfPresent(message.seq(), (seq, known) -> known.after(changed.get(seq)));
            wanted = Math.max(wanted, message.seq());
            advance();
        }
    }

    /** Takes a change that came by itself; when others lie before it, they have to be asked for. */
    void add(SeenChange change) {
        apply(change);
        if (change.version() == version + 1) {
            version++;
        }
        wantVersion(change.version());
    }

    /** Takes a page of changes. */
    void add(ChangesSeen page) {
        if (page.full()) {
            messages.clear();
            absent.clear();
            changed.clear();
            cursor = 0;
            version = 0;
            wantedVersion = 0;
        }
        page.changes().forEach(this::apply);
        version = Math.max(version, page.version());
        wantVersion(version);
    }

    private void apply(SeenChange change) {
        if (change.seq() > 0) {
            changed.merge(change.seq(), change, (known, seen) -> seen.version() > known.version() ? seen : known);
            messages.computeIfPresent(change.seq(), (seq, message) -> message.after(change));
        }
    }

    /** Takes a page; what its ranges name is known to hold nothing. */
    public void add(Page page) {
        cursor = Math.max(cursor, page.minSeq() - 1);
        page.messages().forEach(this::add);
        for (long[] range : page.absent()) {
            for (long seq = Math.max(range[0], cursor + 1); seq <= range[1]; seq++) {
                absent.add(seq);
            }
        }
        wanted = Math.max(wanted, page.maxSeq());
        advance();
    }

    void want(long head) {
        wanted = Math.max(wanted, head);
    }

    void wantVersion(long newest) {
        wantedVersion = Math.max(wantedVersion, newest);
    }

    /** True when a pull should leave now; the caller must report its end by {@link #pullEnded}. */
    boolean startPull(long now) {
        return cursor < wanted && pulls.start(now);
    }

    void pullEnded(long nextAt) {
        pulls.ended(nextAt);
    }

    /** True when {@code changes} should leave now; the caller must report its end by {@link #changesEnded}. */
    boolean startChanges(long now) {
        return version < wantedVersion && asks.start(now);
    }

    void changesEnded(long nextAt) {
        asks.ended(nextAt);
    }

    /** Everything up to here is known. */
    public long cursor() {
        return cursor;
    }

    /** Every change up to here is known. */
    public long version() {
        return version;
    }

    boolean complete() {
        return cursor >= wanted && version >= wantedVersion;
    }

    List<SeenMessage> messages() {
        return new ArrayList<>(messages.values());
    }

    private void advance() {
        while (messages.containsKey(cursor + 1) || absent.remove(cursor + 1)) {
            cursor++;
        }
    }

    /** One at a time, and not again before its time. */
    private static final class Question {
        private boolean open;
        private long nextAt;

        boolean start(long now) {
            if (open || now < nextAt) {
                return false;
            }
            open = true;
            return true;
        }

        void ended(long next) {
            open = false;
            nextAt = next;
        }
    }
}
