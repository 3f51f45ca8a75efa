package dev.curlew.chaos;

import dev.curlew.dev.MariaDbStore;
import dev.curlew.dev.NodeProcess;
import dev.curlew.dev.Pause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Two connections to a tenant's tables: one that holds locks, one that looks who waits for them. */
final class Sql implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Connection holder;
    private final Connection looker;

    Sql(MariaDbStore store, String tenant) {
        String url = "jdbc:mariadb://" + store.host() + ":" + store.port() + "/curlew_" + tenant;
        try {
            holder = DriverManager.getConnection(url, store.user(), store.password());
            looker = DriverManager.getConnection(url, store.user(), store.password());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Has a statement done by the connection that holds locks. */
    void hold(String statement) {
        try (Statement one = holder.createStatement()) {
            one.execute(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(statement, e);
        }
    }

    long number(String query) {
        try (Statement one = looker.createStatement();
                ResultSet rows = one.executeQuery(query)) {
            return rows.next() ? rows.getLong(1) : 0;
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    /** The node that has a statement waiting; it is waited for. @param like a pattern for the statement's text */
    NodeProcess waiting(List<NodeProcess> nodes, String like) {
        NodeProcess[] found = new NodeProcess[1];
        String query = "SELECT SUBSTRING_INDEX(host, ':', -1) FROM information_schema.PROCESSLIST"
                + " WHERE time_ms > 50 AND command <> 'Sleep' AND id <> CONNECTION_ID() AND info LIKE '" + like + "'";
        boolean in = Pause.until(PATIENCE, () -> {
            long port = number(query);
            found[0] = port == 0
                    ? null
                    : nodes.stream()
                            .filter(node -> owns(node.pid(), port))
                            .findFirst()
                            .orElse(null);
            return found[0] != null;
        });
        if (!in) {
            throw new IllegalStateException("No node waits with " + like);
        }
        return found[0];
    }

    /** Whether a process has a connection that begins at that port of this machine, as the kernel tells it. */
    private static boolean owns(long pid, long port) {
        String local = String.format(":%04X", port);
        try (Stream<String> tcp = Stream.concat(lines(pid, "tcp"), lines(pid, "tcp6"));
                Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            List<String> sockets = tcp.map(line -> line.trim().split("\\s+"))
                    .filter(column -> column.length > 9 && column[1].endsWith(local))
                    .map(column -> "socket:[" + column[9] + "]")
                    .toList();
            return files.anyMatch(file -> sockets.contains(link(file)));
        } catch (IOException e) {
            return false;
        }
    }

    private static Stream<String> lines(long pid, String table) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table)).stream();
    }

    private static String link(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    @Override
    public void close() {
        try {
            holder.close();
            looker.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
