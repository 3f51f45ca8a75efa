package dev.curlew.chaos;

import dev.curlew.dev.RedisStore;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Faults of Redis: away, and each way in which its memory may be gone or old. */
final class RedisFaults {

    private static final Duration SLOW = Duration.ofMillis(200);
    private static final Duration STALL = Duration.ofSeconds(5);

    private RedisFaults() {}

    static List<Fault> all() {
        return List.of(
                new Faults.Simple(4, "Redis away", RedisFaults::away),
                new Faults.Long(4, "Redis restarted empty", (env, random) -> {
                    redis(env).restartEmpty();
                    env.pause(Duration.ofMillis(500 + random.nextInt(1500)));
                    redis(env).restartEmpty();
                }),
                new Faults.Long(4, "Redis FLUSHALL", (env, random) -> {
                    redis(env).flush();
                    env.pause(Duration.ofMillis(500 + random.nextInt(1500)));
                    redis(env).flush();
                }),
                new Faults.Simple(4, "Redis back from an older snapshot", RedisFaults::olderSnapshot),
                new Faults.Simple(5, "Redis slow, then silent", RedisFaults::slow));
    }

    private static RedisStore redis(Env env) {
        return env.stack().stores().redis();
    }

    private static void away(Env env, Random random) {
        redis(env).stop();
        try {
            env.pause(env.outage());
        } finally {
            redis(env).start();
        }
    }

    private static void slow(Env env, Random random) {
        SlowPort way = env.stack().redis();
        try (Bystanders others = new Bystanders(env)) {
            others.start();
            way.delay(SLOW);
            env.pause(env.outage());
            way.delay(Duration.ZERO);
            way.stall(STALL);
            env.pause(STALL.plusSeconds(1));
        } finally {
            way.delay(Duration.ZERO);
        }
    }

    /** Everything written in between is forgotten, while whoever was told of it remembers. */
    private static void olderSnapshot(Env env, Random random) {
        RedisStore redis = redis(env);
        redis.snapshot();
        env.pause(Duration.ofSeconds(2));
        redis.restartFromSnapshot();
    }
}
