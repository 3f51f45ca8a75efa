package dev.curlew.store.change;

import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Cleared;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.Change.Revoked;
import dev.curlew.domain.Change.Settings;
import dev.curlew.domain.ConversationId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Cause;
import dev.curlew.store.CachedConversations;
import dev.curlew.store.ConversationSettings.Key;
import dev.curlew.store.change.Announcements.News;
import dev.curlew.store.chat.ChangeLog;
import dev.curlew.store.chat.ChangeLog.Entry;
import dev.curlew.store.chat.ClaimStore;
import dev.curlew.store.chat.ConversationStore;
import dev.curlew.store.chat.MessageChanges;
import dev.curlew.store.chat.MessageStore;
import dev.curlew.store.chat.MessageStore.Stored;
import dev.curlew.store.chat.SeqUserStore;
import dev.curlew.store.redis.UncountedCache;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes changes of conversations (rule 12): first the log entry, with its number and open; then all it means, each step of which may be
 * repeated; then the entry is closed. Whoever meets an open entry, the next writer, a reader or the sweep, finishes it first. So a change
 * is either not there, or it is there and will be whole, whichever process stops where.
 */
public final class Changes {

    private static final int MOST_TRIES = 50;

    private final ChangeLog log;
    private final Stores stores;
    private final Announcements announcements;

    public Changes(ChangeLog log, Stores stores, Announcements announcements) {
        this.log = log;
        this.stores = stores;
        this.announcements = announcements;
    }

    /** What changes act on. */
    public record Stores(
            MessageChanges messages,
            MessageStore bodies,
            ClaimStore claims,
            SeqUserStore users,
            ConversationStore conversations,
            CachedConversations settings,
            UncountedCache uncounted) {}

    /** How users' devices are told of a change that holds; it fails when nothing would ever make them notice. */
    public interface Teller {
        Future<?> tell(Change change);
    }

    /**
     * Makes a change; succeeds with it once it holds everywhere, or with null when what it was to change had changed before.
     *
     * @param change without a number
     * @param exceptSession the session that has the reply instead of the event, or null
     */
    public Future<Change> make(String tenant, Change change, String exceptSession) {
        return make(tenant, change, numbered -> announce(tenant, numbered, exceptSession));
    }

    /** Makes a change that no session asked for. */
    public Future<Change> make(String tenant, Change change) {
        return make(tenant, change, numbered -> announce(tenant, numbered, null));
    }

    /** Makes a change that is told of in another way than by its own event. */
    public Future<Change> make(String tenant, Change change, Teller teller) {
        return append(tenant, change, 0)
                .compose(numbered -> finish(tenant, numbered, teller).map(done -> done ? numbered : null));
    }

    /** What a user is concerned by, above a number, at most {@code limit}, all of it done. */
    public Future<List<Change>> after(String tenant, String conversationId, long uid, long version, int limit) {
        return log.after(tenant, conversationId, uid, version, limit).compose(found -> {
            boolean open = found.stream().anyMatch(Entry::open);
            return open
                    ? finishAll(tenant, found).compose(done -> after(tenant, conversationId, uid, version, limit))
                    : Future.succeededFuture(found.stream().map(Entry::change).toList());
        });
    }

    /** Finishes what was begun before {@code time} (milliseconds) and left open; answers how many there were. */
    public Future<Integer> finishOpen(String tenant, long time, int limit) {
        return log.openSince(tenant, time, limit)
                .compose(found -> finishAll(tenant, found).map(found.size()));
    }

    private Future<Void> finishAll(String tenant, List<Entry> entries) {
        Future<?> chain = Future.succeededFuture();
        for (Entry entry : entries) {
            if (entry.open()) {
                chain = chain.compose(done -> finish(tenant, entry.change()));
            }
        }
        return chain.mapEmpty();
    }

    private Future<Change> append(String tenant, Change change, int tries) {
        if (tries == MOST_TRIES) {
            return Future.failedFuture(ApiException.unavailable("Too many changes at once."));
        }
        return log.last(tenant, change.conversationId()).compose(last -> {
            Future<?> before = last != null && last.open() ? finish(tenant, last.change()) : Future.succeededFuture();
            Change numbered = change.numbered(last == null ? 1 : last.change().version() + 1);
            return before.compose(done -> log.insert(tenant, numbered))
                    .compose(mine -> mine ? Future.succeededFuture(numbered) : append(tenant, change, tries + 1));
        });
    }

