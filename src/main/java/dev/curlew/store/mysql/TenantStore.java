package dev.curlew.store.mysql;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import dev.curlew.store.TenantDirectory.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Table {@code tenants} of the control database. */
public final class TenantStore {

    private static final String COLUMNS = "tenant, name, disabled, CAST(settings AS CHAR) AS settings, created_at";

    private final MysqlPool pool;
    private final RevocationStore revocations;
    private final String table;

    public TenantStore(MysqlPool pool, Databases databases, RevocationStore revocations) {
        this.pool = pool;
        this.revocations = revocations;
        this.table = databases.control("tenants");
    }

    public Future<List<Tenant>> all() {
        return pool.query("SELECT " + COLUMNS + " FROM " + table).map(rows -> {
            List<Tenant> tenants = new ArrayList<>(rows.size());
            rows.forEach(row -> tenants.add(tenant(row)));
            return tenants;
        });
    }

    /** In order of their codes, behind that of {@code after}; an empty one is before all. */
    public Future<List<Tenant>> page(String after, int limit) {
        String sql = "SELECT " + COLUMNS + " FROM " + table + " WHERE tenant > ? ORDER BY tenant LIMIT ?";
        return pool.query(sql, after, limit).map(rows -> {
            List<Tenant> tenants = new ArrayList<>(rows.size());
            rows.forEach(row -> tenants.add(tenant(row)));
            return tenants;
        });
    }

    /** True when this call made it; false when it was there. */
    public Future<Boolean> insert(String code, String name, long now) {
        return pool.query(
                        "INSERT INTO " + table + " (tenant, name, settings, created_at) VALUES (?, ?, '{}', ?)",
                        code,
                        name,
                        now)
                .map(true)
                .recover(failure ->
                        MysqlPool.duplicateKey(failure) ? Future.succeededFuture(false) : Future.failedFuture(failure));
    }

    /**
     * Changes a tenant; a change of {@code disabled} is a revocation row of the same transaction (rule 15).
     *
     * @param name null leaves it
     * @param disabled null leaves it
     * @param settings laid over those there, a null value removes one; null leaves all
     * @return the tenant as it is now; empty when there is none
     */
    public Future<Optional<Tenant>> update(String code, String name, Boolean disabled, ObjectNode settings) {
        return pool.transaction(connection -> connection
                .preparedQuery("SELECT " + COLUMNS + " FROM " + table + " WHERE tenant = ? FOR UPDATE")
                .execute(Tuple.of(code))
                .compose(rows -> {
                    if (rows.size() == 0) {
                        return Future.succeededFuture(Optional.empty());
                    }
                    Tenant before = tenant(rows.iterator().next());
                    Tenant after = new Tenant(
                            code,
                            name == null ? before.name() : name,
                            disabled == null ? before.disabled() : disabled,
                            merged(before.settings(), settings),
                            before.createdAt());
                    Future<Void> marked = before.disabled() == after.disabled()
                            ? Future.succeededFuture()
                            : revocations.tenant(connection, code, after.disabled());
                    return marked.compose(done -> connection
                                    .preparedQuery("UPDATE " + table
                                            + " SET name = ?, disabled = ?, settings = ? WHERE tenant = ?")
                                    .execute(Tuple.of(
                                            after.name(), after.disabled(), Json.text(after.settings()), code)))
                            .map(Optional.of(after));
                }));
    }

    private static ObjectNode merged(ObjectNode before, ObjectNode changes) {
        ObjectNode after = before.deepCopy();
        if (changes != null) {
            changes.properties().forEach(change -> {
                if (change.getValue().isNull()) {
                    after.remove(change.getKey());
                } else {
                    after.set(change.getKey(), change.getValue());
                }
            });
        }
        return after;
    }

    private static Tenant tenant(Row row) {
        return new Tenant(
                row.getString("tenant"),
                row.getString("name"),
                row.getBoolean("disabled"),
                Json.parseObject(row.getString("settings").getBytes(StandardCharsets.UTF_8)),
                row.getLong("created_at"));
    }
}
