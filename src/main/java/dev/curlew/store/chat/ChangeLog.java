package dev.curlew.store.chat;

import dev.curlew.domain.Change;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The changes of conversations of two, numbered without gaps: a change takes the number after the last one, and the unique key
 * (conversation, version) lets one of two writers win. An entry is open until all it means is done; only the last one of a conversation
 * can be open, since the next is written only after it was closed.
 */
public interface ChangeLog {

    /** @param open true while what it means may not be done */
    record Entry(Change change, boolean open) {}

    /** The newest entry of a conversation; null for none. */
    Future<Entry> last(String tenant, String conversationId);

    /** Writes an open entry; false when its number is taken. */
    Future<Boolean> insert(String tenant, Change change);

    /** All that the entry means is done. */
    Future<Void> close(String tenant, Change change);

    /** The entry means nothing: what it was to change had changed before. */
    Future<Void> annul(String tenant, Change change);

    /** Entries a user is concerned by, above a number, ascending; those that mean nothing are left out. */
    Future<List<Entry>> after(String tenant, String conversationId, long uid, long version, int limit);

    /** Entries of any conversation that are open since before {@code time}, milliseconds: somebody stopped half-way. */
    Future<List<Entry>> openSince(String tenant, long time, int limit);

    /** Takes what was written into messages out of the log: they are gone. */
    Future<Void> forgetContents(String tenant, String conversationId, Collection<Long> seqs);

    /** The numbers a user deleted for oneself, by conversation. */
    Future<Map<String, List<Long>>> deletedBy(String tenant, long uid, Collection<String> conversationIds);
}
