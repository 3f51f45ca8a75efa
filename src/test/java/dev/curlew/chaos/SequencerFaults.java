package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.dev.NodeProcess;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Whoever gives out numbers is stopped at the worst moments. */
final class SequencerFaults {

    private static final Duration ACK_PATIENCE = Duration.ofSeconds(10);

    private SequencerFaults() {}

    static List<Fault> all() {
        return List.of(
                new Faults.Simple(21, "a sequencer frozen past its session", SequencerFaults::frozen),
                new Faults.Simple(21, "Redis lost while records are replayed", SequencerFaults::redisLost),
                new Faults.Simple(21, "killed between the steps", SequencerFaults::killedBetweenSteps));
    }

    /** In the middle of a batch, for as long as makes others take over; then it goes on with what it had in hand. */
    private static void frozen(Env env, Random random) {
        List<NodeProcess> nodes = env.stack().nodes();
        for (int i = 0; i < (env.isLong() ? 4 : 1); i++) {
            env.load().burst(200);
            env.pause(Duration.ofMillis(random.nextInt(60)));
            env.freeze(
                    nodes.get((i + random.nextInt(2)) % nodes.size()),
                    env.kafkaSession().plusSeconds(3));
            env.pause(Duration.ofSeconds(2));
        }
    }

    private static void redisLost(Env env, Random random) {
        KafkaFaults.putBack(env);
        env.stack().nodes().forEach(NodeProcess::start);
        for (int i = 0; i < (env.isLong() ? 5 : 2); i++) {
            env.pause(Duration.ofMillis(1_000 + random.nextInt(3_000)));
            env.stack().stores().redis().restartEmpty();
        }
        env.startAllNodes();
        env.stack().stores().redis().restartEmpty();
    }

    /** The first acknowledgement of a burst says that a batch is on its way through the steps; where, the seed decides. */
    private static void killedBetweenSteps(Env env, Random random) {
        List<NodeProcess> nodes = env.stack().nodes();
        for (int i = 0; i < (env.isLong() ? 12 : 1); i++) {
            int from = env.journal().size();
            env.load().burst(200);
            env.journal().await(from, SequencerFaults::places, ACK_PATIENCE);
            env.pause(Duration.ofMillis(random.nextInt(80)));
            nodes.get(random.nextInt(nodes.size())).kill();
            env.pause(Duration.ofMillis(random.nextInt(300)));
            env.startAllNodes();
        }
    }

    private static boolean places(Entry entry) {
        if (entry instanceof Entry.Reply answer
                && answer.reply().path("op").asText().equals("send")) {
            JsonNode data = answer.reply().path("data");
            return data.path("seq").asLong() > 0 && !data.path("duplicate").asBoolean();
        }
        return false;
    }
}
