package dev.curlew.store.mysql;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.Review;
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
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Messages of groups, one row a number, in the tables that {@link MessageTable} names, and, where single chats are kept in MySQL, those of all
 * other conversations. A number without a message is a row of kind hole. Whoever
 * writes holds the lock of the topic in {@code im_topic_seq} or {@code im_seq} (rules 1 and 16).
 */
public final class GroupMessageStore {

    /** Rows of one statement at most: a statement has 65,535 values. */
    public static final int MOST_ROWS = 1_000;

    private final MysqlPool pool;
    private final MessageTable tables;
    private final GroupTombstones tombstones;
    private final ChatRows chats;
    private final GroupMessageReads reads;

    public GroupMessageStore(MysqlPool pool, MessageTable tables) {
        this.pool = pool;
        this.tables = tables;
        this.tombstones = new GroupTombstones(tables);
        this.chats = new ChatRows(pool, tables);
        this.reads = new GroupMessageReads(pool, tables);
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

        static Stored hole(long seq) {
            return new Stored(0, seq, null, "deleted", "pass", false, 1, 0, 0, Since.of(null));
        }

        public boolean isHole() {
            return message == null;
        }

        /** Deleted for all, or kept from all. */
        public boolean isDeleted() {
            return "deleted".equals(status) || "blocked".equals(status);
        }

        /** Waits for a review: only its sender may see it. */
        public boolean isPending() {
            return "pending".equals(auditStatus);
        }

        /** Did not pass its review: nobody may see it, ever. */
        public boolean isRejected() {
            return "reject".equals(auditStatus);
        }

        public boolean isRecalled() {
            return "recalled".equals(status);
        }

        /** What everybody may be shown as it was sent. */
        public boolean isNormal() {
            return message != null && "normal".equals(status) && "pass".equals(auditStatus);
        }
    }

    /** As {@link #insert(SqlConnection, String, List, Map, long)}, for messages that nobody has to look at and that are kept for good. */
    public Future<Void> insert(SqlConnection transaction, String tenant, List<Message> messages) {
        return insert(transaction, tenant, messages, Map.of(), 0);
    }

    /**
     * All of them in one statement for each table that takes them. Fails with a duplicate key when a number or a client id is taken; the
     * transaction is to be rolled back before anybody reads who has it.
     *
     * @param reviews what was found about some of them; nothing about the others
     * @param keepMs how long those of groups are kept; 0: for good
     */
    public Future<Void> insert(
            SqlConnection transaction, String tenant, List<Message> messages, Map<Key, Review> reviews, long keepMs) {
        Map<String, List<Message>> byTable = byTable(tenant, messages);
        List<Message> inGroups = messages.stream()
                .filter(message -> message.conversationType() == ConversationId.GROUP)
                .toList();
        Future<Void> chain = tables.monthly() && !inGroups.isEmpty()
                ? insertNumbers(transaction, tenant, inGroups, reviews, keepMs)
                : Future.succeededFuture();
        for (Map.Entry<String, List<Message>> entry : byTable.entrySet()) {
            TopicKind kind = TopicKind.of(Key.of(entry.getValue().get(0)).topic());
            Tuple values = Tuple.tuple();
            entry.getValue()
                    .forEach(message -> GroupMessageRows.add(
                            kind, values, message, review(reviews, message), until(message, keepMs)));
            String sql = "INSERT INTO " + entry.getKey() + " " + GroupMessageRows.inserted(kind) + " VALUES "
                    + rows(GroupMessageRows.row(kind), entry.getValue().size());
            chain = chain.compose(
                    done -> transaction.preparedQuery(sql).execute(values).mapEmpty());
        }
        if (inGroups.isEmpty()) {
            return chain;
        }
        Set<Message> held = inGroups.stream()
                .filter(message -> review(reviews, message).held())
                .collect(Collectors.toSet());
        return chain.compose(done -> GroupMarks.record(transaction, tables.marks(tenant), inGroups, held));
    }

    private Future<Void> insertNumbers(
            SqlConnection transaction, String tenant, List<Message> messages, Map<Key, Review> reviews, long keepMs) {
        Tuple values = Tuple.tuple();
        messages.forEach(message -> GroupMessageRows.addNumber(
                values, message, review(reviews, message), tables.month(message.sendTime()), until(message, keepMs)));
        return transaction
                .preparedQuery("INSERT INTO " + tables.numbers(tenant) + " " + GroupMessageRows.NUMBERED + " VALUES "
                        + rows(GroupMessageRows.NUMBER_ROW, messages.size()))
                .execute(values)
                .mapEmpty();
    }

    private static Long until(Message message, long keepMs) {
        return keepMs > 0 && message.conversationType() == ConversationId.GROUP ? message.sendTime() + keepMs : null;
    }

    private static Review review(Map<Key, Review> reviews, Message message) {
        return reviews.getOrDefault(Key.of(message), Review.PASS);
    }

    private Map<String, List<Message>> byTable(String tenant, List<Message> messages) {
        Map<String, List<Message>> byTable = new LinkedHashMap<>();
        messages.forEach(message -> byTable.computeIfAbsent(
                        tables.forMessage(tenant, Key.of(message).topic(), message.seq(), message.sendTime()),
                        table -> new ArrayList<>())
                .add(message));
        return byTable;
    }

    /** Numbers of a topic that no message will have (rule 4). @param now milliseconds */
    public Future<Void> fill(SqlConnection transaction, String tenant, String topic, List<Long> seqs, long now) {
        return GroupId.ofTopic(topic)
                .map(group -> tombstones.fill(transaction, tenant, group, seqs, now))
                .orElseGet(() -> chats.fill(transaction, tenant, topic, seqs, now));
    }

