package dev.curlew.dev;

import java.util.LinkedHashMap;
import java.util.Map;

/** Where the stores listen, in the terms of the node's configuration. */
public record StoreAddresses(
        String redisHost,
        int redisPort,
        String mysqlHost,
        int mysqlPort,
        String mysqlUser,
        String mysqlPassword,
        String mongoUri,
        String kafkaBootstrap) {

    public String redisAddr() {
        return redisHost + ":" + redisPort;
    }

    /** Configuration keys and values, as {@code --set key=value} takes them. */
    public Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("redis.addr", redisAddr());
        settings.put("mysql.host", mysqlHost);
        settings.put("mysql.port", Integer.toString(mysqlPort));
        settings.put("mysql.user", mysqlUser);
        settings.put("mysql.password", mysqlPassword);
        settings.put("mongo.uri", mongoUri);
        settings.put("kafka.bootstrap", kafkaBootstrap);
        return settings;
    }

    /** As {@code var/stack.json} names them. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("redis", Map.of("host", redisHost, "port", redisPort));
        map.put("mysql", Map.of("host", mysqlHost, "port", mysqlPort, "user", mysqlUser, "password", mysqlPassword));
        map.put("mongo", Map.of("uri", mongoUri));
        map.put("kafka", Map.of("bootstrap", kafkaBootstrap));
        return map;
    }
}
