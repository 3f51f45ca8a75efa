package dev.curlew.api.conversation;

import dev.curlew.domain.GroupId;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.redis.PositionCache;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Up to where users have read groups by speaking in them. Redis is told with every send; what it has lost is asked of the messages,
 * so a send writes no position anywhere else.
 */
public final class GroupSent {

    private final PositionCache cache;
    private final GroupMessageStore messages;

    public GroupSent(PositionCache cache, GroupMessageStore messages) {
        this.cache = cache;
        this.messages = messages;
    }

    /** Of the groups among these conversations of which Redis has no position of the user's. */
    Future<Map<String, Long>> of(String tenant, long uid, Collection<String> conversationIds) {
        List<String> ids = conversationIds.stream()
                .filter(id -> GroupId.ofMessages(id).isPresent())
                .toList();
        if (ids.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return cache.known(tenant, uid, ids).otherwise(redisAway -> Set.of()).compose(known -> {
            Map<String, String> unknown = new HashMap<>();
            ids.stream()
                    .filter(id -> !known.contains(id))
                    .forEach(id ->
                            unknown.put(GroupId.ofMessages(id).orElseThrow().topic(), id));
            return unknown.isEmpty()
                    ? Future.succeededFuture(Map.of())
                    : messages.highestOf(tenant, uid, unknown.keySet()).map(found -> {
                        Map<String, Long> highest = new HashMap<>();
                        found.forEach((topic, seq) -> highest.put(unknown.get(topic), seq));
                        return highest;
                    });
        });
    }
}
