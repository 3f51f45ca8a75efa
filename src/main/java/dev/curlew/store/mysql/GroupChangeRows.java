package dev.curlew.store.mysql;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Change;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Table {@code im_group_changes}: what happened to groups' conversations, numbered without gaps in each (rule 12). */
public final class GroupChangeRows {

    private static final String COLUMNS =
            "topic, version, owner, uid, kind, CAST(body AS CHAR) AS body, time, open_mark";

    private final MysqlPool pool;
    private final Databases databases;

    public GroupChangeRows(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /** @param open true while members may not learn of it yet */
    public record Entry(Change change, boolean open) {}

    /** Number of the newest change that concerns all, by conversation; 0 for none. */
    public Future<Map<String, Long>> newest(String tenant, Collection<GroupId> groups) {
        Map<String, Long> found = new HashMap<>();
        Map<String, String> byTopic = new HashMap<>();
        Tuple topics = Tuple.tuple();
        for (GroupId group : groups) {
            found.put(group.conversation(), 0L);
            byTopic.put(group.topic(), group.conversation());
        }
        MysqlPool.addPadded(topics, byTopic.keySet());
        String sql = "SELECT topic, MAX(version) AS newest FROM " + table(tenant) + " WHERE topic IN ("
                + MysqlPool.placeholders(byTopic.size()) + ") AND owner = 0 GROUP BY topic";
        return pool.query(sql, topics).map(rows -> {
            rows.forEach(row -> found.put(byTopic.get(row.getString("topic")), row.getLong("newest")));
            return found;
        });
    }

    /** The number after the last one; whoever asks holds the lock of the topic. */
    public Future<Long> next(SqlConnection transaction, String tenant, GroupId group) {
        return transaction
                .preparedQuery("SELECT MAX(version) AS newest FROM " + table(tenant) + " WHERE topic = ?")
                .execute(Tuple.of(group.topic()))
                .map(rows -> {
                    Long newest = rows.iterator().next().getLong("newest");
                    return newest == null ? 1 : newest + 1;
                });
    }

    /** Writes an open entry. */
    public Future<Void> insert(SqlConnection transaction, String tenant, GroupId group, Change change) {
        return transaction
                .preparedQuery("INSERT INTO " + table(tenant)
                        + " (topic, version, owner, uid, kind, body, time, open_mark) VALUES (?, ?, ?, ?, ?, ?, ?, 1)")
                .execute(Tuple.of(
                        group.topic(),
                        change.version(),
                        change.owner(),
                        change.uid(),
                        change.what().kind(),
                        Json.text(ChangeBodies.body(change.what())),
                        change.time()))
                .mapEmpty();
    }

    /** What was written into messages is taken out of the entries: the messages are gone. */
    public Future<Void> forgetContents(SqlConnection transaction, String tenant, GroupId group, Collection<Long> seqs) {
        Tuple values = Tuple.of(group.topic());
        MysqlPool.addPadded(values, seqs);
        return transaction
                .preparedQuery("DELETE FROM " + table(tenant) + " WHERE topic = ? AND kind = 'edited' AND"
                        + " CAST(JSON_UNQUOTE(JSON_EXTRACT(body, '$.seq')) AS UNSIGNED) IN ("
                        + MysqlPool.placeholders(seqs.size()) + ")")
                .execute(values)
                .mapEmpty();
    }

    /** Members can learn of it now. */
    public Future<Void> close(String tenant, GroupId group, long version) {
        return pool.query(
                        "UPDATE " + table(tenant) + " SET open_mark = NULL WHERE topic = ? AND version = ?",
                        group.topic(),
                        version)
                .mapEmpty();
    }

    /** Entries a user is concerned by, above a number, ascending. */
    public Future<List<Entry>> after(String tenant, GroupId group, long uid, long version, int limit) {
        return pool.query(
                        "SELECT " + COLUMNS + " FROM " + table(tenant)
                                + " WHERE topic = ? AND owner IN (0, ?) AND version > ? ORDER BY version LIMIT ?",
                        group.topic(),
                        uid,
                        version,
                        limit)
                .map(GroupChangeRows::entries);
    }

    /** Entries of any group that are open since before {@code time}, milliseconds: somebody stopped half-way. */
    public Future<List<Entry>> openSince(String tenant, long time, int limit) {
        return pool.query(
                        "SELECT " + COLUMNS + " FROM " + table(tenant)
                                + " WHERE open_mark = 1 AND time < ? ORDER BY time LIMIT ?",
                        time,
                        limit)
                .map(GroupChangeRows::entries);
    }

    private static List<Entry> entries(Iterable<Row> rows) {
        List<Entry> found = new ArrayList<>();
        for (Row row : rows) {
            String conversation = GroupId.ofTopic(row.getString("topic"))
                    .map(GroupId::conversation)
                    .orElseThrow();
            Change change = new Change(
                    conversation,
                    row.getLong("version"),
                    row.getLong("owner"),
                    row.getLong("uid"),
                    row.getLong("time"),
                    ChangeBodies.what(row.getString("kind"), Json.read(row.getString("body"), ObjectNode.class)));
            found.add(new Entry(change, row.getInteger("open_mark") != null));
        }
        return found;
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_group_changes");
    }
}
