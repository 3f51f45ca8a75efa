package dev.curlew.store.mysql;

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

/**
 * Table {@code im_group_messages}: messages of groups, one row a number. A number without a message is a row of kind hole. Whoever
 * writes holds the lock of the topic in {@code im_topic_seq} (rules 1 and 16).
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
            String topic = GroupId.ofMessages(message.conversationId())
                    .map(GroupId::topic)
                    .orElseThrow();
            return new Key(topic, message.sendUid(), message.clientMsgId());
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
            Tuple values = Tuple.tuple();
            entry.getValue().forEach(message -> GroupMessageRows.add(values, message));
            String sql = "INSERT INTO " + entry.getKey() + " " + GroupMessageRows.INSERTED + " VALUES "
                    + rows(GroupMessageRows.ROW, entry.getValue().size());
            chain = chain.compose(
                    done -> transaction.preparedQuery(sql).execute(values).mapEmpty());
        }
        return chain.compose(done -> GroupMarks.record(transaction, tables.marks(tenant), messages));
    }

    /** Numbers of a topic that no message will have (rule 4). @param now milliseconds */
    public Future<Void> fill(SqlConnection transaction, String tenant, GroupId group, List<Long> seqs, long now) {
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < seqs.size(); from += MOST_ROWS) {
            List<Long> some = seqs.subList(from, Math.min(seqs.size(), from + MOST_ROWS));
            Tuple values = Tuple.tuple();
            some.forEach(seq -> values.addValue(group.topic())
                    .addValue(group.value())
                    .addValue(seq)
                    .addValue(now)
                    .addValue(now));
            String sql = "INSERT INTO " + tables.forMessage(tenant, group.topic(), some.get(0), now)
                    + " (topic, group_id, seqid, from_user, client_msg_id, msg_type, status, created_at, updated_at)"
                    + " VALUES "
                    + rows(
                            "(?, ?, ?, 0, NULL, 'system', 'deleted', FROM_UNIXTIME(? / 1000), FROM_UNIXTIME(? / 1000))",
                            some.size());
            chain = chain.compose(
                    done -> transaction.preparedQuery(sql).execute(values).mapEmpty());
        }
        return chain;
    }

    /** The rows' own ids by their places, within the transaction that stores them. */
    public Future<Map<Place, Long>> ids(SqlConnection transaction, String tenant, Map<String, List<Long>> seqsByTopic) {
        Map<Place, Long> ids = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<String, List<Long>> entry : seqsByTopic.entrySet()) {
            List<Long> seqs = entry.getValue();
            for (String table : tables.forSeqs(tenant, entry.getKey(), Collections.min(seqs), Collections.max(seqs))) {
                String sql = "SELECT id, topic, seqid FROM " + table
                        + " WHERE topic = ? AND seqid BETWEEN ? AND ? AND from_user <> 0";
                Tuple values = Tuple.of(entry.getKey(), Collections.min(seqs), Collections.max(seqs));
                chain = chain.compose(done -> transaction.preparedQuery(sql).execute(values))
                        .map(rows -> {
                            rows.forEach(row -> ids.put(
                                    new Place(row.getString("topic"), row.getLong("seqid")), row.getLong("id")));
                            return null;
                        });
            }
        }
        return chain.map(ids);
    }

    /** Those that are stored under these names. */
    public Future<Map<Key, Stored>> find(String tenant, Collection<Key> keys) {
        if (keys.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        List<Key> all = List.copyOf(keys);
        if (all.size() > MOST_ROWS) {
            return find(tenant, all.subList(0, MOST_ROWS))
                    .compose(first -> find(tenant, all.subList(MOST_ROWS, all.size()))
                            .map(rest -> {
                                Map<Key, Stored> both = new HashMap<>(first);
                                both.putAll(rest);
                                return both;
                            }));
        }
        Tuple values = Tuple.tuple();
        int size = MysqlPool.rounded(all.size());
        for (int i = 0; i < size; i++) {
            Key key = all.get(Math.min(i, all.size() - 1));
            values.addValue(key.topic()).addValue(key.fromUser()).addValue(key.clientMsgId());
        }
        String which =
                String.join(" OR ", Collections.nCopies(size, "(topic = ? AND from_user = ? AND client_msg_id = ?)"));
        Map<Key, Stored> found = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (String table : tables.ofGroups(tenant)) {
            chain = chain.compose(done -> read(tenant, table, which, values)).map(rows -> {
                rows.forEach(stored -> found.put(Key.of(stored.message()), stored));
                return null;
            });
        }
        return chain.map(found);
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

    /** Every row of a topic with a number from {@code from} to {@code to}, ascending, holes too. */
    public Future<List<Stored>> range(String tenant, String topic, long from, long to) {
        List<Stored> found = new ArrayList<>();
        Future<Void> chain = Future.succeededFuture();
        for (String table : tables.forSeqs(tenant, topic, from, to)) {
            chain = chain.compose(done -> read(
                            tenant,
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

    private Future<List<Stored>> read(String tenant, String table, String which, Tuple values) {
        String sql = "SELECT " + GroupMessageRows.READ + " FROM " + table + " WHERE " + which;
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
