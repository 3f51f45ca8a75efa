package dev.curlew.store.change;

import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Cleared;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.Change.Reviewed;
import dev.curlew.domain.Change.Revoked;
import dev.curlew.domain.Change.Settings;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.PushBatch.Push;
import dev.curlew.store.CachedConversations;
import dev.curlew.store.ConversationSettings.Key;
import dev.curlew.store.EventProducer;
import dev.curlew.store.change.Announcements.News;
import dev.curlew.store.chat.ConversationStore;
import dev.curlew.store.chat.SeqUserStore;
import dev.curlew.store.mysql.GroupChangeRows;
import dev.curlew.store.mysql.GroupChangeRows.Entry;
import dev.curlew.store.mysql.GroupMarks;
import dev.curlew.store.mysql.GroupMessageEdits;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageStore.Stored;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.mysql.TopicHeads;
import dev.curlew.store.mysql.TopicNumbers;
import dev.curlew.store.redis.HotMessages;
import dev.curlew.store.redis.LatestCache;
import dev.curlew.store.redis.PositionCache;
import dev.curlew.store.redis.UncountedCache;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Makes changes of groups' conversations (rule 12). Marks in Redis keep copies from before away, or nothing is begun; then one transaction
 * changes the messages and writes the numbered entry, open; then members can learn of it, each step of which may be repeated, and the entry
 * is closed. Whoever meets an open entry, a reader of changes or the clock, finishes it.
 */
public final class GroupChangeMaker {

    private final MysqlPool pool;
    private final Rows rows;
    private final Copies copies;
    private final Members members;
    private final Announcements announcements;
    private final EventProducer events;
    private final BiConsumer<String, Message> released;

    /** @param released is handed each message that was released, with its tenant; a repeat does nothing */
    public GroupChangeMaker(
            MysqlPool pool,
            Rows rows,
            Copies copies,
            Members members,
            Announcements announcements,
            EventProducer events,
            BiConsumer<String, Message> released) {
        this.pool = pool;
        this.rows = rows;
        this.copies = copies;
        this.members = members;
        this.announcements = announcements;
        this.events = events;
        this.released = released;
    }

    /** What a change is in MySQL. */
    public record Rows(
            TopicNumbers numbers,
            GroupMessageEdits edits,
            GroupMarks marks,
            GroupChangeRows changes,
            GroupMessageStore messages,
            TopicHeads heads) {}

    /** What Redis has of it. */
    public record Copies(HotMessages messages, UncountedCache uncounted, PositionCache positions, LatestCache latest) {}

    /** What is kept for single members. */
    public record Members(SeqUserStore users, ConversationStore conversations, CachedConversations settings) {}

    /**
     * Makes a change; succeeds with it once everybody concerned can learn of it, or with null when what it was to change had changed before.
     *
     * @param change without a number
     * @param exceptSession the session that has the reply instead of the event, or null
     */
    public Future<Change> make(String tenant, GroupId group, Change change, String exceptSession) {
        return barrier(tenant, group, change)
                .compose(stands -> pool.transaction(transaction -> rows.numbers()
                        .high(transaction, tenant, group)
                        .compose(locked -> rows.changes().next(transaction, tenant, group))
                        .compose(number -> {
                            Change numbered = change.numbered(number);
                            return rows.edits()
                                    .apply(transaction, tenant, group, numbered)
                                    .compose(done -> done
                                            ? rows.changes()
                                                    .insert(transaction, tenant, group, numbered)
                                                    .map(numbered)
                                            : Future.succeededFuture(null));
                        })))
                .compose(made -> made == null
                        ? Future.succeededFuture(null)
                        : finish(tenant, group, made, exceptSession).map(made));
    }

    /** What a user is concerned by, above a number, at most {@code limit}, all of it done. */
    public Future<List<Change>> after(String tenant, GroupId group, long uid, long version, int limit) {
        return rows.changes()
                .after(tenant, group, uid, version, limit)
                .compose(found -> finishAll(tenant, found)
                        .map(done -> found.stream().map(Entry::change).toList()));
    }

    /** Finishes what was begun before {@code time} (milliseconds) and left open; answers how many there were. */
    public Future<Integer> finishOpen(String tenant, long time, int limit) {
        return rows.changes()
                .openSince(tenant, time, limit)
                .compose(found -> finishAll(tenant, found).map(found.size()));
    }

    private Future<Void> finishAll(String tenant, List<Entry> entries) {
        Future<Void> chain = Future.succeededFuture();
        for (Entry entry : entries) {
            if (entry.open()) {
                GroupId group =
                        GroupId.ofMessages(entry.change().conversationId()).orElseThrow();
                chain = chain.compose(done -> finish(tenant, group, entry.change(), null));
            }
        }
        return chain;
    }

    /** A mark outlives the transaction and whatever copy is on its way; without one an old copy might come back (rule 14). */
    private Future<Void> barrier(String tenant, GroupId group, Change change) {
        if (change.what().seqs().isEmpty() || !change.concernsAll()) {
            return Future.succeededFuture();
        }
        return copies.messages()
                .mark(tenant, group.topic(), change.what().seqs())
                .recover(redisAway -> Future.failedFuture(new ApiException(
                        ErrorCode.SEQ_UNAVAILABLE, "Nothing can be changed at the moment; nothing was.")));
    }

