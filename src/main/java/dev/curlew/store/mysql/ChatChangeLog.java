package dev.curlew.store.mysql;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Change;
import dev.curlew.protocol.Json;
import dev.curlew.store.chat.ChangeLog;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Table {@code im_conversation_changes}: what happened to conversations of two, numbered without gaps in each (rule 12). */
public final class ChatChangeLog implements ChangeLog {

    private static final String COLUMNS =
            "conversation_id, version, owner, uid, kind, CAST(body AS CHAR) AS body, time, open_mark";

    private final MysqlPool pool;
    private final Databases databases;

    public ChatChangeLog(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    @Override
    public Future<Entry> last(String tenant, String conversationId) {
        return query(tenant, "conversation_id = ? ORDER BY version DESC LIMIT 1", Tuple.of(conversationId))
                .map(found -> found.isEmpty() ? null : found.get(0));
    }

    @Override
    public Future<Boolean> insert(String tenant, Change change) {
        return pool.query(
                        "INSERT INTO " + table(tenant)
                                + " (conversation_id, version, owner, uid, kind, body, time, open_mark)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, 1)",
                        change.conversationId(),
                        change.version(),
                        change.owner(),
                        change.uid(),
                        change.what().kind(),
                        Json.text(ChangeBodies.body(change.what())),
                        change.time())
                .map(true)
                .recover(failure ->
                        MysqlPool.duplicateKey(failure) ? Future.succeededFuture(false) : Future.failedFuture(failure));
    }

    @Override
    public Future<Void> close(String tenant, Change change) {
        return update(tenant, "open_mark = NULL", change);
    }

    @Override
    public Future<Void> annul(String tenant, Change change) {
        return update(tenant, "open_mark = NULL, void_mark = 1, body = JSON_REMOVE(body, '$.content')", change);
    }

    @Override
    public Future<List<Entry>> after(String tenant, String conversationId, long uid, long version, int limit) {
        return query(
                tenant,
                "conversation_id = ? AND version > ? AND owner IN (0, ?) AND void_mark IS NULL ORDER BY version LIMIT ?",
                Tuple.of(conversationId, version, uid, limit));
    }

    @Override
    public Future<List<Entry>> openSince(String tenant, long time, int limit) {
        return query(tenant, "open_mark = 1 AND time < ? ORDER BY time LIMIT ?", Tuple.of(time, limit));
    }

    @Override
    public Future<Void> forgetContents(String tenant, String conversationId, Collection<Long> seqs) {
        return pool.query(
                        "UPDATE " + table(tenant)
                                + " SET open_mark = NULL, void_mark = 1, body = JSON_REMOVE(body, '$.content')"
                                + " WHERE conversation_id = ? AND kind = 'edited' AND"
                                + " CAST(JSON_UNQUOTE(JSON_EXTRACT(body, '$.seq')) AS UNSIGNED) IN ("
                                + MysqlPool.placeholders(seqs.size()) + ")",
                        MysqlPool.addPadded(Tuple.of(conversationId), seqs))
                .mapEmpty();
    }

    @Override
    public Future<Map<String, List<Long>>> deletedBy(String tenant, long uid, Collection<String> conversationIds) {
        if (conversationIds.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        String which = "owner = ? AND kind = 'deleted' AND conversation_id IN ("
                + MysqlPool.placeholders(conversationIds.size()) + ") ORDER BY conversation_id, version";
        return query(tenant, which, MysqlPool.addPadded(Tuple.of(uid), conversationIds))
                .map(found -> {
                    Map<String, List<Long>> numbers = new HashMap<>();
                    found.forEach(
                            entry -> numbers.computeIfAbsent(entry.change().conversationId(), id -> new ArrayList<>())
                                    .addAll(entry.change().what().seqs()));
                    return numbers;
                });
    }

    private Future<Void> update(String tenant, String set, Change change) {
        return pool.query(
                        "UPDATE " + table(tenant) + " SET " + set + " WHERE conversation_id = ? AND version = ?",
                        change.conversationId(),
                        change.version())
                .mapEmpty();
    }

    private Future<List<Entry>> query(String tenant, String which, Tuple values) {
        return pool.query("SELECT " + COLUMNS + " FROM " + table(tenant) + " WHERE " + which, values)
                .map(rows -> {
                    List<Entry> found = new ArrayList<>();
                    rows.forEach(row -> found.add(new Entry(
                            new Change(
                                    row.getString("conversation_id"),
                                    row.getLong("version"),
                                    row.getLong("owner"),
                                    row.getLong("uid"),
                                    row.getLong("time"),
                                    ChangeBodies.what(
                                            row.getString("kind"), Json.read(row.getString("body"), ObjectNode.class))),
                            row.getInteger("open_mark") != null)));
                    return found;
                });
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_conversation_changes");
    }
}
