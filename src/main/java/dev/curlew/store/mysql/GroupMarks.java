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
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which messages of groups count for nobody or mention somebody, and which a member deleted: asked by number, without reading messages.
 * Conversations are named as {@code sg_{id}}.
 */
public final class GroupMarks {

    private static final String AT = "at";
    private static final String QUIET = "quiet";
    private static final String HELD = "held";
    private static final String THREAD = "thread";
    private static final int COLUMNS = 4;
    private static final int MOST_ROWS = 1_000;

    private final MysqlPool pool;
    private final Databases databases;
    private final MessageTable tables;

    public GroupMarks(MysqlPool pool, Databases databases, MessageTable tables) {
        this.pool = pool;
        this.databases = databases;
        this.tables = tables;
    }

    /** What a reader has not seen of a group: numbers above the one, up to the other. */
    public record Unseen(GroupId group, long above, long upTo) {}

    /** Whether a reader is mentioned there, by name or with everybody. */
    public record Mentions(boolean self, boolean all) {

        public static final Mentions NONE = new Mentions(false, false);

        /** {@code group_at_type} of the contract. */
        public int atType() {
            return (all ? 1 : 0) + (self ? 2 : 0);
        }
    }

    /**
     * Within the transaction that stores these messages of groups.
     *
     * @param held those that wait for a review: they count for nobody, mention nobody and are in no thread
     */
    static Future<Void> record(
            SqlConnection transaction, String table, Collection<Message> messages, Set<Message> held) {
        Tuple values = Tuple.tuple();
        for (Message message : messages) {
            String topic = topic(message);
            if (!message.option("unread_count")) {
                mark(values, topic, QUIET, 0, message.seq());
            }
            if (held.contains(message)) {
                mark(values, topic, HELD, 0, message.seq());
            } else {
                shown(values, message);
            }
        }
        return insert(transaction, table, values);
    }

    /** Within the transaction that releases a message. */
    Future<Void> release(SqlConnection transaction, String tenant, Message message) {
        Tuple values = Tuple.tuple();
        shown(values, message);
        return transaction
                .preparedQuery(
                        "DELETE FROM " + marks(tenant) + " WHERE topic = ? AND kind = ? AND uid = 0 AND seqid = ?")
                .execute(Tuple.of(topic(message), HELD, message.seq()))
                .compose(done -> insert(transaction, marks(tenant), values));
    }

    /** What a message is found by once everybody may see it. */
    private static void shown(Tuple values, Message message) {
        String topic = topic(message);
        if (message.mentionAll()) {
            mark(values, topic, AT, 0, message.seq());
        }
        message.atUserIdList().stream().distinct().forEach(uid -> mark(values, topic, AT, uid, message.seq()));
        if (message.rootSeq() != null) {
            mark(values, topic, THREAD, message.rootSeq(), message.seq());
        }
    }

    private static String topic(Message message) {
        return GroupId.ofMessages(message.conversationId()).map(GroupId::topic).orElseThrow();
    }

