package dev.curlew.store.redis;

import dev.curlew.store.UserKey;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How a user's groups were when the list was last asked for, by conversation. Without it all of them count as changed. */
public final class GroupsSeen {

    private final RedisCommands redis;
    private final RedisKeys keys;

    public GroupsSeen(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    public Future<Map<String, String>> of(UserKey user) {
        return redis.send(Request.cmd(Command.HGETALL).arg(keys.groupsSeen(user.tenant(), user.uid())))
                .map(hash -> {
                    Map<String, String> seen = new HashMap<>();
                    hash.getKeys().forEach(id -> seen.put(id, hash.get(id).toString()));
                    return seen;
                });
    }

    public Future<Void> keep(UserKey user, Map<String, String> states) {
        String key = keys.groupsSeen(user.tenant(), user.uid());
        Request set = Request.cmd(Command.HSET).arg(key);
        states.forEach((id, state) -> set.arg(id).arg(state));
        Request life = Request.cmd(Command.EXPIRE).arg(key).arg(Lives.SESSION_S);
        return redis.batch(List.of(set, life)).mapEmpty();
    }
}