    /** Finishes what somebody else began. */
    private Future<Boolean> finish(String tenant, Change change) {
        return finish(tenant, change, begun -> announce(tenant, begun, null));
    }

    private Future<Boolean> finish(String tenant, Change change, Teller teller) {
        return stores.messages().apply(tenant, change).compose(outcome -> switch (outcome) {
            case APPLIED ->
                effects(tenant, change)
                        .compose(done -> teller.tell(change))
                        .compose(told -> log.close(tenant, change))
                        .map(true);
            case OVERTAKEN -> log.close(tenant, change).map(true);
            case TOO_LATE -> log.annul(tenant, change).map(false);
        });
    }

    private Future<?> effects(String tenant, Change change) {
        ConversationId id = ConversationId.parse(change.conversationId()).orElseThrow();
        long minSeq = change.what() instanceof Cleared cleared ? cleared.minSeq() : 0;
        return uncount(tenant, change, id)
                .compose(done -> settings(tenant, change, id))
                .compose(done -> stores.users()
                        .raiseVersion(tenant, id.value(), change.concerned(id), change.version(), minSeq));
    }

    /** Copies of the messages are dropped before anyone is told, and what is gone does not count as unread any more. */
    private Future<?> uncount(String tenant, Change change, ConversationId id) {
        List<Long> seqs = change.what().seqs();
        List<Long> members = List.of(id.lowUid(), id.highUid());
        if (change.what() instanceof Edited) {
            return stores.uncounted().forAll(tenant, id.value(), members, seqs, List.of());
        }
        if (change.what() instanceof Deleted && !change.concernsAll()) {
            return stores.uncounted().own(tenant, id.value(), change.owner(), seqs);
        }
        if (change.what() instanceof Revoked || change.what() instanceof Deleted) {
            return stores.claims()
                    .uncount(tenant, id.value(), seqs)
                    .compose(done -> log.forgetContents(tenant, id.value(), seqs))
                    .compose(done -> stores.uncounted().forAll(tenant, id.value(), members, seqs, seqs));
        }
        return Future.succeededFuture();
    }

    private Future<?> settings(String tenant, Change change, ConversationId id) {
        if (change.what() instanceof Cleared cleared) {
            return stores.conversations().raiseMinSeq(tenant, change.owner(), id.value(), cleared.minSeq());
        }
        if (!(change.what() instanceof Settings settings)) {
            return Future.succeededFuture();
        }
        Future<?> chain = Future.succeededFuture();
        for (long uid : change.concerned(id)) {
            chain = chain.compose(done ->
                            stores.conversations().set(tenant, uid, id.value(), settings.values(), change.version()))
                    .compose(done -> stores.settings().changed(tenant, new Key(uid, id.value())));
        }
        return chain;
    }

    private Future<Void> announce(String tenant, Change change, String exceptSession) {
        ConversationId id = ConversationId.parse(change.conversationId()).orElseThrow();
        String frame = ChangeEvents.event(change);
        if (frame == null) {
            return announcements.count(tenant, id.value(), change.concerned(id));
        }
        News news = new News(ChangeEvents.line(change), frame);
        Cause cause = new Cause(change.uid(), exceptSession, null);
        return blind(tenant, change, id).compose(blind -> {
            Map<Long, News> all = new LinkedHashMap<>();
            change.concerned(id).stream().filter(uid -> !blind.contains(uid)).forEach(uid -> all.put(uid, news));
            return announcements
                    .tell(tenant, id.value(), cause, all)
                    .compose(told -> announcements.count(tenant, id.value(), blind));
        });
    }

    /** Those who may not see the new content: they deleted the message, or cleared it. */
    private Future<List<Long>> blind(String tenant, Change change, ConversationId id) {
        if (!(change.what() instanceof Edited edited)) {
            return Future.succeededFuture(List.of());
        }
        return Future.all(
                        stores.bodies().find(tenant, id.value(), List.of(edited.seq())),
                        stores.users().hiddenFrom(tenant, id.value(), edited.seq()))
                .map(both -> {
                    Stored stored = both.<Map<Long, Stored>>resultAt(0).get(edited.seq());
                    List<Long> cleared = both.resultAt(1);
                    return change.concerned(id).stream()
                            .filter(uid -> cleared.contains(uid) || (stored != null && stored.isGoneFor(uid)))
                            .toList();
                });
    }
}