    private static Future<Void> insert(SqlConnection transaction, String table, Tuple values) {
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < values.size(); from += COLUMNS * MOST_ROWS) {
            int to = Math.min(values.size(), from + COLUMNS * MOST_ROWS);
            Tuple some = Tuple.tuple();
            for (int i = from; i < to; i++) {
                some.addValue(values.getValue(i));
            }
            String sql = "INSERT INTO " + table + " (topic, kind, uid, seqid) VALUES "
                    + String.join(",", Collections.nCopies(some.size() / COLUMNS, "(?, ?, ?, ?)"))
                    + " ON DUPLICATE KEY UPDATE seqid = VALUES(seqid)";
            chain = chain.compose(
                    done -> transaction.preparedQuery(sql).execute(some).mapEmpty());
        }
        return chain;
    }

    /** Within the transaction that takes messages away: nobody is mentioned by them any more, and no thread has them. */
    Future<Void> unmention(SqlConnection transaction, String tenant, GroupId group, Collection<Long> seqs) {
        Tuple values = Tuple.of(group.topic(), AT, THREAD);
        MysqlPool.addPadded(values, seqs);
        return transaction
                .preparedQuery("DELETE FROM " + marks(tenant) + " WHERE topic = ? AND kind IN (?, ?) AND seqid IN ("
                        + MysqlPool.placeholders(seqs.size()) + ")")
                .execute(values)
                .mapEmpty();
    }

    /** Numbers that count for nobody, above {@code above} and up to {@code upTo}, ascending. */
    public Future<List<Long>> uncounted(String tenant, GroupId group, long above, long upTo) {
        String marked = "SELECT seqid FROM " + marks(tenant)
                + " WHERE topic = ? AND kind = ? AND uid = 0 AND seqid > ? AND seqid <= ?";
        String sql = "SELECT seqid FROM " + tables.numbers(tenant)
                + " WHERE group_id = ? AND status IN ('recalled', 'deleted', 'blocked') AND seqid > ? AND seqid <= ?"
                + " UNION " + marked + " UNION " + marked + " ORDER BY seqid";
        Tuple values = Tuple.of(group.value(), above, upTo);
        for (String kind : List.of(QUIET, HELD)) {
            values.addValue(group.topic()).addValue(kind).addValue(above).addValue(upTo);
        }
        return pool.query(sql, values).map(GroupMarks::numbers);
    }

    /** Numbers of what was said in a thread and is shown to everybody, above a number, ascending. */
    public Future<List<Long>> ofThread(String tenant, GroupId group, long root, long above, int limit) {
        String sql = "SELECT seqid FROM " + marks(tenant)
                + " WHERE topic = ? AND kind = ? AND uid = ? AND seqid > ? ORDER BY seqid LIMIT ?";
        return pool.query(sql, group.topic(), THREAD, root, above, limit).map(GroupMarks::numbers);
    }

    /** Numbers from {@code from} on that mention a member by name or with everybody, below {@code before}, the newest first. */
    public Future<List<Long>> mentioning(String tenant, long uid, GroupId group, long from, long before, int limit) {
        String one = "(SELECT seqid FROM " + marks(tenant)
                + " WHERE topic = ? AND kind = ? AND uid = ? AND seqid >= ? AND seqid < ? ORDER BY seqid DESC LIMIT ?)";
        Tuple values = Tuple.tuple();
        for (long who : List.of(0L, uid)) {
            values.addValue(group.topic()).addValue(AT).addValue(who);
            values.addValue(from).addValue(before).addValue(limit);
        }
        return pool.query(one + " UNION " + one + " ORDER BY seqid DESC LIMIT ?", values.addValue(limit))
                .map(GroupMarks::numbers);
    }

    /** Numbers a member deleted for oneself, by conversation. */
    public Future<Map<String, List<Long>>> deletedBy(String tenant, long uid, Collection<GroupId> groups) {
        if (groups.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        Map<String, String> byTopic = new HashMap<>();
        Tuple values = Tuple.of(uid);
        groups.forEach(group -> byTopic.put(group.topic(), group.conversation()));
        MysqlPool.addPadded(values, byTopic.keySet());
        String sql = "SELECT topic, seqid FROM " + databases.tenant(tenant, "im_group_deletions")
                + " WHERE uid = ? AND topic IN (" + MysqlPool.placeholders(byTopic.size()) + ")";
        return pool.query(sql, values).map(rows -> {
            Map<String, List<Long>> found = new HashMap<>();
            for (Row row : rows) {
                found.computeIfAbsent(byTopic.get(row.getString("topic")), id -> new ArrayList<>())
                        .add(row.getLong("seqid"));
            }
            return found;
        });
    }

    /** Those of a range that a member deleted for oneself. */
    public Future<List<Long>> deletedBy(String tenant, long uid, GroupId group, long from, long to) {
        String sql = "SELECT seqid FROM " + databases.tenant(tenant, "im_group_deletions")
                + " WHERE uid = ? AND topic = ? AND seqid >= ? AND seqid <= ?";
        return pool.query(sql, uid, group.topic(), from, to).map(GroupMarks::numbers);
    }

    /** Members who deleted a number for themselves, or were not there when it was said. */
    public Future<List<Long>> hiddenFrom(String tenant, GroupId group, long seq) {
        String sql = "SELECT uid FROM " + databases.tenant(tenant, "im_group_deletions")
                + " WHERE topic = ? AND seqid = ? UNION SELECT uid FROM "
                + databases.tenant(tenant, "im_group_members")
                + " WHERE group_id = ? AND state = 'active' AND min_seq > ?";
        return pool.query(sql, group.topic(), seq, group.value(), seq).map(rows -> {
            List<Long> uids = new ArrayList<>();
            rows.forEach(row -> uids.add(row.getLong("uid")));
            return uids;
        });
    }

    /** By conversation; those that do not mention the reader are missing. */
    public Future<Map<String, Mentions>> mentions(String tenant, long uid, List<Unseen> unseen) {
        if (unseen.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        Map<String, String> byTopic = new HashMap<>();
        List<String> parts = new ArrayList<>();
        Tuple values = Tuple.tuple();
        for (Unseen one : unseen) {
            byTopic.put(one.group().topic(), one.group().conversation());
            for (long who : List.of(0L, uid)) {
                parts.add("(SELECT topic, uid FROM " + marks(tenant)
                        + " WHERE topic = ? AND kind = ? AND uid = ? AND seqid > ? AND seqid <= ? LIMIT 1)");
                values.addValue(one.group().topic()).addValue(AT).addValue(who);
                values.addValue(one.above()).addValue(one.upTo());
            }
        }
        return pool.query(String.join(" UNION ALL ", parts), values).map(rows -> {
            Map<String, Mentions> found = new HashMap<>();
            for (Row row : rows) {
                boolean all = row.getLong("uid") == 0;
                Mentions before = found.getOrDefault(byTopic.get(row.getString("topic")), Mentions.NONE);
                found.put(
                        byTopic.get(row.getString("topic")), new Mentions(before.self() || !all, before.all() || all));
            }
            return found;
        });
    }

    private static void mark(Tuple values, String topic, String kind, long uid, long seq) {
        values.addValue(topic).addValue(kind).addValue(uid).addValue(seq);
    }

    private static List<Long> numbers(Iterable<Row> rows) {
        List<Long> found = new ArrayList<>();
        rows.forEach(row -> found.add(row.getLong("seqid")));
        return found;
    }

    private String marks(String tenant) {
        return tables.marks(tenant);
    }
}
