package dev.curlew.store.chat;

import dev.curlew.store.Claims;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Places taken in conversations of two and of notifications, as far as others than their sequencer ask for them. */
public interface ClaimStore extends Claims {

    /** Claims of a conversation from one number to another, both included, ascending. */
    Future<List<Claim>> range(String tenant, String conversationId, long from, long to);

    /** The claims on these numbers of a conversation. */
    Future<List<Claim>> at(String tenant, String conversationId, Collection<Long> seqs);

    /** The highest number a sender claimed in a conversation, 0 for none. */
    Future<Long> highestOf(String tenant, String conversationId, long sender);

    /** The highest number claimed, 0 for none: the durable maximum (rule 2). */
    Future<Long> highest(String tenant, String conversationId);

    /** These numbers never count as unread any more. */
    Future<Void> uncount(String tenant, String conversationId, Collection<Long> seqs);

    /** Numbers of these conversations that never count as unread, in one query. */
    Future<Map<String, List<Long>>> uncounted(String tenant, Collection<String> conversationIds);
}
