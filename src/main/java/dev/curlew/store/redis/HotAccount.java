package dev.curlew.store.redis;

import dev.curlew.config.RedisConfig;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the copies of all groups of a tenant take, and which groups have to give when it is too much. */
public final class HotAccount {

    private static final Script ACCOUNT = Script.load("hot_account");
    private static final long AS_BEFORE = -1;

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final RedisConfig config;

    public HotAccount(RedisCommands redis, RedisKeys keys, RedisConfig config) {
        this.redis = redis;
        this.keys = keys;
        this.config = config;
    }

    /** How copies of a group stand. @param bytes null: as before; @param used whether somebody wrote or read them */
    public record Standing(Long bytes, boolean used) {

        /** What is known after something later was learnt. */
        public Standing then(Standing later) {
            return new Standing(later.bytes == null ? bytes : later.bytes, used || later.used);
        }
    }

    /**
     * Notes what copies take now.
     *
     * @param groups by topic
     * @return the bytes that groups are to be left with, those that were used least lately first; empty when all is well
     */
    public Future<Map<String, Long>> note(String tenant, Map<String, Standing> groups) {
        List<String> values = new ArrayList<>(List.of(
                Long.toString(System.currentTimeMillis()),
                Long.toString(config.hotTenantBytes()),
                Long.toString(Lives.MESSAGE_S)));
        groups.forEach((topic, standing) -> {
            values.add(topic);
            values.add(Long.toString(standing.bytes() == null ? AS_BEFORE : standing.bytes()));
            values.add(standing.used() ? "1" : "0");
        });
        return redis.send(redis.script(ACCOUNT, List.of(keys.hotGroups(tenant)), values))
                .map(answer -> {
                    Map<String, Long> most = new HashMap<>();
                    for (int i = 0; i + 1 < answer.size(); i += 2) {
                        most.put(answer.get(i).toString(), answer.get(i + 1).toLong());
                    }
                    return most;
                });
    }
}
