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

/** Ends a transaction between two of its writes: the later one has to wait for a lock, and then its connection or its node is killed. */
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

    /** What is done to a connection that waits. */
    interface End {
        void of(long connection) throws Exception;
    }

    /** Runs the call and kills its connection as it comes to write into the table; what the call answered. */
    <T> T killedAt(String table, Callable<T> call) throws Exception {
        return killedAt(table, "INSERT INTO", call);
    }

    /** The same where the table is first touched by another kind of statement; a part of it that comes before the table's name. */
    <T> T killedAt(String table, String statement, Callable<T> call) throws Exception {
        return ended("LOCK TABLES `" + table + "` WRITE", "UNLOCK TABLES", table, statement, call, this::kill);
    }

    /** Runs the call and kills its connection as it comes to insert the very row that another transaction is about to. */
    <T> T killedBehind(String insert, String table, Callable<T> call) throws Exception {
        try (Statement begin = holder.createStatement()) {
            begin.execute("START TRANSACTION");
        }
        return ended(insert, "ROLLBACK", table, "INSERT INTO", call, this::kill);
    }

    /** Runs the call and ends it as it comes to write into the table; what the call answered. */
    <T> T endedAt(String table, Callable<T> call, End end) throws Exception {
        return ended("LOCK TABLES `" + table + "` WRITE", "UNLOCK TABLES", table, "INSERT INTO", call, end);
    }

    private void kill(long connection) throws SQLException {
        try (Statement kill = killer.createStatement()) {
            kill.execute("KILL CONNECTION " + connection);
        }
    }

    private <T> T ended(String take, String giveBack, String table, String statement, Callable<T> call, End end)
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
                end.of(waiting);
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
