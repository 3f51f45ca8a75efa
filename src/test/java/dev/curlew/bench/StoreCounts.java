package dev.curlew.bench;

import dev.curlew.dev.DevStores;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import redis.clients.jedis.Jedis;

/**
 * What the stores themselves say they were asked: every Redis command, also within scripts and pipelines, and every MySQL statement; what
 * went to Kafka and MongoDB is taken from the nodes.
 *
 * @param rows rows MySQL read, however few statements did
 */
record StoreCounts(double redis, double mysql, double rows, double others) {

    static StoreCounts of(Target target) {
        DevStores stores = target.stores();
        try (Jedis redis = new Jedis(stores.redis().host(), stores.redis().port());
                Connection mysql = DriverManager.getConnection(
                        "jdbc:mariadb://" + stores.mysql().host() + ":"
                                + stores.mysql().port() + "/",
                        stores.mysql().user(),
                        stores.mysql().password());
                Statement statement = mysql.createStatement()) {
            return new StoreCounts(
                    commands(redis),
                    status(statement, "Questions"),
                    status(statement, "Handler_read%"),
                    target.storeRequests("kafka") + target.storeRequests("mongo"));
        } catch (SQLException e) {
            throw new NotValid("MySQL could not be asked: " + e.getMessage());
        }
    }

    private static double commands(Jedis redis) {
        return redis.info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll(".*calls=(\\d+),.*", "$1")))
                .sum();
    }

    private static double status(Statement statement, String name) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SHOW GLOBAL STATUS LIKE '" + name + "'")) {
            double sum = 0;
            while (rows.next()) {
                sum += rows.getDouble(2);
            }
            return sum;
        }
    }

    StoreCounts minus(StoreCounts before) {
        return new StoreCounts(redis - before.redis, mysql - before.mysql, rows - before.rows, others - before.others);
    }

    double operations() {
        return redis + mysql + others;
    }
}
