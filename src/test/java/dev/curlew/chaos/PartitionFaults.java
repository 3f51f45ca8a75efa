package dev.curlew.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Nodes that do not reach each other, while all reach the stores. Each takes the other for dead in time, and itself for the owner of everything. */
final class PartitionFaults {

    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration LONGEST = Duration.ofSeconds(300);

    private PartitionFaults() {}

    static List<Fault> all() {
        return List.of(
                new Faults.Simple(9, "nodes cut off from each other, 10 s", (env, random) -> apart(env, SHORT)),
                new Faults.Long(9, "nodes cut off from each other, 60 s", (env, random) -> apart(env, LONG)),
                new Faults.Long(9, "nodes cut off from each other, 300 s", (env, random) -> apart(env, LONGEST)),
                new Faults.Long(9, "nodes cut off again and again", PartitionFaults::again));
    }

    private static void apart(Env env, Duration time) {
        env.load().burst(100);
        cut(env);
        try {
            env.pause(time.dividedBy(2));
            env.load().burst(100);
            env.pause(time.dividedBy(2));
        } finally {
            heal(env);
        }
        env.load().burst(100);
    }

    private static void again(Env env, Random random) {
        for (int i = 0; i < 4; i++) {
            apart(env, Duration.ofMillis(2_000 + random.nextInt(20_000)));
            env.pause(Duration.ofMillis(random.nextInt(15_000)));
        }
    }

    private static void cut(Env env) {
        env.stack().links().forEach(Relay::cut);
    }

    private static void heal(Env env) {
        env.stack().links().forEach(Relay::heal);
    }
}