    /** The rows' own ids by their places, within the transaction that stores them; one statement for each table. */
    public Future<Map<Place, Long>> ids(SqlConnection transaction, String tenant, List<Message> messages) {
        Map<Place, Long> ids = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<String, List<Message>> table : byTable(tenant, messages).entrySet()) {
            Map<String, LongSummaryStatistics> byTopic = table.getValue().stream()
                    .collect(Collectors.groupingBy(
                            message -> Key.of(message).topic(), Collectors.summarizingLong(Message::seq)));
            String key = TopicKind.of(Key.of(table.getValue().get(0)).topic()).key;
            String sql = "SELECT id, " + key + " AS topic, seqid FROM " + table.getKey() + " WHERE from_user <> 0 AND ("
                    + GroupMessageReads.anyOf(byTopic.size(), "(" + key + " = ? AND seqid BETWEEN ? AND ?)") + ")";
            Tuple values = Tuple.tuple();
            GroupMessageReads.padded(List.copyOf(byTopic.entrySet()))
                    .forEach(topic -> values.addValue(topic.getKey())
                            .addValue(topic.getValue().getMin())
                            .addValue(topic.getValue().getMax()));
            chain = chain.compose(done -> transaction.preparedQuery(sql).execute(values))
                    .map(rows -> {
                        rows.forEach(row -> ids.put(place(row), row.getLong("id")));
                        return null;
                    });
        }
        return chain.map(ids);
    }

    /** Those that are stored under these names. */
    public Future<Map<Key, Stored>> find(String tenant, Collection<Key> keys) {
        List<Key> others = keys.stream()
                .filter(key -> TopicKind.of(key.topic()) == TopicKind.CHAT)
                .toList();
        if (others.isEmpty()) {
            return reads.find(tenant, keys);
        }
        List<Key> ofGroups = new ArrayList<>(keys);
        ofGroups.removeAll(others);
        return Future.all(reads.find(tenant, ofGroups), chats.find(tenant, others))
                .map(both -> {
                    Map<Key, Stored> found = new HashMap<>(both.<Map<Key, Stored>>resultAt(0));
                    found.putAll(both.<Map<Key, Stored>>resultAt(1));
                    return found;
                });
    }

    /** Those of the places that have a message. */
    public Future<Map<Place, Stored>> at(String tenant, Collection<Place> places) {
        return reads.at(tenant, places);
    }

    /** Every row of a topic with a number from {@code from} to {@code to}, ascending, holes too. */
    public Future<List<Stored>> range(String tenant, String topic, long from, long to) {
        return reads.range(tenant, topic, from, to);
    }

    /** The highest number of each topic that a user sent, by topic; those without one are missing. */
    public Future<Map<String, Long>> highestOf(String tenant, long uid, Collection<String> topics) {
        Tuple values = MysqlPool.addPadded(Tuple.of(uid), topics);
        String sql = "SELECT topic, MAX(seqid) AS newest FROM " + tables.numbers(tenant)
                + " WHERE from_user = ? AND topic IN (" + MysqlPool.placeholders(topics.size()) + ") GROUP BY topic";
        return pool.query(sql, values).map(rows -> {
            Map<String, Long> found = new HashMap<>();
            rows.forEach(row -> found.put(row.getString("topic"), row.getLong("newest")));
            return found;
        });
    }

    /** When the row above a number was written, milliseconds; 0 without one. */
    public Future<Long> timeAbove(String tenant, String topic, long seq) {
        String sql = "SELECT CAST(UNIX_TIMESTAMP(created_at) * 1000 AS SIGNED) AS ms FROM " + tables.numbers(tenant)
                + " WHERE topic = ? AND seqid > ? ORDER BY seqid LIMIT 1";
        return pool.query(sql, topic, seq).map(rows -> {
            for (Row row : rows) {
                return row.getLong("ms");
            }
            return 0L;
        });
    }

    /** Numbers of messages that were to be kept until before {@code time}, milliseconds, by topic; so many at most. */
    public Future<Map<String, List<Long>>> expired(String tenant, long time, int limit) {
        String sql = "SELECT topic, seqid FROM " + tables.numbers(tenant)
                + " WHERE expires_at < FROM_UNIXTIME(? / 1000) ORDER BY expires_at LIMIT " + limit;
        return pool.query(sql, time).map(rows -> {
            Map<String, List<Long>> found = new LinkedHashMap<>();
            rows.forEach(row -> found.computeIfAbsent(row.getString("topic"), topic -> new ArrayList<>())
                    .add(row.getLong("seqid")));
            return found;
        });
    }

    /** Those of the places that have a message which everybody may see, or which was taken back. */
    public Future<Set<Place>> existing(String tenant, Collection<Place> places) {
        String sql = "SELECT topic, seqid FROM " + tables.numbers(tenant) + " WHERE ("
                + GroupMessageReads.anyOf(places.size(), "(topic = ? AND seqid = ?)")
                + ") AND from_user <> 0 AND status <> 'deleted' AND audit_status = 'pass'";
        return pool.query(sql, GroupMessageReads.values(places)).map(rows -> {
            Set<Place> found = new HashSet<>();
            rows.forEach(row -> found.add(place(row)));
            return found;
        });
    }

    static Place place(Row row) {
        return new Place(row.getString("topic"), row.getLong("seqid"));
    }

    private static String rows(String row, int count) {
        return String.join(",", Collections.nCopies(count, row));
    }
}
