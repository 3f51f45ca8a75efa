package dev.curlew.store.mysql;

import dev.curlew.protocol.Json;
import dev.curlew.store.notice.Notice;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Table {@code im_notices}: notifications between the change they tell of and the log. */
public final class NoticeStore {

    private static final String COLUMNS = "conversation_id, client_msg_id, content_type, uid, content, created_at";

    private static final SecureRandom RANDOM = new SecureRandom();

    private final MysqlPool pool;
    private final Databases databases;

    public NoticeStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /** @param createdAt by the database server's clock, milliseconds */
    public record Open(
            long id,
            String conversationId,
            String clientMsgId,
            int contentType,
            long uid,
            String content,
            long createdAt) {}

    /**
     * Within the transaction that makes what the notices tell of.
     *
     * @param at when that was by the database server's clock, milliseconds; 0: now
     */
    public Future<Void> write(SqlConnection transaction, String tenant, List<Notice> notices, long at) {
        if (notices.isEmpty()) {
            return Future.succeededFuture();
        }
        String sql = "INSERT INTO " + table(tenant) + " (" + COLUMNS + ") VALUES "
                + String.join(
                        ",",
                        notices.stream()
                                .map(notice ->
                                        "(?,?,?,?,?," + (at == 0 ? RevocationStore.NOW : Long.toString(at)) + ")")
                                .toList());
        Tuple values = Tuple.tuple();
        notices.forEach(notice -> values.addValue(notice.conversationId())
                .addValue(newId())
                .addValue(notice.contentType())
                .addValue(notice.uid())
                .addValue(Json.text(notice.content())));
        return transaction.preparedQuery(sql).execute(values).mapEmpty();
    }

    /** The oldest of a conversation that are still to be sent. */
    public Future<List<Open>> open(String tenant, String conversationId, int limit) {
        String sql =
                "SELECT id, " + COLUMNS + " FROM " + table(tenant) + " WHERE conversation_id = ? ORDER BY id LIMIT ?";
        return pool.query(sql, conversationId, limit).map(rows -> {
            List<Open> open = new ArrayList<>(rows.size());
            rows.forEach(row -> open.add(new Open(
                    row.getLong("id"),
                    row.getString("conversation_id"),
                    row.getString("client_msg_id"),
                    row.getInteger("content_type"),
                    row.getLong("uid"),
                    row.getString("content"),
                    row.getLong("created_at"))));
            return open;
        });
    }

    /** They are in the log. */
    public Future<Void> sent(String tenant, List<Long> ids) {
        String sql = "DELETE FROM " + table(tenant) + " WHERE id IN (" + MysqlPool.placeholders(ids.size()) + ")";
        return pool.query(sql, MysqlPool.padded(ids)).mapEmpty();
    }

    /** Conversations with a notification that has waited for so long, milliseconds. */
    public Future<List<String>> waiting(String tenant, long ageMs, int limit) {
        String sql = "SELECT DISTINCT conversation_id FROM " + table(tenant) + " WHERE created_at <= "
                + RevocationStore.NOW + " - ? LIMIT ?";
        return pool.query(sql, ageMs, limit).map(rows -> {
            List<String> ids = new ArrayList<>(rows.size());
            rows.forEach(row -> ids.add(row.getString("conversation_id")));
            return ids;
        });
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_notices");
    }

    /** Nobody can guess it, and so nobody can take it first. */
    private static String newId() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
