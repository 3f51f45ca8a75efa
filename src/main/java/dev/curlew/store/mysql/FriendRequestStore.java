package dev.curlew.store.mysql;

import io.vertx.core.Future;
import io.vertx.mysqlclient.MySQLClient;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Table {@code friend_requests} of each tenant's database. Changes run in transactions that hold the pair. */
public final class FriendRequestStore {

    private static final String COLUMNS = "id, from_uid, to_uid, message, state, actor_uid, created_at, decided_at";

    private final MysqlPool pool;
    private final Databases databases;

    public FriendRequestStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /** What became of a request. */
    public enum State {
        PENDING,
        ACCEPTED,
        DECLINED;

        /** As rows and clients have it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A request.
     *
     * @param actorUid who decided it, 0 for nobody yet
     * @param createdAt milliseconds
     * @param decidedAt milliseconds, 0 when it is open
     */
    public record FriendRequest(
            long id,
            long fromUid,
            long toUid,
            String message,
            State state,
            long actorUid,
            long createdAt,
            long decidedAt) {}

    /** Newest first, those below {@code before}: what a user got, or what the user asked. */
    public Future<List<FriendRequest>> page(String tenant, long uid, boolean incoming, long before, int limit) {
        String sql = "SELECT " + COLUMNS + " FROM " + table(tenant) + " WHERE " + (incoming ? "to_uid" : "from_uid")
                + " = ? AND id < ? ORDER BY id DESC LIMIT ?";
        return pool.query(sql, uid, before, limit).map(rows -> {
            List<FriendRequest> page = new ArrayList<>(rows.size());
            rows.forEach(row -> page.add(request(row)));
            return page;
        });
    }

    public Future<Optional<FriendRequest>> find(String tenant, long id) {
        return pool.query(byId(tenant), id).map(FriendRequestStore::first);
    }

    /** Whether a request from one to the other waits for an answer. */
    public Future<Boolean> isOpen(String tenant, long from, long to) {
        String sql = "SELECT 1 FROM " + table(tenant) + " WHERE from_uid = ? AND to_uid = ? AND open = TRUE";
        return pool.query(sql, from, to).map(rows -> rows.size() > 0);
    }

    public Future<Optional<FriendRequest>> find(SqlConnection transaction, String tenant, long id) {
        return transaction
                .preparedQuery(byId(tenant) + " FOR UPDATE")
                .execute(Tuple.of(id))
                .map(FriendRequestStore::first);
    }

    /** The open request from one to the other. */
    public Future<Optional<FriendRequest>> open(SqlConnection transaction, String tenant, long from, long to) {
        String sql = "SELECT " + COLUMNS + " FROM " + table(tenant)
                + " WHERE from_uid = ? AND to_uid = ? AND open = TRUE FOR UPDATE";
        return transaction.preparedQuery(sql).execute(Tuple.of(from, to)).map(FriendRequestStore::first);
    }

    /** The newest request between two that was accepted, whoever asked. */
    public Future<Optional<FriendRequest>> accepted(SqlConnection transaction, String tenant, long one, long other) {
        String half = "(SELECT " + COLUMNS + " FROM " + table(tenant)
                + " WHERE from_uid = ? AND to_uid = ? AND state = 'accepted' ORDER BY id DESC LIMIT 1)";
        return transaction
                .preparedQuery(half + " UNION ALL " + half + " ORDER BY id DESC LIMIT 1")
                .execute(Tuple.of(one, other, other, one))
                .map(FriendRequestStore::first);
    }

    public Future<FriendRequest> insert(SqlConnection transaction, String tenant, long from, long to, String message) {
        String sql = "INSERT INTO " + table(tenant) + " (from_uid, to_uid, message, created_at) VALUES (?, ?, ?, "
                + RevocationStore.NOW + ")";
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.of(from, to, message))
                .compose(rows -> find(transaction, tenant, rows.property(MySQLClient.LAST_INSERTED_ID)))
                .map(Optional::orElseThrow);
    }

    /** Decides an open request. */
    public Future<FriendRequest> decide(SqlConnection transaction, String tenant, long id, State state, long actor) {
        String sql = "UPDATE " + table(tenant) + " SET state = ?, open = NULL, actor_uid = ?, decided_at = "
                + RevocationStore.NOW + " WHERE id = ?";
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.of(state.code(), actor, id))
                .compose(rows -> find(transaction, tenant, id))
                .map(Optional::orElseThrow);
    }

    private String byId(String tenant) {
        return "SELECT " + COLUMNS + " FROM " + table(tenant) + " WHERE id = ?";
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "friend_requests");
    }

    private static Optional<FriendRequest> first(RowSet<Row> rows) {
        for (Row row : rows) {
            return Optional.of(request(row));
        }
        return Optional.empty();
    }

    private static FriendRequest request(Row row) {
        return new FriendRequest(
                row.getLong("id"),
                row.getLong("from_uid"),
                row.getLong("to_uid"),
                row.getString("message"),
                State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                row.getLong("actor_uid"),
                row.getLong("created_at"),
                row.getLong("decided_at"));
    }
}
