package dev.curlew.store.mysql;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Table {@code action_tokens} of a tenant: tokens for one action each, from open to used and never back. A token is used in the
 * transaction of what it allows, so neither happens without the other, and of two uses at once one waits and then finds it used
 * (A-296).
 */
public final class ActionTokenStore {

    private static final Logger LOG = LoggerFactory.getLogger(ActionTokenStore.class);
    private static final int EXPIRED_AT_ONCE = 10;
    private static final long KEPT_MS = 24 * 3_600_000L;

    private final MysqlPool pool;
    private final Databases databases;

    public ActionTokenStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /** What a token allows, and to whom. The token is given as its hash. */
    public record Permit(String tokenHash, long uid, String action) {}

    /** When the token ends, milliseconds; old ones go afterwards. */
    public Future<Long> insert(String tenant, Permit permit, long ttlMs) {
        String sql =
                "INSERT INTO " + table(tenant) + " (token_hash, uid, action, created_at, expires_at) SELECT ?, ?, ?, "
                        + RevocationStore.NOW + ", " + RevocationStore.NOW + " + ?";
        return pool.query(sql, permit.tokenHash(), permit.uid(), permit.action(), ttlMs)
                .compose(stored -> pool.query(
                        "SELECT expires_at FROM " + table(tenant) + " WHERE token_hash = ?", permit.tokenHash()))
                .map(rows -> rows.iterator().next().getLong("expires_at"))
                .onSuccess(stored -> trim(tenant));
    }

    /** Whether this use is the one that counts, should the transaction commit. */
    public Future<Boolean> use(SqlConnection connection, String tenant, Permit permit) {
        return connection
                .preparedQuery("UPDATE " + table(tenant) + " SET state = 1, used_at = " + RevocationStore.NOW
                        + " WHERE token_hash = ? AND uid = ? AND action = ? AND state = 0 AND expires_at > "
                        + RevocationStore.NOW)
                .execute(Tuple.of(permit.tokenHash(), permit.uid(), permit.action()))
                .map(updated -> updated.rowCount() == 1);
    }

    private void trim(String tenant) {
        pool.query("DELETE FROM " + table(tenant) + " WHERE expires_at < " + RevocationStore.NOW + " - " + KEPT_MS
                        + " LIMIT " + EXPIRED_AT_ONCE)
                .onFailure(failure ->
                        LOG.debug("Old action tokens stay for now, tenant {}: {}", tenant, failure.toString()));
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "action_tokens");
    }
}
