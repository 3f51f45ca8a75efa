package dev.curlew.store.mysql;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Cleared;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.Change.Reviewed;
import dev.curlew.domain.Change.Revoked;
import dev.curlew.domain.Change.Settings;
import dev.curlew.domain.Change.What;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
                        Json.text(body(change.what())),
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
                    what(row.getString("kind"), Json.read(row.getString("body"), ObjectNode.class)));
            found.add(new Entry(change, row.getInteger("open_mark") != null));
        }
        return found;
    }

    private static ObjectNode body(What what) {
        ObjectNode body = Json.object();
        if (what instanceof Revoked revoked) {
            body.put("seq", revoked.seq()).put("role", revoked.role()).put("nickname", revoked.nickname());
        } else if (what instanceof Edited edited) {
            body.put("seq", edited.seq()).put("content", edited.content()).put("expected", edited.expected());
        } else if (what instanceof Deleted deleted) {
            ArrayNode seqs = body.putArray("seqs");
            deleted.seqs().forEach(seqs::add);
        } else if (what instanceof Reviewed reviewed) {
            body.put("seq", reviewed.seq()).put("reviewer", reviewed.reviewer()).put("reason", reviewed.reason());
        } else if (what instanceof Cleared cleared) {
            body.put("min_seq", cleared.minSeq());
        } else if (what instanceof Settings settings) {
            body.set("values", Json.mapper().valueToTree(settings.values()));
        }
        return body;
    }

    private static What what(String kind, ObjectNode body) {
        return switch (kind) {
            case "revoked" ->
                new Revoked(
                        body.path("seq").asLong(),
                        body.path("role").asInt(),
                        body.path("nickname").asText());
            case "edited" ->
                new Edited(
                        body.path("seq").asLong(),
                        body.path("content").asText(),
                        body.path("expected").asLong());
            case "deleted" -> {
                List<Long> seqs = new ArrayList<>();
                body.path("seqs").forEach(seq -> seqs.add(seq.asLong()));
                yield new Deleted(seqs);
            }
            case "released", "rejected" ->
                new Reviewed(
                        body.path("seq").asLong(),
                        kind.equals("released"),
                        body.path("reviewer").asText(),
                        body.path("reason").asText());
            case "cleared" -> new Cleared(body.path("min_seq").asLong());
            case "settings" -> {
                Map<String, Object> values = new LinkedHashMap<>();
                body.path("values")
                        .fields()
                        .forEachRemaining(field ->
                                values.put(field.getKey(), Json.mapper().convertValue(field.getValue(), Object.class)));
                yield new Settings(values);
            }
            default -> throw new IllegalStateException("Unknown kind of change: " + kind);
        };
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_group_changes");
    }
}
