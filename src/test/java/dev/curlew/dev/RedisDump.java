package dev.curlew.dev;

import java.util.TreeMap;
import redis.clients.jedis.Jedis;

/** All that stands in Redis, as text, to be searched for what must not be there. */
public final class RedisDump {

    private RedisDump() {}

    /** Keys below a prefix and their values. */
    public static String of(Jedis redis, String prefix) {
        TreeMap<String, String> all = new TreeMap<>();
        redis.keys(prefix + ":*").forEach(key -> all.put(key, value(redis, key)));
        return all.toString();
    }

    /** Whatever the type of the key is. */
    public static String value(Jedis redis, String key) {
        return switch (redis.type(key)) {
            case "string" -> String.valueOf(redis.get(key));
            case "hash" -> redis.hgetAll(key).toString();
            case "set" -> redis.smembers(key).toString();
            case "zset" -> redis.zrangeWithScores(key, 0, -1).toString();
            case "list" -> redis.lrange(key, 0, -1).toString();
            default -> "";
        };
    }
}
