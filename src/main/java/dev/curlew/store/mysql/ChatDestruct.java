package dev.curlew.store.mysql;

import dev.curlew.store.chat.DestructStore;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Which rows of {@code im_conversations} are due for message destruction. */
public final class ChatDestruct implements DestructStore {

    private final MysqlPool pool;
    private final Databases databases;

    public ChatDestruct(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    @Override
    public Future<List<Due>> due(String tenant, long time, int limit) {
        return pool.query(
                        "SELECT owner_user_id, conversation_id, msg_destruct_time FROM " + table(tenant)
                                + " WHERE is_msg_destruct = 1 AND latest_msg_destruct_time <= ?"
                                + " ORDER BY latest_msg_destruct_time LIMIT ?",
                        time,
                        limit)
                .map(rows -> {
                    List<Due> found = new ArrayList<>();
                    rows.forEach(row -> found.add(new Due(
                            row.getLong("owner_user_id"),
                            row.getString("conversation_id"),
                            row.getLong("msg_destruct_time"))));
                    return found;
                });
    }

    @Override
    public Future<Void> looked(String tenant, Due one, long time) {
        return pool.query(
                        "UPDATE " + table(tenant)
                                + " SET latest_msg_destruct_time = ? WHERE owner_user_id = ? AND conversation_id = ?",
                        time,
                        one.owner(),
                        one.conversationId())
                .mapEmpty();
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_conversations");
    }
}
