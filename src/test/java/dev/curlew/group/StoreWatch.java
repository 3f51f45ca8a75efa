package dev.curlew.group;

import dev.curlew.config.CurlewConfig;
import dev.curlew.config.MysqlConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisMonitor;
import redis.clients.jedis.exceptions.JedisException;

/** What nodes say to MySQL and Redis while something is done, seen from beside the stores: the general log and MONITOR. */
final class StoreWatch {

    private final CurlewConfig config;

    StoreWatch(CurlewConfig config) {
        this.config = config;
    }

    /** Something a test does. */
    interface Work {
        void run() throws Exception;
    }

    /** Statements that touch this cluster's databases, in their order; where they were prepared before, without their values. */
    List<String> statements(Work work) throws Exception {
        MysqlConfig mysql = config.mysql();
        String url = "jdbc:mariadb://" + mysql.host() + ":" + mysql.port() + "/mysql";
        try (Connection watcher = DriverManager.getConnection(url, mysql.user(), mysql.password());
                Statement statement = watcher.createStatement()) {
            statement.execute("SET GLOBAL log_output = 'TABLE'");
            statement.execute("TRUNCATE mysql.general_log");
            statement.execute("SET GLOBAL general_log = ON");
            try {
                work.run();
            } finally {
                statement.execute("SET GLOBAL general_log = OFF");
            }
            return logged(statement, mysql.databasePrefix());
        }
    }

    /** The index a logged statement is answered by. @param values of its parameters */
    String index(String statement, Object... values) throws Exception {
        MysqlConfig mysql = config.mysql();
        String url = "jdbc:mariadb://" + mysql.host() + ":" + mysql.port() + "/mysql";
        try (Connection asker = DriverManager.getConnection(url, mysql.user(), mysql.password());
                PreparedStatement explain = asker.prepareStatement("EXPLAIN " + statement)) {
            for (int i = 0; i < values.length; i++) {
                explain.setObject(i + 1, values[i]);
            }
            try (ResultSet plan = explain.executeQuery()) {
                plan.next();
                return plan.getString("key");
            }
        }
    }

    private static List<String> logged(Statement statement, String prefix) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT CONVERT(argument USING utf8mb4) FROM mysql.general_log"
                + " WHERE command_type IN ('Query', 'Execute') ORDER BY event_time")) {
            while (rows.next()) {
                String text = rows.getString(1);
                if (text.contains(prefix + "_") || text.contains("`" + prefix)) {
                    found.add(text);
                }
            }
        }
        return found;
    }

    /** Commands that name a key with this in it, in their order; what scripts do is marked {@code lua}. */
    List<String> commands(String about, Work work) throws Exception {
        String[] at = config.redis().addr().split(":");
        ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
        try (Jedis watcher = new Jedis(at[0], Integer.parseInt(at[1]), 60_000);
                Jedis marker = new Jedis(at[0], Integer.parseInt(at[1]))) {
            Thread thread = new Thread(() -> {
                try {
                    watcher.monitor(new JedisMonitor() {
                        @Override
                        public void onCommand(String command) {
                            seen.add(command);
                        }
                    });
                } catch (JedisException closed) {
                    seen.add("closed");
                }
            });
            thread.setDaemon(true);
            thread.start();
            mark(marker, seen, "watch-begins");
            work.run();
            mark(marker, seen, "watch-ends");
        }
        return seen.stream().filter(line -> line.contains(about)).toList();
    }

    /** MONITOR shows commands in the order they ran: what was done before the mark is in by then. */
    private static void mark(Jedis marker, ConcurrentLinkedQueue<String> seen, String mark) {
        Awaitility.await().until(() -> {
            marker.exists(mark);
            return seen.stream().anyMatch(line -> line.contains(mark));
        });
    }
}
