package dev.curlew.client;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a client has of one conversation. All numbers up to the cursor are known, each a message or absent. */
public final class Timeline {

    private final TreeMap<Long, SeenMessage> messages = new TreeMap<>();
    private final TreeSet<Long> absent = new TreeSet<>();
    private long cursor;
    private long wanted;
    private boolean pulling;
    private long nextPullAt;

    void add(SeenMessage message) {
        if (message.seq() > 0) {
            messages.putIfAbsent(message.seq(), message);
            wanted = Math.max(wanted, message.seq());
            advance();
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

    /** True when a pull should leave now; the caller must report its end by {@link #pullEnded}. */
    boolean startPull(long now) {
        if (pulling || cursor >= wanted || now < nextPullAt) {
            return false;
        }
        pulling = true;
        return true;
    }

    void pullEnded(long nextAt) {
        pulling = false;
        nextPullAt = nextAt;
    }

    /** Everything up to here is known. */
    public long cursor() {
        return cursor;
    }

    boolean complete() {
        return cursor >= wanted;
    }

    List<SeenMessage> messages() {
        return new ArrayList<>(messages.values());
    }

    private void advance() {
        while (messages.containsKey(cursor + 1) || absent.remove(cursor + 1)) {
            cursor++;
        }
    }
}
