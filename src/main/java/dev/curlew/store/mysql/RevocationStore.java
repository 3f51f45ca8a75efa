package dev.curlew.store.mysql;

import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Table {@code revocations} of the control database (rule 15): what every node must learn of. Times are the database
 * server's, so that the clocks of nodes do not matter.
 */
public final class RevocationStore {

    /** No token lives longer, seconds. */
    public static final long MAX_TOKEN_LIFE_S = 366L * 24 * 3600;

    /** The database server's clock, milliseconds. */
    static final String NOW = "CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)";

    private static final int PRUNE_ROWS = 5000;

    /** In a row that disables a user: for good. No kind of its own, which nodes of an older version could not read. */
    private static final String DELETED = "deleted";

    private final MysqlPool pool;
    private final Databases databases;
    private final String insert;

    public RevocationStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
        this.insert = "INSERT INTO " + databases.control("revocations")
                + " (kind, tenant, uid, token_id, created_at, expires_at) ";
    }

    /** What a row is about. */
    public enum Kind {
        TOKEN,
        /** The token of a login that a newer one replaced: its sockets close with 4409. */
        TOKEN_REPLACED,
        USER_DISABLED,
        USER_ENABLED,
        TENANT_DISABLED,
        TENANT_ENABLED;

        private String column() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A row; the highest id about the same user or tenant holds. */
    public record Revocation(
            long id, Kind kind, String tenant, long uid, String tokenId, long createdAt, long expiresAt) {

        /** Whether it disables a user because they were deleted. */
        public boolean deletes() {
            return kind == Kind.USER_DISABLED && tokenId.equals(DELETED);
        }
    }

    /** @param now the database server's clock at the read, milliseconds */
    public record Page(long now, List<Revocation> rows) {}

    /**
     * Rows in order of id, after {@code cursor}, that are new: behind {@code lastId}, or made since {@code sinceMs} (ids
     * become visible out of order, so the caller looks back over a span longer than a transaction may last).
     */
    public Future<Page> read(long cursor, long lastId, long sinceMs, int limit) {
        String sql = "SELECT n.now_ms, r.* FROM (SELECT " + NOW + " AS now_ms) n LEFT JOIN "
                + databases.control("revocations")
                + " r ON r.id > ? AND (r.id > ? OR r.created_at >= ?) ORDER BY r.id LIMIT ?";
        return pool.query(sql, cursor, lastId, sinceMs, limit).map(rows -> {
            List<Revocation> page = new ArrayList<>(rows.size());
            long now = 0;
            for (Row row : rows) {
                now = row.getLong("now_ms");
                if (row.getLong("id") != null) {
                    page.add(revocation(row));
                }
            }
            return new Page(now, page);
        });
    }

    /** @param expiresAt when the token ends by itself, milliseconds */
    public Future<Void> token(String tenant, long uid, String tokenId, long expiresAt) {
        return pool.transaction(connection -> token(connection, Kind.TOKEN, tenant, uid, tokenId, expiresAt));
    }

    /** Ends logins that a newer one replaced. Who asks knows no more than their ids, the node they were on may be dead. */
    public Future<Void> replaced(String tenant, long uid, List<String> tokenIds) {
        String ends = "SELECT COALESCE(MAX(expires_at), " + NOW + " + ?) AS ends FROM "
                + databases.tenant(tenant, "logins") + " WHERE uid = ? AND id = ?";
        return pool.transaction(connection -> {
            Future<Void> done = Future.succeededFuture();
            for (String tokenId : tokenIds) {
                done = done.compose(before ->
                                connection.preparedQuery(ends).execute(Tuple.of(MAX_TOKEN_LIFE_S * 1000, uid, tokenId)))
                        .compose(rows -> token(
                                connection,
                                Kind.TOKEN_REPLACED,
                                tenant,
                                uid,
                                tokenId,
                                rows.iterator().next().getLong("ends")));
            }
            return done;
        });
    }

    /** The row, and the login is in nobody's list any more. */
    private Future<Void> token(
            SqlConnection connection, Kind kind, String tenant, long uid, String tokenId, long expiresAt) {
        return connection
                .preparedQuery(insert + "SELECT ?, ?, ?, ?, " + NOW + ", ?")
                .execute(Tuple.of(kind.column(), tenant, uid, tokenId, expiresAt))
                .compose(inserted -> connection
                        .preparedQuery(
                                "DELETE FROM " + databases.tenant(tenant, "logins") + " WHERE uid = ? AND id = ?")
                        .execute(Tuple.of(uid, tokenId)))
                .mapEmpty();
    }

    /** Disables or enables a user in one transaction with its row. Fails with 40400 when there is no such user. */
    public Future<Void> user(String tenant, long uid, boolean disabled) {
        String users = databases.tenant(tenant, "users");
        // The user's row is locked first: rows about one user then get their ids in the order they commit.
        return pool.transaction(connection -> connection
                .preparedQuery("UPDATE " + users + " SET disabled = ?, updated_at = " + NOW
                        + " WHERE uid = ? AND deleted_at = 0")
                .execute(Tuple.of(disabled, uid))
                .compose(updated -> updated.rowCount() == 0
                        ? Future.failedFuture(ApiException.notFound("User"))
                        : append(connection, disabled ? Kind.USER_DISABLED : Kind.USER_ENABLED, tenant, uid)));
    }

    Future<Void> tenant(SqlConnection connection, String tenant, boolean disabled) {
        return append(connection, disabled ? Kind.TENANT_DISABLED : Kind.TENANT_ENABLED, tenant, 0);
    }

    /** Removes rows no token can outlive. */
    public Future<Void> prune() {
        return pool.query("DELETE FROM " + databases.control("revocations") + " WHERE expires_at < " + NOW + " LIMIT "
                        + PRUNE_ROWS)
                .mapEmpty();
    }

    /** Ends all tokens of a user who is deleted in the same transaction. */
    Future<Void> deleted(SqlConnection connection, String tenant, long uid) {
        return append(connection, Kind.USER_DISABLED, tenant, uid, DELETED);
    }

    private Future<Void> append(SqlConnection connection, Kind kind, String tenant, long uid) {
        return append(connection, kind, tenant, uid, "");
    }

    private Future<Void> append(SqlConnection connection, Kind kind, String tenant, long uid, String tokenId) {
        return connection
                .preparedQuery(insert + "SELECT ?, ?, ?, ?, " + NOW + ", " + NOW + " + ?")
                .execute(Tuple.of(kind.column(), tenant, uid, tokenId, MAX_TOKEN_LIFE_S * 1000))
                .mapEmpty();
    }

    private static Revocation revocation(Row row) {
        return new Revocation(
                row.getLong("id"),
                Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                row.getString("tenant"),
                row.getLong("uid"),
                row.getString("token_id"),
                row.getLong("created_at"),
                row.getLong("expires_at"));
    }
}
