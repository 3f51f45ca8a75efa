package dev.curlew.store.mysql;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tables {@code im_group_messages} and {@code im_messages}: messages of groups and of all other conversations, one row a number. A number without a message is a row of kind hole. Whoever
 * writes holds the lock of the topic in {@code im_topic_seq} or {@code im_seq} (rules 1 and 16).
 */
public final class GroupMessageStore {

    /** Rows of one statement at most: a statement has 65,535 values. */
    public static final int MOST_ROWS = 1_000;

    private final MysqlPool pool;
    private final MessageTable tables;

    public GroupMessageStore(MysqlPool pool, MessageTable tables) {
        this.pool = pool;
        this.tables = tables;
    }

    /** What a sender calls a message; unique within the table. */
    public record Key(String topic, long fromUser, String clientMsgId) {

        public static Key of(Message message) {
            return new Key(GroupId.topicOf(message.conversationId()), message.sendUid(), message.clientMsgId());
        }
    }

    /** A message's place, which says more than its number does. */
    public record Place(String topic, long seq) {}

    /**
     * A row.
     *
     * @param id the row's own
     * @param message null for a hole
     * @param status normal, recalled, deleted, blocked
     * @param auditStatus pass, pending, reject
     * @param version of the content, from 1
     * @param recalledBy uid, 0 when it was not
     * @param recalledAt milliseconds, 0 when it was not
     */
    public record Stored(
            long id,
            long seq,
            Message message,
            String status,
            String auditStatus,
            boolean hasRisk,
            long version,
            long recalledBy,
            long recalledAt,
            Since since) {

        public boolean isHole() {
            return message == null;
        }

        /** Deleted for all, or kept from all. */
        public boolean isDeleted() {
            return "deleted".equals(status) || "blocked".equals(status);
        }

        /** Waits for a review. */
        public boolean isPending() {
            return "pending".equals(auditStatus);
        }

        public boolean isRecalled() {
            return "recalled".equals(status);
        }

        /** What everybody may be shown as it was sent. */
        public boolean isNormal() {
            return message != null && "normal".equals(status) && "pass".equals(auditStatus);
        }
    }

