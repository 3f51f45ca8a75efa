package dev.curlew.store.mysql;

import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;

/**
 * Deletes users: the row stays, since messages name its uid, and so does the account, which nobody gets again; everything else
 * the user gave goes, in one transaction with the row that ends all tokens on every node (rule 15).
 */
public final class UserTombstones {

    private final Databases databases;
    private final RevocationStore revocations;

    public UserTombstones(Databases databases, RevocationStore revocations) {
        this.databases = databases;
        this.revocations = revocations;
    }

    /** Fails with 40400 when there is no such user, or not any more. */
    public Future<Void> delete(SqlConnection connection, String tenant, long uid) {
        String sql = "UPDATE " + databases.tenant(tenant, "users")
                + " SET password_hash = NULL, phone_hash = NULL, nickname = '', face_url = '', signature = '', ex = '',"
                + " last_seen_at = 0, disabled = TRUE, deleted_at = " + RevocationStore.NOW + ", updated_at = "
                + RevocationStore.NOW + " WHERE uid = ? AND deleted_at = 0";
        // The user's row is locked first: rows about one user then get their ids in the order they commit.
        return connection
                .preparedQuery(sql)
                .execute(Tuple.of(uid))
                .compose(updated -> updated.rowCount() == 0
                        ? Future.failedFuture(ApiException.notFound("User"))
                        : forget(connection, tenant, "logins", uid))
                .compose(done -> forget(connection, tenant, "push_devices", uid))
                .compose(done -> connection
                        .preparedQuery("INSERT IGNORE INTO " + databases.tenant(tenant, "im_departures")
                                + " (uid, created_at) VALUES (?, " + RevocationStore.NOW + ")")
                        .execute(Tuple.of(uid)))
                .compose(done -> revocations.deleted(connection, tenant, uid));
    }

    private Future<Void> forget(SqlConnection connection, String tenant, String table, long uid) {
        return connection
                .preparedQuery("DELETE FROM " + databases.tenant(tenant, table) + " WHERE uid = ?")
                .execute(Tuple.of(uid))
                .mapEmpty();
    }
}
