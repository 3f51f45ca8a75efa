package dev.curlew.store.chat;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What is kept of conversations' numbers. */
public interface SeqStore {

    /**
     * Of one conversation.
     *
     * @param maxSeq end of what was reserved
     * @param minSeq lowest number served to anyone
     * @param head a number below which all are known to be resolved
     */
    record Numbers(long maxSeq, long minSeq, long head) {
        public static final Numbers NONE = new Numbers(0, 0, 0);
    }

    /** By conversation; those without a number are missing. */
    Future<Map<String, Numbers>> numbers(String tenant, Collection<String> conversationIds);

    /** {@link Numbers#NONE} for a conversation without a number. */
    default Future<Numbers> numbers(String tenant, String conversationId) {
        return numbers(tenant, List.of(conversationId)).map(found -> found.getOrDefault(conversationId, Numbers.NONE));
    }

    /** Ids of conversations in ascending order after {@code afterId} (empty text: from the start). */
    Future<List<String>> idsAfter(String tenant, String afterId, int limit);
}
