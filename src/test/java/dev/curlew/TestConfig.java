package dev.curlew;

import dev.curlew.config.ConfigLoader;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Configurations for tests: the development profile on the test's stores, in databases and topics of the test's own. */
public final class TestConfig {

    private static final Map<String, Integer> REDIS_DBS = new HashMap<>(Map.of("shared", 0));

    private TestConfig() {}

    /** @param own a short name of lower-case letters that nobody else uses, for databases, topics and groups */
    public static CurlewConfig on(Stores stores, String own, String... more) {
        List<String> settings = new ArrayList<>();
        stores.addresses().settings().forEach((key, value) -> settings.add(key + "=" + value));
        // Uids and conversations of different sets of databases are alike, so they must not meet in Redis.
        settings.add("redis.db=" + redisDb(own));
        settings.add("mysql.database_prefix=" + own);
        settings.add("mongo.database_prefix=" + own);
        settings.add("kafka.topic_prefix=" + own + "-");
        settings.add("kafka.group_prefix=" + own + "-");
        settings.addAll(List.of(more));
        return ConfigLoader.load(Path.of("conf", "development.yaml"), Map.of(), settings);
    }

    /** Its number is the same each time it is asked for in this JVM. */
    private static synchronized int redisDb(String own) {
        if (!REDIS_DBS.containsKey(own)) {
            REDIS_DBS.put(own, REDIS_DBS.size());
        }
        return REDIS_DBS.get(own);
    }
}