    private Future<Void> finish(String tenant, GroupId group, Change change, String exceptSession) {
        return effects(tenant, group, change)
                .compose(done -> tell(tenant, group, change, exceptSession))
                .compose(told -> rows.changes().close(tenant, group, change.version()));
    }

    private Future<?> effects(String tenant, GroupId group, Change change) {
        String id = group.conversation();
        if (change.concernsAll()) {
            List<Long> gone = change.what() instanceof Revoked || change.what() instanceof Deleted
                    ? change.what().seqs()
                    : List.of();
            return (isRelease(change)
                            ? release(tenant, group, change)
                            : copies.uncounted().gone(tenant, id, gone))
                    .compose(done -> copies.positions().raiseVersions(tenant, Map.of(id, change.version())));
        }
        long minSeq = change.what() instanceof Cleared cleared ? cleared.minSeq() : 0;
        return own(tenant, group, change)
                .compose(done ->
                        members.users().raiseVersion(tenant, id, List.of(change.owner()), change.version(), minSeq));
    }

    private static boolean isRelease(Change change) {
        return change.what() instanceof Reviewed reviewed && reviewed.passed();
    }

    /** It counts, unless it was taken back or deleted since: whoever did that may have noted so before it was noted here. */
    private Future<Void> release(String tenant, GroupId group, Change change) {
        String id = group.conversation();
        long seq = change.what().seqs().get(0);
        return copies.uncounted()
                .released(tenant, id, List.of(seq))
                .compose(done -> copies.latest().drop(tenant, group))
                .compose(done -> rows.messages().range(tenant, group.topic(), seq, seq))
                .compose(found -> {
                    if (!found.stream().allMatch(Stored::isNormal)) {
                        return copies.uncounted().gone(tenant, id, List.of(seq));
                    }
                    found.forEach(one -> released.accept(tenant, one.message()));
                    return found.stream().allMatch(one -> one.message().option("unread_count"))
                            ? Future.succeededFuture()
                            : copies.uncounted().gone(tenant, id, List.of(seq));
                });
    }

    private Future<?> own(String tenant, GroupId group, Change change) {
        String id = group.conversation();
        if (change.what() instanceof Deleted deleted) {
            return copies.uncounted().goneFor(tenant, id, change.owner(), deleted.seqs());
        }
        if (change.what() instanceof Cleared cleared) {
            return members.conversations().raiseMinSeq(tenant, change.owner(), id, cleared.minSeq());
        }
        if (change.what() instanceof Settings settings) {
            return members.conversations()
                    .needed(tenant, change.owner(), group)
                    .compose(there -> members.conversations()
                            .set(tenant, change.owner(), id, settings.values(), change.version()))
                    .compose(set -> members.settings().changed(tenant, new Key(change.owner(), id)));
        }
        return Future.succeededFuture();
    }

    private Future<Void> tell(String tenant, GroupId group, Change change, String exceptSession) {
        String id = group.conversation();
        Cause cause = new Cause(change.uid(), exceptSession, null);
        if (isRelease(change)) {
            return rows.heads()
                    .heads(tenant, List.of(id))
                    .compose(heads -> push(tenant, group, change, cause, ChangeEvents.released(change, heads.get(id))));
        }
        String frame = ChangeEvents.event(change);
        if (change.what() instanceof Edited edited) {
            return hiddenFrom(tenant, group, edited.seq())
                    .compose(hidden -> push(tenant, group, change, cause, frame, hidden));
        }
        if (change.concernsAll()) {
            return push(tenant, group, change, cause, frame);
        }
        return frame == null
                ? announcements.count(tenant, id, List.of(change.owner()))
                : announcements.tell(
                        tenant, id, cause, Map.of(change.owner(), new News(ChangeEvents.line(change), frame)));
    }

    /** The next heartbeat tells them that there is something to ask about; what they are told then has no content. */
    private Future<List<Long>> hiddenFrom(String tenant, GroupId group, long seq) {
        return Future.all(
                        rows.marks().hiddenFrom(tenant, group, seq),
                        members.users().hiddenFrom(tenant, group.conversation(), seq))
                .map(both -> {
                    Set<Long> hidden = new TreeSet<>(both.<List<Long>>resultAt(0));
                    hidden.addAll(both.resultAt(1));
                    return List.copyOf(hidden);
                });
    }

    private Future<Void> push(String tenant, GroupId group, Change change, Cause cause, String frame) {
        return push(tenant, group, change, cause, frame, List.of());
    }

    private Future<Void> push(
            String tenant, GroupId group, Change change, Cause cause, String frame, List<Long> except) {
        Push push = new Push(change.conversationId(), 0, 0, cause, ChangeEvents.line(change), frame, null);
        return events.produce(new GroupPush(tenant, group.value(), List.of(push), List.of(), false, except));
    }
}
