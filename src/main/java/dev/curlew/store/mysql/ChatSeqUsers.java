package dev.curlew.store.mysql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.protocol.Json;
import dev.curlew.store.chat.SeqUserStore;
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
import java.util.TreeSet;

/** Table {@code im_seq_user}: where users stand in conversations. Numbers only rise. */
public final class ChatSeqUsers implements SeqUserStore {

    private static final String COLUMNS = "user_id, conversation_id, min_seq, max_seq, read_seq, seen_seq,"
            + " CAST(seen_seqs AS CHAR) AS seen_seqs, version";
    private static final String SEEN =
            "conversation_id = ? AND (seen_seq >= ? OR JSON_CONTAINS(COALESCE(seen_seqs, '[]'), ?)) AND user_id NOT IN (";

    private final MysqlPool pool;
    private final Databases databases;

    public ChatSeqUsers(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    @Override
    public Future<Position> raiseSeen(String tenant, long uid, String conversationId, long seq, List<Long> seqs) {
        String made = "INSERT INTO " + table(tenant) + " (user_id, conversation_id) VALUES (?, ?)"
                + " ON DUPLICATE KEY UPDATE version = version";
        return pool.transaction(transaction -> transaction
                .preparedQuery(made)
                .execute(Tuple.of(uid, conversationId))
                .compose(done -> locked(transaction, tenant, uid, conversationId))
                .compose(before -> {
                    TreeSet<Long> seen = new TreeSet<>(before.seenSeqs());
                    seen.addAll(seqs);
                    return transaction
                            .preparedQuery("UPDATE " + table(tenant)
                                    + " SET read_seq = GREATEST(read_seq, ?), seen_seq = GREATEST(seen_seq, ?),"
                                    + " seen_seqs = ? WHERE user_id = ? AND conversation_id = ?")
                            .execute(Tuple.of(seq, seq, Json.text(seen), uid, conversationId))
                            .map(before);
                }));
    }

    private Future<Position> locked(SqlConnection transaction, String tenant, long uid, String conversationId) {
        return transaction
                .preparedQuery("SELECT " + COLUMNS + " FROM " + table(tenant)
                        + " WHERE user_id = ? AND conversation_id = ? FOR UPDATE")
                .execute(Tuple.of(uid, conversationId))
                .map(rows -> rows.size() == 0
                        ? Position.START
                        : position(rows.iterator().next()));
    }

    @Override
    public Future<Void> forgetSeen(String tenant, long uid, String conversationId, long upTo) {
        return pool.transaction(transaction -> locked(transaction, tenant, uid, conversationId)
                .compose(now -> transaction
                        .preparedQuery("UPDATE " + table(tenant)
                                + " SET seen_seqs = ? WHERE user_id = ? AND conversation_id = ?")
                        .execute(Tuple.of(
                                Json.text(now.seenSeqs().stream()
                                        .filter(seq -> seq > upTo)
                                        .toList()),
                                uid,
                                conversationId))
                        .mapEmpty()));
    }

    @Override
    public Future<Void> raiseVersion(
            String tenant, String conversationId, Collection<Long> uids, long version, long minSeq) {
        if (uids.isEmpty()) {
            return Future.succeededFuture();
        }
        Tuple values = Tuple.tuple();
        new TreeSet<>(uids)
                .forEach(uid -> values.addValue(uid)
                        .addValue(conversationId)
                        .addValue(version)
                        .addValue(minSeq));
        int rows = values.size() / 4;
        return pool.query(
                        "INSERT INTO " + table(tenant) + " (user_id, conversation_id, version, min_seq) VALUES "
                                + String.join(",", Collections.nCopies(rows, "(?, ?, ?, ?)"))
                                + " ON DUPLICATE KEY UPDATE version = GREATEST(version, VALUES(version)),"
                                + " min_seq = GREATEST(min_seq, VALUES(min_seq))",
                        values)
                .mapEmpty();
    }

    @Override
    public Future<Map<String, Position>> positions(String tenant, long uid, Collection<String> conversationIds) {
        if (conversationIds.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return pool.query(
                        "SELECT " + COLUMNS + " FROM " + table(tenant) + " WHERE user_id = ? AND conversation_id IN ("
                                + MysqlPool.placeholders(conversationIds.size()) + ")",
                        MysqlPool.addPadded(Tuple.of(uid), conversationIds))
                .map(rows -> {
                    Map<String, Position> found = new HashMap<>();
                    rows.forEach(row -> found.put(row.getString("conversation_id"), position(row)));
                    return found;
                });
    }

    @Override
    public Future<Map<String, Map<Long, Position>>> everyone(String tenant, Collection<String> conversationIds) {
        if (conversationIds.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return pool.query(
                        "SELECT " + COLUMNS + " FROM " + table(tenant) + " WHERE conversation_id IN ("
                                + MysqlPool.placeholders(conversationIds.size()) + ")",
                        MysqlPool.padded(List.copyOf(conversationIds)))
                .map(rows -> {
                    Map<String, Map<Long, Position>> found = new HashMap<>();
                    rows.forEach(row -> found.computeIfAbsent(row.getString("conversation_id"), id -> new HashMap<>())
                            .put(row.getLong("user_id"), position(row)));
                    return found;
                });
    }

    @Override
    public Future<List<Long>> hiddenFrom(String tenant, String conversationId, long seq) {
        return pool.query(
                        "SELECT user_id FROM " + table(tenant) + " WHERE conversation_id = ? AND min_seq > ?",
                        conversationId,
                        seq)
                .map(rows -> {
                    List<Long> uids = new ArrayList<>();
                    rows.forEach(row -> uids.add(row.getLong("user_id")));
                    return uids;
                });
    }

    @Override
    public Future<List<Long>> readers(
            String tenant, String conversationId, long seq, Collection<Long> except, long after, int limit) {
        return pool.query(
                        "SELECT user_id FROM " + table(tenant) + " WHERE " + SEEN
                                + MysqlPool.placeholders(except.size())
                                + ") AND CAST(user_id AS CHAR) > ? ORDER BY CAST(user_id AS CHAR) LIMIT ?",
                        seen(conversationId, seq, except)
                                .addValue(after == 0 ? "" : Long.toString(after))
                                .addValue(limit))
                .map(rows -> {
                    List<Long> readers = new ArrayList<>();
                    rows.forEach(row -> readers.add(row.getLong("user_id")));
                    return readers;
                });
    }

    @Override
    public Future<Long> readerCount(String tenant, String conversationId, long seq, Collection<Long> except) {
        return pool.query(
                        "SELECT COUNT(*) AS n FROM " + table(tenant) + " WHERE " + SEEN
                                + MysqlPool.placeholders(except.size()) + ")",
                        seen(conversationId, seq, except))
                .map(rows -> rows.iterator().next().getLong("n"));
    }

    private static Tuple seen(String conversationId, long seq, Collection<Long> except) {
        return MysqlPool.addPadded(Tuple.of(conversationId, seq, Long.toString(seq)), except);
    }

    private static Position position(Row row) {
        List<Long> seen = new ArrayList<>();
        String json = row.getString("seen_seqs");
        if (json != null) {
            Json.read(json, JsonNode.class).forEach(seq -> seen.add(seq.longValue()));
        }
        return new Position(
                row.getLong("min_seq"),
                row.getLong("max_seq"),
                row.getLong("read_seq"),
                row.getLong("seen_seq"),
                row.getLong("version"),
                List.copyOf(seen));
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_seq_user");
    }
}
