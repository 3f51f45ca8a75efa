package dev.curlew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.node.TestCluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The generator on two nodes: everything sent to a group comes to everybody once and in order, and the other node is told once. */
class GeneratorIT {

    private static final int ON_EACH = 20;

    @Test
    void aGroupOnTwoNodesGetsEverythingOnceAndTheOtherNodeIsToldOnce() {
        TestCluster cluster = TestCluster.shared();
        Crowd crowd = new Crowd(cluster.url(0));
        List<Long> uids = crowd.users("generator", 1 + 2 * ON_EACH);
        Path tokens = crowd.tokens(uids);
        String topic = crowd.group(uids);
        try (Generator generator = new Generator()) {
            generator.open("sender", cluster.url(0), tokens, 0, 1, false, false);
            generator.open("near", cluster.url(0), tokens, 1, ON_EACH, false, true);
            generator.open("far", cluster.url(1), tokens, 1 + ON_EACH, ON_EACH, true, true);

            double before = frames(cluster);
            ObjectNode paced = generator
                    .run("paced", "sender")
                    .put("topic", topic)
                    .put("rate", 40)
                    .put("ms", 1_000);
            paced.putArray("receivers").add("near").add("far");
            JsonNode answer = generator.ask(paced);
            assertThat(LargeGroupPart.lost(answer)).as(answer.toString()).isNull();
            assertThat(answer.path("acked").asInt()).isEqualTo(40);
            for (String set : List.of("near", "far")) {
                assertThat(answer.path("sets").path(set).path("deliveries").asInt())
                        .as(set)
                        .isEqualTo(40 * ON_EACH);
            }
            assertThat(frames(cluster) - before).as("frames for 40 messages").isBetween(1.0, 40.0);

            JsonNode flood = generator.ask(generator
                    .run("flood", "sender")
                    .put("receivers", "far")
                    .put("topic", topic)
                    .put("window", 16)
                    .put("burst", 16)
                    .put("warm_ms", 100)
                    .put("ms", 500));
            assertThat(flood.path("deliveries").asLong()).as(flood.toString()).isGreaterThan(16 * ON_EACH);
            assertThat(flood.path("stalls").asInt()
                            + flood.path("backwards").asInt()
                            + flood.path("refused").asInt())
                    .as(flood.toString())
                    .isZero();
        }
    }

    /** Frames with deliveries that the two nodes sent each other. */
    private static double frames(TestCluster cluster) {
        double sum = 0;
        for (int node = 0; node < cluster.size(); node++) {
            sum += cluster.metrics(node)
                    .lines()
                    .filter(line -> line.startsWith("curlew_bus_frames_total{") && line.contains("kind=\"deliveries\""))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                    .sum();
        }
        return sum;
    }
}
