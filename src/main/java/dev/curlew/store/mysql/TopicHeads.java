package dev.curlew.store.mysql;

import dev.curlew.domain.GroupId;
import dev.curlew.store.Heads;
import dev.curlew.store.Latest;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Heads of groups as they are stored: a number is raised in the transaction that stores what it stands for, so all below are settled. */
public final class TopicHeads implements Heads {

    private static final int AT_ONCE = 200;

    private final MysqlPool pool;
    private final Databases databases;
    private final MessageTable tables;

    public TopicHeads(MysqlPool pool, Databases databases, MessageTable tables) {
        this.pool = pool;
        this.databases = databases;
        this.tables = tables;
    }

    @Override
    public Future<Map<String, Long>> heads(String tenant, Collection<String> conversationIds) {
        Map<String, String> byTopic = new HashMap<>();
        conversationIds.forEach(id -> GroupId.ofMessages(id).ifPresent(group -> byTopic.put(group.topic(), id)));
        if (byTopic.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        Tuple topics = Tuple.tuple();
        MysqlPool.addPadded(topics, byTopic.keySet());
        String sql = "SELECT topic, high FROM " + databases.tenant(tenant, "im_topic_seq") + " WHERE topic IN ("
                + MysqlPool.placeholders(byTopic.size()) + ")";
        return pool.query(sql, topics).map(rows -> {
            Map<String, Long> found = new HashMap<>();
            byTopic.values().forEach(id -> found.put(id, 0L));
            for (Row row : rows) {
                found.put(byTopic.get(row.getString("topic")), row.getLong("high"));
            }
            return found;
        });
    }

    /**
     * The newest message that is shown to all, at or below a number, by conversation.
     *
     * @param upTo by conversation
     */
    public Future<Map<String, Latest>> latest(String tenant, Map<String, Long> upTo) {
        List<Map.Entry<String, Long>> all = List.copyOf(upTo.entrySet());
        Map<String, Latest> found = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            List<Map.Entry<String, Long>> some = all.subList(from, Math.min(all.size(), from + AT_ONCE));
            chain = chain.compose(done -> latest(tenant, some, found));
        }
        return chain.map(found);
    }

    private Future<Void> latest(String tenant, List<Map.Entry<String, Long>> some, Map<String, Latest> found) {
        Map<String, String> byTopic = new HashMap<>();
        List<String> parts = new ArrayList<>();
        Tuple values = Tuple.tuple();
        for (Map.Entry<String, Long> one : some) {
            GroupId group = GroupId.ofMessages(one.getKey()).orElseThrow();
            byTopic.put(group.topic(), one.getKey());
            found.put(one.getKey(), Latest.NONE);
            parts.add("(SELECT topic, seqid, CAST(UNIX_TIMESTAMP(created_at) * 1000 AS SIGNED) AS ms FROM "
                    + tables.numbers(tenant) + " WHERE topic = ? AND seqid <= ? AND status <> 'deleted'"
                    + " AND audit_status = 'pass' ORDER BY seqid DESC LIMIT 1)");
            values.addValue(group.topic()).addValue(one.getValue());
        }
        return pool.query(String.join(" UNION ALL ", parts), values).map(rows -> {
            for (Row row : rows) {
                String id = byTopic.get(row.getString("topic"));
                if (row.getLong("seqid") > found.get(id).seq()) {
                    found.put(id, new Latest(row.getLong("seqid"), row.getLong("ms")));
                }
            }
            return null;
        });
    }
}
