package dev.curlew.group;

import dev.curlew.config.MysqlConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** Ends a transaction's connection between two of its writes: the later one has to wait for a lock, and then its connection is killed. */
final class Sabotage implements AutoCloseable {

    private final Connection holder;
    private final Connection killer;
    private final String database;

    Sabotage(MysqlConfig config, String tenant) throws SQLException {
        this.database = config.databasePrefix() + "_" + tenant;
        String url = "jdbc:mariadb://" + config.host() + ":" + config.port() + "/" + database;
        holder = DriverManager.getConnection(url, config.user(), config.password());
        killer = DriverManager.getConnection(url, config.user(), config.password());
    }

    /** Runs the call and kills its connection as it comes to write into the table; what the call answered. */
    <T> T killedAt(String table, Callable<T> call) throws Exception {
        return killedAt(table, "INSERT INTO", call);
    }

    /** The same where the table is first touched by another kind of statement; a part of it that comes before the table's name. */
    <T> T killedAt(String table, String statement, Callable<T> call) throws Exception {
        return killed("LOCK TABLES `" + table + "` WRITE", "UNLOCK TABLES", table, statement, call);
    }

    /** Runs the call and kills its connection as it comes to insert the very row that another transaction is about to. */
    <T> T killedBehind(String insert, String table, Callable<T> call) throws Exception {
        try (Statement begin = holder.createStatement()) {
            begin.execute("START TRANSACTION");
        }
        return killed(insert, "ROLLBACK", table, "INSERT INTO", call);
    }

    private <T> T killed(String take, String giveBack, String table, String statement, Callable<T> call)
            throws Exception {
        try (Statement lock = holder.createStatement()) {
            lock.execute(take);
            try {
                CompletableFuture<T> answer = new CompletableFuture<>();
                Thread caller = new Thread(() -> {
                    try {
                        answer.complete(call.call());
                    } catch (Exception e) {
                        answer.completeExceptionally(e);
                    }
                });
                caller.start();
                long waiting = Awaitility.await()
                        .atMost(2500, TimeUnit.MILLISECONDS)
                        .pollInterval(10, TimeUnit.MILLISECONDS)
                        .until(() -> waiting(table, statement), id -> id != 0);
                try (Statement kill = killer.createStatement()) {
                    kill.execute("KILL CONNECTION " + waiting);
                }
                return answer.get(30, TimeUnit.SECONDS);
            } finally {
                lock.execute(giveBack);
            }
        }
    }

    /** The connection that waits for the table with such a statement; 0 when none does. */
    private long waiting(String table, String statement) throws SQLException {
        try (Statement look = killer.createStatement();
                ResultSet rows = look.executeQuery("SELECT id FROM information_schema.PROCESSLIST WHERE info LIKE"
                        + " '" + statement + " `" + database + "`.`" + table + "`%'")) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    @Override
    public void close() throws SQLException {
        holder.close();
        killer.close();
    }
}
