package dev.curlew.store.mysql;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.Message;
import dev.curlew.domain.Revoke;
import dev.curlew.protocol.Json;
import dev.curlew.store.chat.MessageMarks;
import dev.curlew.store.chat.MessageStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Messages between two and notifications as rows of {@code im_messages}, with what happened to them since. */
public final class ChatMessages implements MessageStore, MessageMarks {

    private static final String SINCE =
            ", is_read, change_version, gone_low, gone_high, recalled_role, recalled_nickname";

    private final MysqlPool pool;
    private final Databases databases;

    public ChatMessages(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    @Override
    public Future<Map<Long, Stored>> range(String tenant, String conversationId, long from, long to) {
        return read(tenant, "seqid BETWEEN ? AND ?", Tuple.of(conversationId, from, to));
    }

    @Override
    public Future<Map<Long, Stored>> find(String tenant, String conversationId, Collection<Long> seqs) {
        return seqs.isEmpty()
                ? Future.succeededFuture(Map.of())
                : read(
                        tenant,
                        "seqid IN (" + MysqlPool.placeholders(seqs.size()) + ")",
                        MysqlPool.addPadded(Tuple.of(conversationId), seqs));
    }

    /** Nothing is ever missing: a place is taken by the row that holds the body. */
    @Override
    public Future<Void> putBack(String tenant, Collection<Message> messages) {
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> markRead(String tenant, Collection<Message> messages) {
        List<Tuple> rows = messages.stream()
                .map(message -> Tuple.of(
                        Json.text(Json.object().put("attached_info", message.attachedInfo())),
                        message.conversationId(),
                        message.seq()))
                .toList();
        return pool.batch(
                "UPDATE " + table(tenant) + " SET is_read = 1, head = JSON_MERGE_PATCH(head, ?)"
                        + " WHERE conversation_id = ? AND seqid = ?",
                rows);
    }

    private Future<Map<Long, Stored>> read(String tenant, String which, Tuple values) {
        String sql = "SELECT " + GroupMessageRows.read(TopicKind.CHAT) + SINCE + " FROM " + table(tenant)
                + " WHERE conversation_id = ? AND " + which + " AND from_user <> 0";
        return pool.query(sql, values).map(rows -> {
            Map<Long, Stored> found = new TreeMap<>();
            rows.forEach(row -> found.put(row.getLong("seqid"), stored(tenant, row)));
            return found;
        });
    }

    static Stored stored(String tenant, Row row) {
        String status = row.getString("status");
        Revoke revoke = "recalled".equals(status)
                ? new Revoke(
                        row.getLong("recalled_by"),
                        row.getInteger("recalled_role"),
                        row.getString("recalled_nickname"),
                        row.getLong("recalled_ms"))
                : null;
        return new Stored(
                GroupMessageRows.message(tenant, row),
                revoke,
                deletedBy(row),
                row.getInteger("is_read") != 0,
                row.getLong("change_version"),
                "deleted".equals(status));
    }

    private static List<String> deletedBy(Row row) {
        List<String> uids = new ArrayList<>(2);
        ConversationId.parse(row.getString("topic")).ifPresent(pair -> {
            if (row.getInteger("gone_low") != 0) {
                uids.add(Long.toString(pair.lowUid()));
            }
            if (row.getInteger("gone_high") != 0) {
                uids.add(Long.toString(pair.highUid()));
            }
        });
        return uids;
    }

    private String table(String tenant) {
        return databases.tenant(tenant, TopicKind.CHAT.messages);
    }
}
