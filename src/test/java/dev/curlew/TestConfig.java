package dev.curlew;

import dev.curlew.config.ConfigLoader;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Configurations for tests: the development profile on the test's stores, in databases and topics of the test's own. */
public final class TestConfig {

    private TestConfig() {}

    /** @param own a short name of lower-case letters that nobody else uses, for databases, topics and groups */
    public static CurlewConfig on(Stores stores, String own, String... more) {
        List<String> settings = new ArrayList<>();
        stores.addresses().settings().forEach((key, value) -> settings.add(key + "=" + value));
        // Uids and conversations of different sets of databases are alike, so they must not meet in Redis.
        settings.add("redis.db=" + (own.equals("shared") ? 0 : 1 + Math.floorMod(own.hashCode(), 15)));
        settings.add("mysql.database_prefix=" + own);
        settings.add("mongo.database_prefix=" + own);
        settings.add("kafka.topic_prefix=" + own + "-");
        settings.add("kafka.group_prefix=" + own + "-");
        settings.addAll(List.of(more));
        return ConfigLoader.load(Path.of("conf", "development.yaml"), Map.of(), settings);
    }
}
