package dev.curlew.store.mysql;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Table {@code logins} of a tenant: tokens that were issued and hold. Of each user the newest are kept, and every new one
 * takes some with it that have expired, whoever's they are, so the table stays as small as what it speaks of.
 */
public final class LoginStore {

    /** Of each user. */
    public static final int MOST = 100;

    private static final Logger LOG = LoggerFactory.getLogger(LoginStore.class);
    private static final int EXPIRED_AT_ONCE = 10;
    private static final String COLUMNS = "id, platform, created_at, expires_at";

    private final MysqlPool pool;
    private final Databases databases;

    public LoginStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /**
     * A login.
     *
     * @param id of its token
     * @param createdAt milliseconds, the database server's clock
     * @param expiresAt milliseconds
     */
    public record Login(String id, int platform, long createdAt, long expiresAt) {}

    /** Ends when the login is stored; old ones go afterwards. */
    public Future<Void> insert(String tenant, long uid, Login login) {
        return pool.query(
                        "INSERT INTO " + table(tenant) + " (uid, " + COLUMNS + ") VALUES (?, ?, ?, ?, ?)",
                        uid,
                        login.id(),
                        login.platform(),
                        login.createdAt(),
                        login.expiresAt())
                .<Void>mapEmpty()
                .onSuccess(stored -> trim(tenant, uid));
    }

    /** Those that have not expired, newest first. */
    public Future<List<Login>> list(String tenant, long uid) {
        return pool.query(
                        "SELECT " + COLUMNS + " FROM " + table(tenant) + " WHERE uid = ? AND expires_at > "
                                + RevocationStore.NOW + " ORDER BY created_at DESC, id LIMIT " + MOST,
                        uid)
                .map(rows -> {
                    List<Login> logins = new ArrayList<>(rows.size());
                    rows.forEach(row -> logins.add(login(row)));
                    return logins;
                });
    }

    /** Empty when the user has no such login, or it has expired. */
    public Future<Optional<Login>> find(String tenant, long uid, String id) {
        return pool.query(
                        "SELECT " + COLUMNS + " FROM " + table(tenant) + " WHERE uid = ? AND id = ? AND expires_at > "
                                + RevocationStore.NOW,
                        uid,
                        id)
                .map(rows -> rows.size() == 0
                        ? Optional.empty()
                        : Optional.of(login(rows.iterator().next())));
    }

    private void trim(String tenant, long uid) {
        String table = table(tenant);
        pool.query("DELETE FROM " + table + " WHERE expires_at < " + RevocationStore.NOW + " LIMIT " + EXPIRED_AT_ONCE)
                .compose(done -> pool.query(
                        "DELETE FROM " + table + " WHERE uid = ? AND created_at <= (SELECT created_at FROM"
                                + " (SELECT created_at FROM " + table
                                + " WHERE uid = ? ORDER BY created_at DESC LIMIT 1"
                                + " OFFSET " + MOST + ") AS old)",
                        uid,
                        uid))
                .onFailure(failure -> LOG.debug("Old logins stay for now, tenant {}: {}", tenant, failure.toString()));
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "logins");
    }

    private static Login login(Row row) {
        return new Login(
                row.getString("id"), row.getInteger("platform"), row.getLong("created_at"), row.getLong("expires_at"));
    }
}
