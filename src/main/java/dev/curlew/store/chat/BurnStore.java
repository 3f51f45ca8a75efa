package dev.curlew.store.chat;

import io.vertx.core.Future;
import java.util.List;

/** What is to burn after it was read, and when: one entry per advance of a reader, however many messages. */
public interface BurnStore {

    /**
     * Messages to the reader that burn.
     *
     * @param id of the entry, null before it is stored
     * @param fromSeq first of a run
     * @param toSeq last of it
     * @param seqs single ones
     * @param due when, milliseconds
     */
    record Burn(String id, String conversationId, long reader, long fromSeq, long toSeq, List<Long> seqs, long due) {}

    Future<Void> schedule(String tenant, Burn burn);

    /** Those due at a time, the longest overdue first. */
    Future<List<Burn>> due(String tenant, long time, int limit);

    /** It has burned. */
    Future<Void> remove(String tenant, Burn burn);
}
