package dev.curlew.store.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.curlew.TestConfig;
import dev.curlew.config.MysqlConfig;
import dev.curlew.dev.TestStores;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.DatabaseException;
import io.vertx.sqlclient.Row;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Two tenants with their tables, and what a test wants to know of them. */
final class MessageTablesProbe implements AutoCloseable {

    static final long TIME = 1_700_000_000_000L;

    final Vertx vertx = Vertx.vertx();
    final MysqlPool pool;
    final Databases databases;
    final MessageTable tables;
    final Migrations migrations;

    /** @param own a short name that nobody else uses */
    MessageTablesProbe(String own) {
        MysqlConfig config = TestConfig.on(TestStores.shared(), own).mysql();
        pool = new MysqlPool(vertx, config);
        databases = new Databases(config.databasePrefix());
        tables = new MessageTable(databases, config.groupTables());
        migrations = new Migrations(vertx, config);
        await(migrations.control());
        await(migrations.tenant("one"));
        await(migrations.tenant("two"));
    }

    @Override
    public void close() {
        await(pool.close());
        await(vertx.close());
    }

    /** 50 groups of 300 messages, one a second; every hundredth waits for review, every thirtieth was recalled. */
    void fill() {
        String digits = "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION"
                + " ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
        String at = "FROM_UNIXTIME(" + TIME / 1000 + ") + INTERVAL n.seq SECOND";
        await(pool.query("DELETE FROM " + table("grp_1")));
        for (int tens = 0; tens < 5; tens++) {
            await(pool.query("INSERT INTO " + table("grp_1")
                    + " (topic, group_id, seqid, from_user, client_msg_id, status, audit_status, expires_at, created_at,"
                    + " updated_at) SELECT CONCAT('grp_', g.id), g.id, n.seq, 1 + n.seq % 10, CONCAT('c', n.seq),"
                    + " IF(n.seq % 30 = 0, 'recalled', 'normal'), IF((g.id + n.seq) % 100 = 0, 'pending', 'pass'),"
                    + " IF(n.seq % 50 = 0, " + at + ", NULL), " + at + ", " + at + " FROM (SELECT d + 1 + 10 * " + tens
                    + " id FROM " + digits + " x) g JOIN (SELECT 1 + a.d + 10 * b.d + 100 * c.d seq FROM " + digits
                    + " a JOIN " + digits + " b JOIN " + digits + " c WHERE c.d < 3) n"));
        }
        await(pool.query("ANALYZE TABLE " + table("grp_1")));
    }

    void insert(String topic, long group, long seq, long from, String clientId) {
        insertInto(tables.forMessage("one", topic, seq, TIME), topic, group, seq, from, clientId);
    }

    void insertInto(String at, String topic, long group, long seq, long from, String clientId) {
        await(pool.query(
                "INSERT INTO " + at + " (topic, group_id, seqid, from_user, client_msg_id, created_at, updated_at)"
                        + " VALUES (?, ?, ?, ?, ?, NOW(3), NOW(3))",
                topic,
                group,
                seq,
                from,
                clientId));
    }

    static void refused(int code, Runnable write) {
        assertThatThrownBy(write::run)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        failure -> assertThat(failure.getErrorCode()).isEqualTo(code));
    }

    String table(String topic) {
        return tables.forMessage("one", topic, 1, TIME);
    }

    long count(String tenant) {
        return one("SELECT COUNT(*) FROM " + tables.forMessage(tenant, "grp_1", 1, TIME))
                .getLong(0);
    }

    /** Name to its columns, after {@code unique} where it is. */
    Map<String, String> indexes(String table) {
        Map<String, String> indexes = new TreeMap<>();
        await(pool.query("SHOW INDEX FROM `" + databases.tenantName("one") + "`.`" + table + "`"))
                .forEach(row -> indexes.merge(
                        row.getString("Key_name"),
                        (row.getLong("Non_unique") == 0 ? "unique " : "") + row.getString("Column_name"),
                        (before, more) -> before + "," + row.getString("Column_name")));
        return indexes;
    }

    Row one(String sql, Object... values) {
        return await(pool.query(sql, values)).iterator().next();
    }

    static <T> T await(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }
}
