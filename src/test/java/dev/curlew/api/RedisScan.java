package dev.curlew.api;

import static dev.curlew.api.ApiNode.get;

import dev.curlew.store.redis.RedisCommands;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;

/** Everything a Redis database holds, keys and values of every type. */
public final class RedisScan {

    private RedisScan() {}

    /** Names of keys, with the values behind them, as texts. */
    public static List<String> all(RedisCommands redis) {
        List<String> texts = new ArrayList<>();
        for (Response key : get(redis.send(Request.cmd(Command.KEYS).arg("*")))) {
            texts.add(key.toString());
            texts.add(String.valueOf(get(redis.send(read(redis, key.toString())))));
        }
        return texts;
    }

    /** Names of keys. */
    public static List<String> keys(RedisCommands redis, String pattern) {
        List<String> names = new ArrayList<>();
        get(redis.send(Request.cmd(Command.KEYS).arg(pattern))).forEach(key -> names.add(key.toString()));
        return names;
    }

    private static Request read(RedisCommands redis, String key) {
        String type = get(redis.send(Request.cmd(Command.TYPE).arg(key))).toString();
        return switch (type) {
            case "string" -> Request.cmd(Command.GET).arg(key);
            case "hash" -> Request.cmd(Command.HGETALL).arg(key);
            case "set" -> Request.cmd(Command.SMEMBERS).arg(key);
            case "zset" -> Request.cmd(Command.ZRANGE).arg(key).arg(0).arg(-1).arg("WITHSCORES");
            case "list" -> Request.cmd(Command.LRANGE).arg(key).arg(0).arg(-1);
            default -> throw new AssertionError(key + " is a " + type);
        };
    }
}
