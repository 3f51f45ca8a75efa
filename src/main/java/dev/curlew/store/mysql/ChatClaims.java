package dev.curlew.store.mysql;

import dev.curlew.domain.MessageIds;
import dev.curlew.store.chat.ClaimStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Claims as rows of {@code im_messages}: there a message and its claim are one row. A number below the head without a row is settled too,
 * and is told as the tombstone it would be.
 */
public final class ChatClaims implements ClaimStore {

    private static final String COLUMNS = "conversation_id, from_user, client_msg_id, seqid, server_msg_id, uncounted,"
            + " JSON_UNQUOTE(JSON_EXTRACT(head, '$.send_hash')) AS send_hash,"
            + " CAST(UNIX_TIMESTAMP(created_at) * 1000 AS SIGNED) AS ms";

    private final MysqlPool pool;
    private final Databases databases;

    public ChatClaims(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    @Override
    public Future<Optional<Claim>> find(String tenant, String serverMsgId) {
        return query(tenant, "server_msg_id = ?", Tuple.of(serverMsgId))
                .map(found -> found.stream().findFirst());
    }

    /** {@inheritDoc} Both are below the head. */
    @Override
    public Future<List<Claim>> range(String tenant, String conversationId, long from, long to) {
        return query(
                        tenant,
                        "conversation_id = ? AND seqid BETWEEN ? AND ? ORDER BY seqid",
                        Tuple.of(conversationId, from, to))
                .map(found -> {
                    if (found.size() == to - from + 1) {
                        return found;
                    }
                    Set<Long> wanted = new TreeSet<>();
                    for (long seq = from; seq <= to; seq++) {
                        wanted.add(seq);
                    }
                    return withHoles(tenant, conversationId, wanted, found);
                });
    }

    @Override
    public Future<List<Claim>> at(String tenant, String conversationId, Collection<Long> seqs) {
        Tuple values = MysqlPool.addPadded(Tuple.of(conversationId), seqs);
        return query(
                        tenant,
                        "conversation_id = ? AND seqid IN (" + MysqlPool.placeholders(seqs.size()) + ") ORDER BY seqid",
                        values)
                .map(found -> withHoles(tenant, conversationId, seqs, found));
    }

    @Override
    public Future<Long> highestOf(String tenant, String conversationId, long sender) {
        return number(
                "SELECT MAX(seqid) AS n FROM " + table(tenant) + " WHERE conversation_id = ? AND from_user = ?",
                Tuple.of(conversationId, sender));
    }

    @Override
    public Future<Long> highest(String tenant, String conversationId) {
        return number(
                "SELECT MAX(head) AS n FROM " + databases.tenant(tenant, "im_seq") + " WHERE conversation_id = ?",
                Tuple.of(conversationId));
    }

    @Override
    public Future<Void> uncount(String tenant, String conversationId, Collection<Long> seqs) {
        return pool.query(
                        "UPDATE " + table(tenant) + " SET uncounted = 1 WHERE conversation_id = ? AND seqid IN ("
                                + MysqlPool.placeholders(seqs.size()) + ")",
                        MysqlPool.addPadded(Tuple.of(conversationId), seqs))
                .mapEmpty();
    }

    @Override
    public Future<Map<String, List<Long>>> uncounted(String tenant, Collection<String> conversationIds) {
        return pool.query(
                        "SELECT conversation_id, seqid FROM " + table(tenant) + " WHERE conversation_id IN ("
                                + MysqlPool.placeholders(conversationIds.size())
                                + ") AND uncounted = 1 ORDER BY conversation_id, seqid",
                        MysqlPool.padded(List.copyOf(conversationIds)))
                .map(rows -> {
                    Map<String, List<Long>> found = new HashMap<>();
                    rows.forEach(row -> found.computeIfAbsent(row.getString("conversation_id"), id -> new ArrayList<>())
                            .add(row.getLong("seqid")));
                    return found;
                });
    }

    private static List<Claim> withHoles(
            String tenant, String conversationId, Collection<Long> wanted, List<Claim> found) {
        Map<Long, Claim> bySeq = new TreeMap<>();
        wanted.forEach(seq -> bySeq.put(seq, hole(tenant, conversationId, seq, 0)));
        found.forEach(claim -> bySeq.put(claim.seq(), claim));
        return List.copyOf(bySeq.values());
    }

    private Future<Long> number(String sql, Tuple values) {
        return pool.query(sql, values).map(rows -> {
            Long found = rows.iterator().next().getLong("n");
            return found == null ? 0L : found;
        });
    }

    private Future<List<Claim>> query(String tenant, String which, Tuple values) {
        return pool.query("SELECT " + COLUMNS + " FROM " + table(tenant) + " WHERE " + which, values)
                .map(rows -> {
                    List<Claim> found = new ArrayList<>(rows.size());
                    rows.forEach(row -> found.add(claim(tenant, row)));
                    return found;
                });
    }

    private static Claim claim(String tenant, Row row) {
        String conversationId = row.getString("conversation_id");
        if (row.getLong("from_user") == 0) {
            return hole(tenant, conversationId, row.getLong("seqid"), row.getLong("ms"));
        }
        return new Claim(
                conversationId,
                row.getLong("from_user"),
                row.getString("client_msg_id"),
                row.getLong("seqid"),
                row.getString("server_msg_id"),
                row.getString("send_hash"),
                row.getLong("ms"),
                "",
                false,
                row.getInteger("uncounted") == 0);
    }

    private static Claim hole(String tenant, String conversationId, long seq, long time) {
        String clientId = MessageIds.holeClientId(seq);
        return new Claim(
                conversationId,
                0,
                clientId,
                seq,
                MessageIds.serverMsgId(tenant, conversationId, 0, clientId),
                "",
                time,
                "",
                true,
                false);
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_messages");
    }
}
