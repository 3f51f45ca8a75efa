package dev.curlew.dev;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Writes one fact to each store and finds it again, to tell whether data survived. */
final class StoreFacts {
    private StoreFacts() {}

    static void write(DevStores stores, String fact) throws Exception {
        redis(stores, "SET fact " + fact);
        try (Connection connection = mysql(stores);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE IF NOT EXISTS facts");
            statement.execute("CREATE OR REPLACE TABLE facts.fact (text VARCHAR(64) COLLATE utf8mb4_bin)");
            statement.execute("INSERT INTO facts.fact VALUES ('" + fact + "')");
        }
        try (Admin admin = kafka(stores)) {
            admin.createTopics(List.of(new NewTopic(fact, 1, (short) 1))).all().get();
        }
        try (MongoCalls mongo = new MongoCalls(stores.mongo().uri())) {
            mongo.insert("facts", "fact", fact);
        }
    }

    static boolean redisHas(DevStores stores, String fact) throws Exception {
        return redis(stores, "STRLEN fact").equals(":" + fact.length());
    }

    static boolean mysqlHas(DevStores stores, String fact) throws Exception {
        try (Connection connection = mysql(stores);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT text FROM facts.fact")) {
            return rows.next() && fact.equals(rows.getString(1));
        }
    }

    static boolean kafkaHas(DevStores stores, String fact) throws Exception {
        try (Admin admin = kafka(stores)) {
            return admin.listTopics().names().get().contains(fact);
        }
    }

    static boolean mongoHas(DevStores stores, String fact) throws Exception {
        try (MongoCalls mongo = new MongoCalls(stores.mongo().uri())) {
            return mongo.has("facts", "fact", fact);
        }
    }

    private static String redis(DevStores stores, String command) throws Exception {
        try (Socket socket = new Socket(stores.redis().host(), stores.redis().port())) {
            socket.setSoTimeout(5000);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        }
    }

    private static Connection mysql(DevStores stores) throws Exception {
        MariaDbStore mysql = stores.mysql();
        return DriverManager.getConnection(
                "jdbc:mariadb://" + mysql.host() + ":" + mysql.port() + "/?connectTimeout=5000",
                mysql.user(),
                mysql.password());
    }

    private static Admin kafka(DevStores stores) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", stores.kafka().bootstrap());
        return Admin.create(properties);
    }
}
