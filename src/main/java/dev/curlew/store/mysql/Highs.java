package dev.curlew.store.mysql;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The highest settled number of each topic: {@code im_topic_seq} for groups, {@code im_seq} for all other conversations. Whoever gives
 * numbers locks their rows, in sorted order and groups first, so that two batches wait but never in a circle.
 */
final class Highs {

    private final MysqlPool pool;
    private final Databases databases;

    Highs(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /**
     * Makes the rows of conversations that have none, so that locking them locks rows and not the gap between others: a group has its own
     * from the beginning.
     */
    Future<Void> open(String tenant, Collection<String> topics) {
        List<String> chats = TopicKind.sorted(topics).getOrDefault(TopicKind.CHAT, List.of());
        return chats.isEmpty()
                ? Future.succeededFuture()
                : pool.query(
                                "INSERT INTO " + databases.tenant(tenant, TopicKind.CHAT.numbers)
                                        + " (conversation_id) VALUES "
                                        + String.join(",", Collections.nCopies(chats.size(), "(?)"))
                                        + " ON DUPLICATE KEY UPDATE head = head",
                                Tuple.tuple(List.copyOf(chats)))
                        .mapEmpty();
    }

    /** 0 where there is none. */
    Future<Map<String, Long>> of(String tenant, Collection<String> topics) {
        Map<String, Long> highs = zeros(topics);
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<TopicKind, List<String>> one : TopicKind.sorted(topics).entrySet()) {
            chain = chain.compose(done ->
                            pool.query(select(tenant, one.getKey(), one.getValue()), MysqlPool.padded(one.getValue())))
                    .map(rows -> read(rows, highs));
        }
        return chain.map(highs);
    }

    /** The same, and they stay so until the transaction ends. */
    Future<Map<String, Long>> lock(SqlConnection transaction, String tenant, Collection<String> topics) {
        Map<String, Long> highs = zeros(topics);
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<TopicKind, List<String>> one : TopicKind.sorted(topics).entrySet()) {
            String sql = select(tenant, one.getKey(), one.getValue()) + " ORDER BY " + one.getKey().numbersKey
                    + " FOR UPDATE";
            chain = chain.compose(done -> transaction.preparedQuery(sql).execute(MysqlPool.padded(one.getValue())))
                    .map(rows -> read(rows, highs));
        }
        return chain.map(highs);
    }

    /** None is ever lowered. @param last by topic */
    Future<Void> raise(SqlConnection transaction, String tenant, Collection<String> topics, Map<String, Long> last) {
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<TopicKind, List<String>> one : TopicKind.sorted(topics).entrySet()) {
            TopicKind kind = one.getKey();
            Tuple values = Tuple.tuple();
            one.getValue().forEach(topic -> values.addValue(topic).addValue(last.get(topic)));
            String sql = "INSERT INTO " + databases.tenant(tenant, kind.numbers) + " (" + kind.numbersKey + ", "
                    + kind.high + ") VALUES "
                    + String.join(",", Collections.nCopies(one.getValue().size(), "(?, ?)"))
                    + " ON DUPLICATE KEY UPDATE " + kind.high + " = GREATEST(" + kind.high + ", VALUES(" + kind.high
                    + "))";
            chain = chain.compose(
                    done -> transaction.preparedQuery(sql).execute(values).mapEmpty());
        }
        return chain;
    }

    private String select(String tenant, TopicKind kind, List<String> topics) {
        return "SELECT " + kind.numbersKey + " AS topic, " + kind.high + " AS high FROM "
                + databases.tenant(tenant, kind.numbers) + " WHERE " + kind.numbersKey + " IN ("
                + MysqlPool.placeholders(topics.size()) + ")";
    }

    private static Map<String, Long> zeros(Collection<String> topics) {
        Map<String, Long> highs = new HashMap<>();
        topics.forEach(topic -> highs.put(topic, 0L));
        return highs;
    }

    private static Void read(Iterable<Row> rows, Map<String, Long> highs) {
        rows.forEach(row -> highs.put(row.getString("topic"), row.getLong("high")));
        return null;
    }
}
