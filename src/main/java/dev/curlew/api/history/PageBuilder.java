package dev.curlew.api.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.api.history.HistoryReader.Slot;
import dev.curlew.protocol.MessageJson;
import dev.curlew.store.mongo.MessageStore.Stored;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Gathers messages number by number until the page is full, its bytes are used up, or a number cannot be read yet. */
final class PageBuilder {

    private static final int MOST_BYTES = 1_048_576;
    private final Deque<ObjectNode> messages = new ArrayDeque<>();
    private final List<Long> absent = new ArrayList<>();
    private final List<Long> pending = new ArrayList<>();
    private final long readerUid;
    private final View view;
    private long bytes;
    private boolean cut;
    private long covered;

    PageBuilder(long readerUid, View view) {
        this.readerUid = readerUid;
        this.view = view;
    }

    /** Takes a run in ascending order; false when the page ended before its last number. */
    boolean ascending(Map<Long, Slot> slots, long from, long to) {
        covered = from - 1;
        for (long seq = from; seq <= to && !cut; seq++) {
            if (take(slots.get(seq), seq, false)) {
                covered = seq;
            }
        }
        return !cut;
    }

    /** Takes a run from its highest number down; false when the page ended before its lowest. */
    boolean descending(Map<Long, Slot> slots, long from, long to) {
        covered = to + 1;
        for (long seq = to; seq >= from && !cut; seq--) {
            if (take(slots.get(seq), seq, true)) {
                covered = seq;
            }
        }
        return !cut;
    }

    /** The last number taken. */
    long covered() {
        return covered;
    }

    List<ObjectNode> messages() {
        return List.copyOf(messages);
    }

    List<long[]> absent() {
        return runs(absent);
    }

    List<long[]> pending() {
        return runs(pending);
    }

    private static List<long[]> runs(List<Long> numbers) {
        numbers.sort(Long::compare);
        List<long[]> runs = new ArrayList<>();
        for (long seq : numbers) {
            long[] last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (last != null && last[1] == seq - 1) {
                last[1] = seq;
            } else {
                runs.add(new long[] {seq, seq});
            }
        }
        return runs;
    }

    private boolean take(Slot slot, long seq, boolean first) {
        if (slot instanceof Slot.Absent) {
            absent.add(seq);
            return true;
        }
        if (slot instanceof Slot.Pending) {
            pending.add(seq);
            return true;
        }
        if (slot instanceof Slot.Visible visible) {
            return add(visible.stored(), node(visible.stored()), first);
        }
        if (slot instanceof Slot.Held held) {
            return add(held.stored(), node(held.stored()).put("review", "pending"), first);
        }
        cut = true;
        return false;
    }

    private boolean add(Stored stored, ObjectNode node, boolean first) {
        long size = stored.message().content().length() * 2L + 1_000;
        if (bytes > 0 && bytes + size > MOST_BYTES) {
            cut = true;
            return false;
        }
        bytes += size;
        if (first) {
            messages.addFirst(node);
        } else {
            messages.addLast(node);
        }
        return true;
    }

    private ObjectNode node(Stored stored) {
        return MessageJson.node(stored.message(), view.since(readerUid, stored));
    }
}
