package dev.curlew.store;

import dev.curlew.store.ConversationSettings.Key;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Who is to get no live messages of a conversation ({@code recv_msg_opt} 1, B-211). */
public interface Receivers {

    /** Those of the given members that do not receive; one request for all where Redis knows. */
    Future<Set<Key>> notReceiving(String tenant, Collection<Key> members);

    /** All who do not receive, by conversation, whoever is a member; one request for all where Redis knows. */
    Future<Map<String, Set<Long>>> allNotReceiving(String tenant, Set<String> conversationIds);

    /** All who are not to be reminded of a conversation ({@code recv_msg_opt} 1 or 2), whoever is a member. */
    Future<Set<Long>> notReminded(String tenant, String conversationId);
}
