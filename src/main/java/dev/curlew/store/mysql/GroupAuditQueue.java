package dev.curlew.store.mysql;

import dev.curlew.domain.GroupId;
import dev.curlew.store.mysql.GroupMessageStore.Place;
import dev.curlew.store.mysql.GroupMessageStore.Stored;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages of groups by where their review stands, the oldest first, and what was decided. Everything is read from MySQL: who decides sees
 * what is stored and no copy of it.
 */
public final class GroupAuditQueue {

    private final MysqlPool pool;
    private final Databases databases;
    private final MessageTable tables;
    private final GroupMessageStore messages;

    public GroupAuditQueue(MysqlPool pool, Databases databases, MessageTable tables, GroupMessageStore messages) {
        this.pool = pool;
        this.databases = databases;
        this.tables = tables;
        this.messages = messages;
    }

    /** Where a page ended. @param createdAt milliseconds */
    public record Mark(long createdAt, Place place) {}

    /**
     * A message and what was decided about it.
     *
     * @param decision null while it waits, as all the following
     * @param decidedAt milliseconds, 0 while it waits
     */
    public record Audit(Mark mark, Stored stored, String decision, String reviewer, String reason, long decidedAt) {}

    /**
     * Those of a status; what was taken back or deleted before anybody decided waits no more.
     *
     * @param status pending, pass or reject; of those that passed only what had waited
     * @param after null to begin
     */
    public Future<List<Audit>> page(String tenant, String status, Mark after, int limit) {
        return (status.equals("pending") ? waiting(tenant, after, limit) : decided(tenant, status, after, limit))
                .compose(marks -> audits(tenant, marks));
    }

    /** One message; null where there is none. */
    public Future<Audit> find(String tenant, GroupId group, long seq) {
        return audits(tenant, List.of(new Mark(0, new Place(group.topic(), seq))))
                .map(found -> found.isEmpty() ? null : found.get(0));
    }

    private Future<List<Mark>> waiting(String tenant, Mark after, int limit) {
        String numbers = tables.numbers(tenant);
        String sql = "SELECT topic, seqid, CAST(UNIX_TIMESTAMP(created_at) * 1000 AS SIGNED) AS ms FROM " + numbers
                + " WHERE audit_status = 'pending' AND status = 'normal'";
        Tuple values = Tuple.tuple();
        if (after != null) {
            String behind = tables.monthly()
                    ? "(topic, seqid) > (?, ?)"
                    : "id > (SELECT id FROM " + numbers + " WHERE topic = ? AND seqid = ?)";
            sql += " AND created_at >= FROM_UNIXTIME(? / 1000) AND (created_at > FROM_UNIXTIME(? / 1000) OR " + behind
                    + ")";
            values.addValue(after.createdAt()).addValue(after.createdAt());
            values.addValue(after.place().topic()).addValue(after.place().seq());
        }
        sql += " ORDER BY created_at, " + (tables.monthly() ? "topic, seqid" : "id") + " LIMIT ?";
        return pool.query(sql, values.addValue(limit)).map(GroupAuditQueue::marks);
    }

    private Future<List<Mark>> decided(String tenant, String decision, Mark after, int limit) {
        String sql = "SELECT topic, seqid, decided_at AS ms FROM " + audits(tenant) + " WHERE decision = ?";
        Tuple values = Tuple.of(decision);
        if (after != null) {
            sql += " AND decided_at >= ? AND (decided_at > ? OR (topic, seqid) > (?, ?))";
            values.addValue(after.createdAt()).addValue(after.createdAt());
            values.addValue(after.place().topic()).addValue(after.place().seq());
        }
        return pool.query(sql + " ORDER BY decided_at, topic, seqid LIMIT ?", values.addValue(limit))
                .map(GroupAuditQueue::marks);
    }

    private static List<Mark> marks(Iterable<Row> rows) {
        List<Mark> marks = new ArrayList<>();
        rows.forEach(row -> marks.add(new Mark(row.getLong("ms"), GroupMessageStore.place(row))));
        return marks;
    }

    private Future<List<Audit>> audits(String tenant, List<Mark> marks) {
        if (marks.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        List<Place> places = marks.stream().map(Mark::place).toList();
        return Future.all(messages.at(tenant, places), decisions(tenant, places))
                .map(both -> {
                    Map<Place, Stored> stored = both.resultAt(0);
                    Map<Place, Row> decisions = both.resultAt(1);
                    List<Audit> audits = new ArrayList<>();
                    for (Mark mark : marks) {
                        Stored message = stored.get(mark.place());
                        if (message != null) {
                            audits.add(audit(mark, message, decisions.get(mark.place())));
                        }
                    }
                    return audits;
                });
    }

    private static Audit audit(Mark mark, Stored stored, Row decision) {
        return decision == null
                ? new Audit(mark, stored, null, null, null, 0)
                : new Audit(
                        mark,
                        stored,
                        decision.getString("decision"),
                        decision.getString("reviewer"),
                        decision.getString("reason"),
                        decision.getLong("decided_at"));
    }

    private Future<Map<Place, Row>> decisions(String tenant, List<Place> places) {
        String sql = "SELECT topic, seqid, decision, reviewer, reason, decided_at FROM " + audits(tenant) + " WHERE "
                + GroupMessageReads.anyOf(places.size(), "(topic = ? AND seqid = ?)");
        return pool.query(sql, GroupMessageReads.values(places)).map(rows -> {
            Map<Place, Row> found = new HashMap<>();
            rows.forEach(row -> found.put(GroupMessageStore.place(row), row));
            return found;
        });
    }

    private String audits(String tenant) {
        return databases.tenant(tenant, "im_group_audits");
    }
}
