package dev.curlew.store.mysql;

import dev.curlew.store.Heads;
import dev.curlew.store.chat.SeqStore;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Table {@code im_seq}. {@code head} rises in the transaction that stores what it stands for, so all below it are settled. */
public final class ChatSeqs implements SeqStore, Heads {

    private final MysqlPool pool;
    private final Databases databases;

    public ChatSeqs(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    @Override
    public Future<Map<String, Numbers>> numbers(String tenant, Collection<String> conversationIds) {
        if (conversationIds.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return pool.query(
                        "SELECT conversation_id, max_seq, min_seq, head FROM " + table(tenant)
                                + " WHERE conversation_id IN (" + MysqlPool.placeholders(conversationIds.size()) + ")",
                        MysqlPool.padded(List.copyOf(conversationIds)))
                .map(rows -> {
                    Map<String, Numbers> found = new HashMap<>();
                    rows.forEach(row -> found.put(
                            row.getString("conversation_id"),
                            new Numbers(row.getLong("max_seq"), row.getLong("min_seq"), row.getLong("head"))));
                    return found;
                });
    }

    @Override
    public Future<Map<String, Long>> heads(String tenant, Collection<String> conversationIds) {
        return numbers(tenant, conversationIds).map(found -> {
            Map<String, Long> heads = new HashMap<>();
            conversationIds.forEach(
                    id -> heads.put(id, found.getOrDefault(id, Numbers.NONE).head()));
            return heads;
        });
    }

    @Override
    public Future<List<String>> idsAfter(String tenant, String afterId, int limit) {
        return pool.query(
                        "SELECT conversation_id FROM " + table(tenant)
                                + " WHERE conversation_id > ? ORDER BY conversation_id LIMIT ?",
                        afterId,
                        limit)
                .map(rows -> {
                    List<String> ids = new ArrayList<>();
                    rows.forEach(row -> ids.add(row.getString("conversation_id")));
                    return ids;
                });
    }

    private String table(String tenant) {
        return databases.tenant(tenant, TopicKind.CHAT.numbers);
    }
}
