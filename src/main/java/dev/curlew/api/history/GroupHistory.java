package dev.curlew.api.history;

import dev.curlew.api.history.HistoryReader.Reader;
import dev.curlew.api.history.HistoryReader.Slot;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.Revoke;
import dev.curlew.store.chat.MessageStore;
import dev.curlew.store.group.GroupGaps;
import dev.curlew.store.group.HotCopies;
import dev.curlew.store.mysql.GroupMarks;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageStore.Stored;
import dev.curlew.store.redis.Lives;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each number of a group holds: Redis first, which has only messages nothing has happened to, then MySQL, from where such messages
 * go back into Redis. A number that stays without a row is filled with a tombstone (rule 4).
 */
public final class GroupHistory {

    private final HotCopies hot;
    private final GroupMessageStore messages;
    private final GroupMarks marks;
    private final GroupGaps gaps;

    public GroupHistory(HotCopies hot, GroupMessageStore messages, GroupMarks marks, GroupGaps gaps) {
        this.hot = hot;
        this.messages = messages;
        this.marks = marks;
        this.gaps = gaps;
    }

    Future<Map<Long, Slot>> read(Reader reader, GroupId group, long from, long to) {
        return hot.range(reader.tenant(), group, from, to)
                .compose(found -> {
                    Map<Long, Slot> slots = new TreeMap<>();
                    found.messages().forEach((seq, message) -> slots.put(seq, visible(message)));
                    found.holes().forEach(seq -> slots.put(seq, new Slot.Absent()));
                    return slots.size() == to - from + 1
                            ? Future.succeededFuture(slots)
                            : fromStore(reader, group, from, to, slots)
                                    .compose(known -> gaps(reader, group, from, to, known));
                })
                .compose(slots -> withoutDeleted(reader, group, from, to, slots));
    }

    private Future<Map<Long, Slot>> fromStore(Reader reader, GroupId group, long from, long to, Map<Long, Slot> slots) {
        long first = from;
        while (slots.containsKey(first)) {
            first++;
        }
        long last = to;
        while (slots.containsKey(last)) {
            last--;
        }
        String generation = hot.generation();
        long yesterday = System.currentTimeMillis() - Lives.MESSAGE_S * 1000;
        boolean amongCopies = !slots.isEmpty();
        return messages.range(reader.tenant(), group.topic(), first, last).compose(rows -> {
            List<Message> untouched = new ArrayList<>();
            List<Long> holes = new ArrayList<>();
            for (Stored row : rows) {
                if (slots.putIfAbsent(row.seq(), slot(reader.uid(), row)) != null) {
                    continue;
                }
                if (row.isHole()) {
                    holes.add(row.seq());
                } else if (isUntouched(row)) {
                    untouched.add(row.message());
                }
            }
            boolean recent = amongCopies || untouched.stream().anyMatch(one -> one.sendTime() > yesterday);
            return hot.fill(reader.tenant(), group, untouched, recent ? holes : List.of(), generation)
                    .map(slots);
        });
    }

    private Future<Map<Long, Slot>> gaps(Reader reader, GroupId group, long from, long to, Map<Long, Slot> slots) {
        List<Long> missing = new ArrayList<>();
        for (long seq = from; seq <= to; seq++) {
            if (!slots.containsKey(seq)) {
                missing.add(seq);
            }
        }
        if (missing.isEmpty()) {
            return Future.succeededFuture(slots);
        }
        return gaps.fill(reader.tenant(), group, missing)
                .compose(filled -> filled ? fromStore(reader, group, from, to, slots) : Future.succeededFuture(slots))
                .map(known -> {
                    missing.forEach(seq -> known.putIfAbsent(seq, new Slot.Unreadable()));
                    return known;
                });
    }

    /** What readers deleted for themselves alone is asked for only where they ever did something for themselves alone. */
    private Future<Map<Long, Slot>> withoutDeleted(
            Reader reader, GroupId group, long from, long to, Map<Long, Slot> slots) {
        if (reader.ownVersion() == 0) {
            return Future.succeededFuture(slots);
        }
        return marks.deletedBy(reader.tenant(), reader.uid(), group, from, to).map(deleted -> {
            deleted.forEach(seq -> slots.put(seq, new Slot.Absent()));
            return slots;
        });
    }

    private static boolean isUntouched(Stored row) {
        return row.isNormal() && row.since().change() == 0;
    }

    private static Slot slot(long uid, Stored row) {
        if (row.isHole() || row.isDeleted() || row.isRejected()) {
            return new Slot.Absent();
        }
        if (row.isPending()) {
            boolean own = row.message().sendUid() == uid;
            if (row.isRecalled()) {
                return own ? visible(row) : new Slot.Absent();
            }
            return own ? new Slot.Held(seen(row)) : new Slot.Pending();
        }
        return visible(row);
    }

    private static Slot visible(Stored row) {
        return new Slot.Visible(seen(row));
    }

    private static Slot visible(Message message) {
        return new Slot.Visible(MessageStore.Stored.untouched(message));
    }

    /** A row as readers know messages. */
    public static MessageStore.Stored seen(Stored row) {
        Revoke revoke = row.isRecalled()
                ? new Revoke(row.recalledBy(), row.since().role(), row.since().nickname(), row.recalledAt())
                : null;
        return new MessageStore.Stored(
                row.message(), revoke, List.of(), false, row.since().change(), row.isDeleted());
    }
}
