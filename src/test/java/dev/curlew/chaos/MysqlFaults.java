package dev.curlew.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Faults of MySQL. */
final class MysqlFaults {

    private MysqlFaults() {}

    static List<Fault> all() {
        return List.of(
                new Faults.Simple(6, "MySQL away", MysqlFaults::away),
                new Faults.Long(6, "MySQL killed mid-batch", MysqlFaults::killed));
    }

    private static void away(Env env, Random random) {
        env.load().burst(100);
        env.stack().stores().mysql().stop();
        try {
            env.pause(env.outage());
        } finally {
            env.stack().stores().mysql().start();
        }
    }

    /** Whatever was being committed has happened or not; nobody was told which. */
    private static void killed(Env env, Random random) {
        for (int i = 0; i < 3; i++) {
            env.load().burst(200);
            env.pause(Duration.ofMillis(random.nextInt(200)));
            env.stack().stores().mysql().kill();
            env.stack().stores().mysql().start();
            env.pause(Duration.ofSeconds(3));
        }
    }
}
