package dev.curlew.store.mysql;

import dev.curlew.store.mysql.GroupMessageStore.Key;
import dev.curlew.store.mysql.GroupMessageStore.Stored;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rows of {@code im_messages} as far as giving numbers asks for them. */
final class ChatRows {

    private static final String NAME = "(conversation_id = ? AND from_user = ? AND client_msg_id = ?)";
    private static final String HOLE =
            "(?, 0, ?, 0, NULL, 'system', 'deleted', 1, FROM_UNIXTIME(? / 1000), FROM_UNIXTIME(? / 1000))";

    private final MysqlPool pool;
    private final MessageTable tables;

    ChatRows(MysqlPool pool, MessageTable tables) {
        this.pool = pool;
        this.tables = tables;
    }

    Future<Map<Key, Stored>> find(String tenant, List<Key> keys) {
        Map<Key, Stored> found = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < keys.size(); from += GroupMessageStore.MOST_ROWS) {
            List<Key> some = keys.subList(from, Math.min(keys.size(), from + GroupMessageStore.MOST_ROWS));
            Tuple values = Tuple.tuple();
            GroupMessageReads.padded(some)
                    .forEach(key -> values.addValue(key.topic())
                            .addValue(key.fromUser())
                            .addValue(key.clientMsgId()));
            String sql = "SELECT " + GroupMessageRows.read(TopicKind.CHAT) + " FROM "
                    + tables.forMessage(tenant, some.get(0).topic(), 1, 0) + " WHERE "
                    + GroupMessageReads.anyOf(some.size(), NAME);
            chain = chain.compose(done -> pool.query(sql, values)).map(rows -> {
                rows.forEach(row -> {
                    Stored stored = GroupMessageRows.stored(tenant, row);
                    found.put(Key.of(stored.message()), stored);
                });
                return null;
            });
        }
        return chain.map(found);
    }

    /** @param now milliseconds */
    Future<Void> fill(SqlConnection transaction, String tenant, String conversationId, List<Long> seqs, long now) {
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < seqs.size(); from += GroupMessageStore.MOST_ROWS) {
            List<Long> some = seqs.subList(from, Math.min(seqs.size(), from + GroupMessageStore.MOST_ROWS));
            Tuple values = Tuple.tuple();
            some.forEach(seq ->
                    values.addValue(conversationId).addValue(seq).addValue(now).addValue(now));
            String sql = "INSERT INTO " + tables.forMessage(tenant, conversationId, some.get(0), now)
                    + " (conversation_id, recv_user, seqid, from_user, client_msg_id, msg_type, status, uncounted,"
                    + " created_at, updated_at) VALUES " + String.join(",", Collections.nCopies(some.size(), HOLE));
            chain = chain.compose(
                    done -> transaction.preparedQuery(sql).execute(values).mapEmpty());
        }
        return chain;
    }
}
