package dev.curlew.store.mysql;

import dev.curlew.domain.JoinRequest;
import dev.curlew.domain.JoinRequest.State;
import io.vertx.core.Future;
import io.vertx.mysqlclient.MySQLClient;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Table {@code im_group_join_requests}. What changes it holds the group's row, so a user never has two pending in a group. */
public final class JoinRequestRows {

    private static final String COLUMNS =
            "r.id, r.group_id, r.uid, r.message, r.state, r.actor_uid, r.created_at, r.decided_at";

    private final MysqlPool pool;
    private final Databases databases;

    public JoinRequestRows(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /**
     * Which ones.
     *
     * @param uid whose; 0 for everybody's
     * @param state null for all
     * @param before the page begins below that id
     */
    public record Query(long uid, State state, long before, int limit) {}

    /** Newest first. */
    public Future<List<JoinRequest>> page(String tenant, long groupId, Query query) {
        Tuple values = Tuple.of(groupId, query.before());
        String sql = "SELECT " + COLUMNS + " FROM " + table(tenant) + " r WHERE r.group_id = ? AND r.id < ?";
        if (query.uid() != 0) {
            sql += " AND r.uid = ?";
            values.addValue(query.uid());
        }
        if (query.state() != null) {
            sql += " AND r.state = ?";
            values.addValue(query.state().wire());
        }
        return pool.query(sql + " ORDER BY r.id DESC LIMIT ?", values.addValue(query.limit()))
                .map(rows -> {
                    List<JoinRequest> page = new ArrayList<>(rows.size());
                    rows.forEach(row -> page.add(request(row)));
                    return page;
                });
    }

    public Future<Optional<JoinRequest>> find(String tenant, long groupId, long id) {
        return pool.query(byId(tenant), id, groupId).map(JoinRequestRows::first);
    }

    /** As it is now, whatever the transaction saw before. */
    public Future<Optional<JoinRequest>> lock(SqlConnection transaction, String tenant, long groupId, long id) {
        return transaction
                .preparedQuery(byId(tenant) + " FOR UPDATE")
                .execute(Tuple.of(id, groupId))
                .map(JoinRequestRows::first);
    }

    /** The newest of a user in a group, whatever became of it. */
    public Future<Optional<JoinRequest>> latest(SqlConnection transaction, String tenant, long groupId, long uid) {
        String sql = "SELECT " + COLUMNS + " FROM " + table(tenant)
                + " r WHERE r.group_id = ? AND r.uid = ? ORDER BY r.id DESC LIMIT 1";
        return transaction.preparedQuery(sql).execute(Tuple.of(groupId, uid)).map(JoinRequestRows::first);
    }

    /** Answers it with its id. */
    public Future<JoinRequest> insert(SqlConnection transaction, String tenant, JoinRequest request) {
        String sql = "INSERT INTO " + table(tenant)
                + " (group_id, uid, message, state, pending_mark, actor_uid, created_at, decided_at)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        Tuple values = Tuple.tuple()
                .addValue(request.groupId())
                .addValue(request.uid())
                .addValue(request.message())
                .addValue(request.state().wire())
                .addValue(mark(request))
                .addValue(request.actorUid())
                .addValue(request.createdAt())
                .addValue(request.decidedAt());
        return transaction
                .preparedQuery(sql)
                .execute(values)
                .map(rows -> request.numbered(rows.property(MySQLClient.LAST_INSERTED_ID)));
    }

    /** Writes what became of it. */
    public Future<Void> decide(SqlConnection transaction, String tenant, JoinRequest request) {
        String sql = "UPDATE " + table(tenant)
                + " SET state = ?, pending_mark = ?, actor_uid = ?, decided_at = ? WHERE id = ?";
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.of(
                        request.state().wire(), mark(request), request.actorUid(), request.decidedAt(), request.id()))
                .mapEmpty();
    }

    /** Users came in another way: what they had pending is accepted by whoever brought them in. */
    public Future<Void> settle(
            SqlConnection transaction, String tenant, long groupId, Collection<Long> uids, long by, long now) {
        return GroupMemberRows.inPieces(new ArrayList<>(uids), piece -> {
            Tuple values = Tuple.of(groupId);
            piece.forEach(values::addValue);
            // Looked for without a lock, as the group's row is held: where nothing is pending nothing is locked.
            return transaction
                    .preparedQuery("SELECT id FROM " + table(tenant) + " WHERE group_id = ? AND state = 'pending'"
                            + " AND uid IN (" + String.join(",", Collections.nCopies(piece.size(), "?")) + ")")
                    .execute(values)
                    .compose(rows -> {
                        List<Tuple> pending = new ArrayList<>();
                        rows.forEach(row -> pending.add(Tuple.of(by, now, row.getLong("id"))));
                        return pending.isEmpty()
                                ? Future.succeededFuture()
                                : transaction
                                        .preparedQuery("UPDATE " + table(tenant) + " SET state = 'accepted',"
                                                + " pending_mark = NULL, actor_uid = ?, decided_at = ? WHERE id = ?")
                                        .executeBatch(pending)
                                        .mapEmpty();
                    });
        });
    }

    /** Those who decide: the owner first, then so many of the admins. */
    public Future<List<Long>> deciders(SqlConnection transaction, String tenant, long groupId, int most) {
        String sql = "SELECT uid FROM " + databases.tenant(tenant, "im_group_members")
                + " WHERE group_id = ? AND state = 'active' AND role IN ('owner', 'admin')"
                + " ORDER BY role = 'owner' DESC, uid LIMIT ?";
        return transaction.preparedQuery(sql).execute(Tuple.of(groupId, most)).map(rows -> {
            List<Long> uids = new ArrayList<>(rows.size());
            rows.forEach(row -> uids.add(row.getLong("uid")));
            return uids;
        });
    }

    private String byId(String tenant) {
        return "SELECT " + COLUMNS + " FROM " + table(tenant) + " r WHERE r.id = ? AND r.group_id = ?";
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_group_join_requests");
    }

    private static Integer mark(JoinRequest request) {
        return request.pending() ? 1 : null;
    }

    private static Optional<JoinRequest> first(RowSet<Row> rows) {
        for (Row row : rows) {
            return Optional.of(request(row));
        }
        return Optional.empty();
    }

    private static JoinRequest request(Row row) {
        return new JoinRequest(
                row.getLong("id"),
                row.getLong("group_id"),
                row.getLong("uid"),
                row.getString("message"),
                State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                row.getLong("actor_uid"),
                row.getLong("created_at"),
                row.getLong("decided_at"));
    }
}
