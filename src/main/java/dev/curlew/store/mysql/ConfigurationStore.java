package dev.curlew.store.mysql;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.curlew.protocol.Json;
import dev.curlew.store.CachedConfiguration;
import dev.curlew.store.Configuration.Dictionary;
import dev.curlew.store.Configuration.Enterprise;
import dev.curlew.store.Configuration.Entry;
import dev.curlew.store.Configuration.Mode;
import dev.curlew.store.Configuration.Parameter;
import dev.curlew.store.Configuration.ThirdParty;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The tables of the control database that hold the configuration of the installation. */
public final class ConfigurationStore {

    private static final TypeReference<TreeMap<String, String>> TEXTS = new TypeReference<>() {};
    private static final int IN_USE = 1;
    private static final int NOT_OFFERED = 2;

    private final MysqlPool pool;
    private final String parameters;
    private final String types;
    private final String data;
    private final String thirdParties;
    private final String enterprises;

    public ConfigurationStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.parameters = databases.control("hg_sys_config");
        this.types = databases.control("hg_sys_dict_type");
        this.data = databases.control("hg_sys_dict_data");
        this.thirdParties = databases.control("third_party_settings");
        this.enterprises = databases.control("enterprises");
    }

    /** The reads a cache is made of, one statement each. */
    public CachedConfiguration.Sources sources() {
        return new CachedConfiguration.Sources(
                this::parameters, this::dictionaries, this::thirdParties, this::enterprises);
    }

    private Future<SortedMap<String, Parameter>> parameters() {
        return read("SELECT name, value, updated_at FROM " + parameters, row -> {
            String name = row.getString("name");
            return Map.entry(name, new Parameter(name, row.getString("value"), row.getLong("updated_at")));
        });
    }

    private Future<SortedMap<String, Dictionary>> dictionaries() {
        String sql = "SELECT t.type, t.name, t.updated_at, d.value, d.label, d.status FROM " + types + " t LEFT JOIN "
                + data + " d ON d.type = t.type ORDER BY t.type, d.sort, d.id";
        return pool.query(sql).map(rows -> {
            SortedMap<String, Dictionary> found = new TreeMap<>();
            for (Row row : rows) {
                String type = row.getString("type");
                Dictionary one = found.computeIfAbsent(
                        type,
                        first -> new Dictionary(
                                type, row.getString("name"), new ArrayList<>(), row.getLong("updated_at")));
                if (row.getString("value") != null) {
                    boolean disabled = row.getInteger("status") != IN_USE;
                    one.entries().add(new Entry(row.getString("value"), row.getString("label"), disabled));
                }
            }
            return found;
        });
    }

    private Future<SortedMap<String, ThirdParty>> thirdParties() {
        return read("SELECT " + columns() + " FROM " + thirdParties, row -> {
            ThirdParty one = thirdParty(row);
            return Map.entry(one.name(), one);
        });
    }

    private Future<SortedMap<String, Enterprise>> enterprises() {
        return read("SELECT code, tenant, name, mode, disabled, updated_at FROM " + enterprises, row -> {
            Enterprise one = new Enterprise(
                    row.getString("code"),
                    row.getString("tenant"),
                    row.getString("name"),
                    Mode.of(row.getString("mode")).orElse(Mode.LOGIN),
                    row.getBoolean("disabled"),
                    row.getLong("updated_at"));
            return Map.entry(one.code(), one);
        });
    }

    /** All in one transaction; a value that is null removes its parameter. */
    public Future<Void> setParameters(Map<String, String> changes) {
        List<Tuple> set = new ArrayList<>();
        List<Tuple> removed = new ArrayList<>();
        // In one order everywhere, so that two changes at once wait for each other and do not meet in a circle.
        new TreeMap<>(changes)
                .forEach((name, value) ->
                        (value == null ? removed : set).add(value == null ? Tuple.of(name) : Tuple.of(name, value)));
        return pool.transaction(connection -> batch(
                        connection,
                        "INSERT INTO " + parameters + " (name, value, updated_at) VALUES (?, ?, " + RevocationStore.NOW
                                + ") ON DUPLICATE KEY UPDATE value = VALUES(value), updated_at = VALUES(updated_at)",
                        set)
                .compose(done -> batch(connection, "DELETE FROM " + parameters + " WHERE name = ?", removed)));
    }

    /** Makes a dictionary, or takes the place of all that it was. */
    public Future<Void> putDictionary(String type, String name, List<Entry> entries) {
        List<Tuple> rows = new ArrayList<>();
        for (Entry entry : entries) {
            rows.add(
                    Tuple.of(type, entry.value(), entry.label(), rows.size(), entry.disabled() ? NOT_OFFERED : IN_USE));
        }
        return pool.transaction(connection -> connection
                // Also the lock on which two who write the same one wait for each other.
                .preparedQuery("INSERT INTO " + types + " (type, name, updated_at) VALUES (?, ?, " + RevocationStore.NOW
                        + ") ON DUPLICATE KEY UPDATE name = VALUES(name), updated_at = VALUES(updated_at)")
                .execute(Tuple.of(type, name))
                .compose(there -> connection
                        .preparedQuery("DELETE FROM " + data + " WHERE type = ?")
                        .execute(Tuple.of(type)))
                .compose(empty -> batch(
                        connection,
                        "INSERT INTO " + data + " (type, value, label, sort, status) VALUES (?, ?, ?, ?, ?)",
                        rows)));
    }

    /** True when there was one. */
    public Future<Boolean> removeDictionary(String type) {
        return pool.transaction(connection -> connection
                .preparedQuery("DELETE FROM " + types + " WHERE type = ?")
                .execute(Tuple.of(type))
                .compose(gone -> connection
                        .preparedQuery("DELETE FROM " + data + " WHERE type = ?")
                        .execute(Tuple.of(type))
                        .map(empty -> gone.rowCount() > 0)));
    }

    /** What is given is laid over what is there; a value that is null removes one. */
    public Future<Void> changeThirdParty(String name, Map<String, String> settings, Map<String, String> secrets) {
        return pool.transaction(connection -> connection
                // A row to lock, also for the first change.
                .preparedQuery("INSERT INTO " + thirdParties + " (name, settings, secrets, updated_at) VALUES (?, '{}',"
                        + " '{}', 0) ON DUPLICATE KEY UPDATE name = name")
                .execute(Tuple.of(name))
                .compose(there -> connection
                        .preparedQuery("SELECT " + columns() + " FROM " + thirdParties + " WHERE name = ? FOR UPDATE")
                        .execute(Tuple.of(name)))
                .compose(rows -> {
                    ThirdParty before = thirdParty(rows.iterator().next());
                    return connection
                            .preparedQuery("UPDATE " + thirdParties + " SET settings = ?, secrets = ?, updated_at = "
                                    + RevocationStore.NOW + " WHERE name = ?")
                            .execute(Tuple.of(
                                    Json.text(merged(before.settings(), settings)),
                                    Json.text(merged(before.secrets(), secrets)),
                                    name));
                })
                .mapEmpty());
    }

    /** Makes an enterprise, or takes the place of what it was. */
    public Future<Void> putEnterprise(Enterprise one) {
        return pool.query(
                        "INSERT INTO " + enterprises + " (code, tenant, name, mode, disabled, created_at, updated_at)"
                                + " VALUES (?, ?, ?, ?, ?, " + RevocationStore.NOW + ", " + RevocationStore.NOW
                                + ") ON DUPLICATE KEY UPDATE tenant = VALUES(tenant), name = VALUES(name), mode ="
                                + " VALUES(mode), disabled = VALUES(disabled), updated_at = VALUES(updated_at)",
                        one.code(),
                        one.tenant(),
                        one.name(),
                        one.mode().code(),
                        one.disabled())
                .mapEmpty();
    }

    /** True when there was one. */
    public Future<Boolean> removeEnterprise(String code) {
        return pool.query("DELETE FROM " + enterprises + " WHERE code = ?", code)
                .map(gone -> gone.rowCount() > 0);
    }

    private <T> Future<SortedMap<String, T>> read(String sql, Function<Row, Map.Entry<String, T>> entry) {
        return pool.query(sql).map(rows -> {
            SortedMap<String, T> found = new TreeMap<>();
            for (Row row : rows) {
                Map.Entry<String, T> one = entry.apply(row);
                found.put(one.getKey(), one.getValue());
            }
            return found;
        });
    }

    private static Future<Void> batch(SqlConnection connection, String sql, List<Tuple> rows) {
        return rows.isEmpty()
                ? Future.succeededFuture()
                : connection.preparedQuery(sql).executeBatch(rows).mapEmpty();
    }

    private static String columns() {
        return "name, CAST(settings AS CHAR) AS settings, CAST(secrets AS CHAR) AS secrets, updated_at";
    }

    private static ThirdParty thirdParty(Row row) {
        return new ThirdParty(
                row.getString("name"),
                texts(row.getString("settings")),
                texts(row.getString("secrets")),
                row.getLong("updated_at"));
    }

    private static Map<String, String> texts(String json) {
        return Json.mapper().convertValue(Json.read(json, Map.class), TEXTS);
    }

    private static Map<String, String> merged(Map<String, String> before, Map<String, String> changes) {
        Map<String, String> after = new TreeMap<>(before);
        changes.forEach((key, value) -> {
            if (value == null) {
                after.remove(key);
            } else {
                after.put(key, value);
            }
        });
        return after;
    }
}
