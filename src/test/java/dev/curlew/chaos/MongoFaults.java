package dev.curlew.chaos;

import java.util.List;
import java.util.Random;

/** Faults of MongoDB. */
final class MongoFaults {

    private MongoFaults() {}

    static List<Fault> all() {
        return List.of(new Faults.Simple(7, "MongoDB away", MongoFaults::away));
    }

    private static void away(Env env, Random random) {
        env.stack().stores().mongo().stop();
        try {
            env.pause(env.outage());
        } finally {
            env.stack().stores().mongo().start();
        }
    }
}
