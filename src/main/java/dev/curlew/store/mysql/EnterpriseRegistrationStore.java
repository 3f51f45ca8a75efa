package dev.curlew.store.mysql;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.mysqlclient.MySQLClient;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Table {@code enterprise_registrations} of the control database: companies that want a code. */
public final class EnterpriseRegistrationStore {

    /** Nobody has decided yet. */
    public static final String PENDING = "pending";

    /** The company has its code. */
    public static final String APPROVED = "approved";

    /** The company does not get it. */
    public static final String DECLINED = "declined";

    private static final String COLUMNS =
            "id, code, name, contact, CAST(material AS CHAR) AS material, state, tenant," + " created_at, decided_at";

    private final MysqlPool pool;
    private final String table;
    private final String enterprises;

    public EnterpriseRegistrationStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.table = databases.control("enterprise_registrations");
        this.enterprises = databases.control("enterprises");
    }

    /**
     * A company's wish and what came of it.
     *
     * @param tenant null until it is approved
     * @param decidedAt milliseconds, null until it is decided
     */
    public record Registration(
            long id,
            String code,
            String name,
            String contact,
            ObjectNode material,
            String state,
            String tenant,
            Long createdAt,
            Long decidedAt) {}

    /** The id; fails with 40900 when the code is somebody's, or somebody else waits for it. */
    public Future<Long> insert(String code, String name, String contact, ObjectNode material) {
        return pool.transaction(connection -> connection
                .preparedQuery("SELECT code FROM " + enterprises + " WHERE code = ?")
                .execute(Tuple.of(code))
                .compose(taken -> taken.size() > 0
                        ? taken()
                        : connection
                                .preparedQuery("INSERT INTO " + table
                                        + " (code, open_code, name, contact, material, created_at) VALUES (?, ?, ?, ?, ?, "
                                        + RevocationStore.NOW + ")")
                                .execute(Tuple.of(code, code, name, contact, Json.text(material)))
                                .map(rows -> rows.property(MySQLClient.LAST_INSERTED_ID))
                                .recover(EnterpriseRegistrationStore::known)));
    }

    public Future<Optional<Registration>> find(long id) {
        return pool.query("SELECT " + COLUMNS + " FROM " + table + " WHERE id = ?", id)
                .map(rows -> rows.size() == 0
                        ? Optional.empty()
                        : Optional.of(registration(rows.iterator().next())));
    }

    /** Those of a state with a higher id, in their order. */
    public Future<List<Registration>> list(String state, long afterId, int limit) {
        return pool.query(
                        "SELECT " + COLUMNS + " FROM " + table + " WHERE state = ? AND id > ? ORDER BY id LIMIT ?",
                        state,
                        afterId,
                        limit)
                .map(rows -> {
                    List<Registration> found = new ArrayList<>(rows.size());
                    rows.forEach(row -> found.add(registration(row)));
                    return found;
                });
    }

    /**
     * Decides once: the verdict and, where it is yes, the company's code are of one transaction. The same verdict again changes nothing.
     *
     * @param tenant where the code leads to; null declines
     * @return false where there is no such registration; fails with 40900 when it was decided otherwise or the code is somebody's
     */
    public Future<Boolean> decide(long id, String tenant) {
        return pool.transaction(connection -> connection
                .preparedQuery("SELECT " + COLUMNS + " FROM " + table + " WHERE id = ? FOR UPDATE")
                .execute(Tuple.of(id))
                .compose(rows -> rows.size() == 0
                        ? Future.succeededFuture(false)
                        : decide(connection, registration(rows.iterator().next()), tenant)
                                .map(true)));
    }

    private Future<Void> decide(SqlConnection connection, Registration one, String tenant) {
        String verdict = tenant == null ? DECLINED : APPROVED;
        if (!one.state().equals(PENDING)) {
            boolean same = one.state().equals(verdict) && (tenant == null || tenant.equals(one.tenant()));
            return same
                    ? Future.succeededFuture()
                    : Future.failedFuture(new ApiException(ErrorCode.CONFLICT, "The registration is decided."));
        }
        Future<?> code = tenant == null
                ? Future.succeededFuture()
                : connection
                        .preparedQuery("INSERT INTO " + enterprises
                                + " (code, tenant, name, created_at, updated_at) VALUES (?, ?, ?, "
                                + RevocationStore.NOW
                                + ", " + RevocationStore.NOW + ")")
                        .execute(Tuple.of(one.code(), tenant, one.name()));
        return code.compose(made -> connection
                        .preparedQuery("UPDATE " + table + " SET state = ?, tenant = ?, open_code = NULL, decided_at = "
                                + RevocationStore.NOW + " WHERE id = ?")
                        .execute(Tuple.of(verdict, tenant, one.id())))
                .<Void>mapEmpty()
                .recover(EnterpriseRegistrationStore::known);
    }

    private static <T> Future<T> known(Throwable failure) {
        return MysqlPool.duplicateKey(failure) ? taken() : Future.failedFuture(failure);
    }

    private static <T> Future<T> taken() {
        return Future.failedFuture(new ApiException(ErrorCode.CONFLICT, "The code is taken."));
    }

    private static Registration registration(Row row) {
        return new Registration(
                row.getLong("id"),
                row.getString("code"),
                row.getString("name"),
                row.getString("contact"),
                Json.parseObject(row.getString("material").getBytes(StandardCharsets.UTF_8)),
                row.getString("state"),
                row.getString("tenant"),
                row.getLong("created_at"),
                row.getLong("decided_at"));
    }
}
