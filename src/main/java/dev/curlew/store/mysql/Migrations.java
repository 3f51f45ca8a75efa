package dev.curlew.store.mysql;

import dev.curlew.config.MysqlConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.flywaydb.core.Flyway;
import org.mariadb.jdbc.MariaDbDataSource;

/**
 * Makes databases and brings them to this version's tables ({@code db/control}, {@code db/tenant}). Runs on two own threads,
 * since JDBC blocks; a lock in MySQL keeps two nodes from migrating the same database at once.
 */
public final class Migrations {

    private static final int LOCK_S = 60;
    private static final int SOCKET_TIMEOUT_MS = 120_000;

    private final WorkerExecutor worker;
    private final MysqlConfig config;
    private final Databases databases;
    private final Function<String, Future<Void>> opening;

    public Migrations(Vertx vertx, MysqlConfig config) {
        this(vertx, config, code -> Future.succeededFuture());
    }

    /** @param opening what is to be done with a tenant's tables once they are there, before they are used */
    public Migrations(Vertx vertx, MysqlConfig config, Function<String, Future<Void>> opening) {
        this.opening = opening;
        this.worker = vertx.createSharedWorkerExecutor("curlew-migrations", 2, 3, TimeUnit.MINUTES);
        this.config = config;
        this.databases = new Databases(config.databasePrefix());
    }

    /** The control database, then the database of every tenant in it. Safe to repeat, at the same time on every node. */
    public Future<Void> migrate(TenantStore tenants) {
        return control().compose(done -> tenants.all()).compose(all -> {
            Future<Void> chain = Future.succeededFuture();
            for (var tenant : all) {
                chain = chain.compose(done -> tenant(tenant.code()));
            }
            return chain;
        });
    }

    public Future<Void> control() {
        return run(databases.controlName(), "classpath:db/control");
    }

    public Future<Void> tenant(String code) {
        return run(databases.tenantName(code), "classpath:db/tenant").compose(migrated -> opening.apply(code));
    }

    public Future<Void> close() {
        return worker.close();
    }

    private Future<Void> run(String database, String location) {
        return worker.executeBlocking(
                () -> {
                    migrate(database, location);
                    return null;
                },
                false);
    }

    private void migrate(String database, String location) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", config.user());
        login.setProperty("password", config.password());
        String lock = "migrate:" + database;
        try (Connection connection = DriverManager.getConnection(url(""), login)) {
            lock(connection, lock);
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE IF NOT EXISTS `" + database
                        + "` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci");
                MariaDbDataSource source = new MariaDbDataSource(url(database));
                source.setUser(config.user());
                source.setPassword(config.password());
                Flyway.configure().dataSource(source).locations(location).load().migrate();
            } finally {
                unlock(connection, lock);
            }
        }
    }

    private static void lock(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT GET_LOCK(?, ?)")) {
            statement.setString(1, name);
            statement.setInt(2, LOCK_S);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next() || row.getInt(1) != 1) {
                    throw new SQLException("Another node is still migrating: " + name);
                }
            }
        }
    }

    private static void unlock(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("DO RELEASE_LOCK(?)")) {
            statement.setString(1, name);
            statement.execute();
        }
    }

    private String url(String database) {
        String ssl =
                switch (config.sslMode().toLowerCase(Locale.ROOT).replace('_', '-')) {
                    case "required" -> "trust";
                    case "verify-ca" -> "verify-ca";
                    case "verify-identity" -> "verify-full";
                    default -> "disable";
                };
        return "jdbc:mariadb://" + config.host() + ":" + config.port() + "/" + database
                + String.join(
                        "&",
                        List.of(
                                "?sslMode=" + ssl,
                                "connectTimeout=" + config.timeoutMs(),
                                "socketTimeout=" + SOCKET_TIMEOUT_MS));
    }
}
