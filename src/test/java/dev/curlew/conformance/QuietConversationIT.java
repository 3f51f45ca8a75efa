package dev.curlew.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.TestClient;
import dev.curlew.dev.Pause;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** With {@code recv_msg_opt} 1 nothing others do is told of, neither at once nor by heartbeats or {@code ping}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuietConversationIT {

    private TestCluster cluster;

    @BeforeAll
    void start() {
        cluster = TestCluster.start(TestStores.shared(), "quiet", 2, "presence.ttl_ms=4000");
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    @Requirement("B-211")
    void aSessionThatWasOpenBeforeIsToldNothingAnyMore() {
        for (Talkers talk : List.of(Talkers.pair(cluster), Talkers.group(cluster))) {
            talk.send(talk.alice, "one");
            try (TestClient bobs = cluster.socket(1, talk.bob)) {
                bobs.autoPing(Duration.ofMillis(500));
                talk.ok(talk.bob, "PATCH", "", Json.object().put("recv_msg_opt", 1));
                assertThat(pinged(bobs)).doesNotContain(talk.id);
                long told = syncs(bobs, talk.id);
                talk.send(talk.alice, "unheard");
                talk.edit(talk.alice, 2, 0, "unheard, changed");
                // Some heartbeats.
                Pause.millis(5_000);
                assertThat(pinged(bobs)).doesNotContain(talk.id);
                assertThat(syncs(bobs, talk.id)).isEqualTo(told);
                assertThat(bobs.events().toString()).doesNotContain("unheard");
                assertThat(talk.seqs(talk.bob)).contains(2L);
                talk.ok(talk.bob, "PATCH", "", Json.object().put("recv_msg_opt", 0));
                talk.send(talk.alice, "three");
                Awaitility.await()
                        .atMost(Duration.ofSeconds(10))
                        .until(() -> bobs.events().toString().contains("three")
                                || pinged(bobs).contains(talk.id));
            }
        }
    }

    private static String pinged(TestClient client) {
        return client.call("ping", Json.object()).path("conversations").toString();
    }

    private static long syncs(TestClient client, String id) {
        return client.events().stream()
                .filter(event -> event.path("event").asText().equals("sync"))
                .map(JsonNode::toString)
                .filter(event -> event.contains(id))
                .count();
    }
}