    /**
     * All of them in one statement for each table that takes them. Fails with a duplicate key when a number or a client id is taken; the
     * transaction is to be rolled back before anybody reads who has it.
     */
    public Future<Void> insert(SqlConnection transaction, String tenant, List<Message> messages) {
        Map<String, List<Message>> byTable = new LinkedHashMap<>();
        messages.forEach(message -> byTable.computeIfAbsent(
                        tables.forMessage(tenant, Key.of(message).topic(), message.seq(), message.sendTime()),
                        table -> new ArrayList<>())
                .add(message));
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<String, List<Message>> entry : byTable.entrySet()) {
            TopicKind kind = TopicKind.of(Key.of(entry.getValue().get(0)).topic());
            Tuple values = Tuple.tuple();
            entry.getValue().forEach(message -> GroupMessageRows.add(kind, values, message));
            String sql = "INSERT INTO " + entry.getKey() + " " + GroupMessageRows.inserted(kind) + " VALUES "
                    + rows(GroupMessageRows.row(kind), entry.getValue().size());
            chain = chain.compose(
                    done -> transaction.preparedQuery(sql).execute(values).mapEmpty());
        }
        List<Message> inGroups = messages.stream()
                .filter(message -> message.conversationType() == ConversationId.GROUP)
                .toList();
        return inGroups.isEmpty()
                ? chain
                : chain.compose(done -> GroupMarks.record(transaction, tables.marks(tenant), inGroups));
    }

    /** Numbers of a topic that no message will have (rule 4). @param now milliseconds */
    public Future<Void> fill(SqlConnection transaction, String tenant, String topic, List<Long> seqs, long now) {
        TopicKind kind = TopicKind.of(topic);
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < seqs.size(); from += MOST_ROWS) {
            List<Long> some = seqs.subList(from, Math.min(seqs.size(), from + MOST_ROWS));
            Tuple values = Tuple.tuple();
            some.forEach(seq -> values.addValue(topic)
                    .addValue(kind.nobody(topic))
                    .addValue(seq)
                    .addValue(now)
                    .addValue(now));
            String sql = "INSERT INTO " + tables.forMessage(tenant, topic, some.get(0), now) + " ("
                    + kind.key + ", " + kind.target
                    + ", seqid, from_user, client_msg_id, msg_type, status, created_at, updated_at"
                    + (kind == TopicKind.CHAT ? ", uncounted" : "") + ") VALUES "
                    + rows(
                            "(?, ?, ?, 0, NULL, 'system', 'deleted', FROM_UNIXTIME(? / 1000), FROM_UNIXTIME(? / 1000)"
                                    + (kind == TopicKind.CHAT ? ", 1)" : ")"),
                            some.size());
            chain = chain.compose(
                    done -> transaction.preparedQuery(sql).execute(values).mapEmpty());
        }
        return chain;
    }

    /** The rows' own ids by their places, within the transaction that stores them. */
    public Future<Map<Place, Long>> ids(SqlConnection transaction, String tenant, Map<String, List<Long>> seqsByTopic) {
        Map<String, TopicKind> kinds = new LinkedHashMap<>();
        Map<String, Tuple> values = new LinkedHashMap<>();
        seqsByTopic.forEach((topic, seqs) -> {
            long from = Collections.min(seqs);
            long to = Collections.max(seqs);
            for (String table : tables.forSeqs(tenant, topic, from, to)) {
                kinds.put(table, TopicKind.of(topic));
                values.computeIfAbsent(table, name -> Tuple.tuple())
                        .addValue(topic)
                        .addValue(from)
                        .addValue(to);
            }
        });
        Map<Place, Long> ids = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<String, Tuple> entry : values.entrySet()) {
            String key = kinds.get(entry.getKey()).key;
            String sql = "SELECT id, " + key + " AS topic, seqid FROM " + entry.getKey() + " WHERE from_user <> 0 AND ("
                    + String.join(
                            " OR ",
                            Collections.nCopies(
                                    entry.getValue().size() / 3, "(" + key + " = ? AND seqid BETWEEN ? AND ?)"))
                    + ")";
            chain = chain.compose(done -> transaction.preparedQuery(sql).execute(entry.getValue()))
                    .map(rows -> {
                        rows.forEach(row ->
                                ids.put(new Place(row.getString("topic"), row.getLong("seqid")), row.getLong("id")));
                        return null;
                    });
        }
        return chain.map(ids);
    }

    /** Those that are stored under these names. */
    public Future<Map<Key, Stored>> find(String tenant, Collection<Key> keys) {
        if (keys.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        Map<TopicKind, List<Key>> byKind = keys.stream().collect(Collectors.groupingBy(key -> TopicKind.of(key.topic())));
        Map<Key, Stored> found = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<TopicKind, List<Key>> entry : byKind.entrySet()) {
            List<Key> all = entry.getValue();
            for (int from = 0; from < all.size(); from += MOST_ROWS) {
                List<Key> some = all.subList(from, Math.min(all.size(), from + MOST_ROWS));
                chain = chain.compose(done -> find(tenant, entry.getKey(), some, found));
            }
        }
        return chain.map(found);
    }

    private Future<Void> find(String tenant, TopicKind kind, List<Key> all, Map<Key, Stored> found) {
        Tuple values = Tuple.tuple();
        int size = MysqlPool.rounded(all.size());
        for (int i = 0; i < size; i++) {
            Key key = all.get(Math.min(i, all.size() - 1));
            values.addValue(key.topic()).addValue(key.fromUser()).addValue(key.clientMsgId());
        }
        String which =
                String.join(
                " OR ", Collections.nCopies(size, "(" + kind.key + " = ? AND from_user = ? AND client_msg_id = ?)"));
        Future<Void> chain = Future.succeededFuture();
        for (String table : tables.all(tenant, kind)) {
            chain = chain.compose(done -> read(tenant, kind, table, which, values)).map(rows -> {
                rows.forEach(stored -> found.put(Key.of(stored.message()), stored));
                return null;
            });
        }
        return chain;
    }

    /** The highest number of each topic that a user sent, by topic; those without one are missing. */
    public Future<Map<String, Long>> highestOf(String tenant, long uid, Collection<String> topics) {
        Map<String, Long> found = new HashMap<>();
        Tuple values = MysqlPool.addPadded(Tuple.of(uid), topics);
        Future<Void> chain = Future.succeededFuture();
        for (String table : tables.ofGroups(tenant)) {
            String sql = "SELECT topic, MAX(seqid) AS newest FROM " + table + " WHERE from_user = ? AND topic IN ("
                    + MysqlPool.placeholders(topics.size()) + ") GROUP BY topic";
            chain = chain.compose(done -> pool.query(sql, values)).map(rows -> {
                rows.forEach(row -> found.merge(row.getString("topic"), row.getLong("newest"), Math::max));
                return null;
            });
        }
        return chain.map(found);
    }

    /** When the row above a number was written, milliseconds; 0 without one. */
    public Future<Long> timeAbove(String tenant, String topic, long seq) {
        Future<Long> found = Future.succeededFuture(0L);
        for (String table : tables.forSeqs(tenant, topic, seq + 1, Long.MAX_VALUE)) {
            String sql = "SELECT CAST(UNIX_TIMESTAMP(created_at) * 1000 AS SIGNED) AS ms FROM " + table
                    + " WHERE topic = ? AND seqid > ? ORDER BY seqid LIMIT 1";
            found = found.compose(known -> known > 0
                    ? Future.succeededFuture(known)
                    : pool.query(sql, topic, seq).map(rows -> {
                        for (Row row : rows) {
                            return row.getLong("ms");
                        }
                        return 0L;
                    }));
        }
        return found;
    }

    /** Those of the places that have a message which was not deleted. */
    public Future<Set<Place>> existing(String tenant, Collection<Place> places) {
        List<Place> all = List.copyOf(places);
        Tuple values = Tuple.tuple();
        int size = MysqlPool.rounded(all.size());
        for (int i = 0; i < size; i++) {
            Place place = all.get(Math.min(i, all.size() - 1));
            values.addValue(place.topic()).addValue(place.seq());
        }
        String which = String.join(" OR ", Collections.nCopies(size, "(topic = ? AND seqid = ?)"));
        Set<Place> found = new HashSet<>();
        Future<Void> chain = Future.succeededFuture();
        for (String table : tables.ofGroups(tenant)) {
            String sql = "SELECT topic, seqid FROM " + table + " WHERE (" + which
                    + ") AND from_user <> 0 AND status <> 'deleted'";
            chain = chain.compose(done -> pool.query(sql, values)).map(rows -> {
                rows.forEach(row -> found.add(new Place(row.getString("topic"), row.getLong("seqid"))));
                return null;
            });
        }
        return chain.map(found);
    }

    /** Every row of a group with a number from {@code from} to {@code to}, ascending, holes too. */
    public Future<List<Stored>> range(String tenant, String topic, long from, long to) {
        List<Stored> found = new ArrayList<>();
        Future<Void> chain = Future.succeededFuture();
        for (String table : tables.forSeqs(tenant, topic, from, to)) {
            chain = chain.compose(done -> read(
                            tenant,
                            TopicKind.GROUP,
                            table,
                            "topic = ? AND seqid BETWEEN ? AND ? ORDER BY seqid",
                            Tuple.of(topic, from, to)))
                    .map(rows -> {
                        found.addAll(rows);
                        return null;
                    });
        }
        return chain.map(found);
    }

    private Future<List<Stored>> read(String tenant, TopicKind kind, String table, String which, Tuple values) {
        String sql = "SELECT " + GroupMessageRows.read(kind) + " FROM " + table + " WHERE " + which;
        return pool.query(sql, values).map(rows -> {
            List<Stored> found = new ArrayList<>(rows.size());
            for (Row row : rows) {
                found.add(GroupMessageRows.stored(tenant, row));
            }
            return found;
        });
    }

    private static String rows(String row, int count) {
        return String.join(",", Collections.nCopies(count, row));
    }
}
