package dev.curlew.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.client.Page;
import dev.curlew.client.TestHttp;
import dev.curlew.config.ConfigException;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import org.junit.jupiter.api.Test;

/** A node alone on MySQL: no Redis, no Kafka, no MongoDB. */
class LightProfileIT extends MessageStoreSuite {

    private static final String[] ALONE = {
        "store.single=mysql", "redis.addr=", "mongo.uri=mongodb://127.0.0.1:1", "kafka.bootstrap=127.0.0.1:1"
    };

    @Override
    String own() {
        return "conflight";
    }

    @Override
    int nodes() {
        return 1;
    }

    @Override
    String[] settings() {
        return ALONE.clone();
    }

    @Override
    Talkers talkers(TestCluster on) {
        return Talkers.pair(on);
    }

    @Test
    @Requirement({"X-004", "A-265"})
    void groupsAreNumberedWithoutRedis() {
        Talkers group = Talkers.group(cluster());
        long first = group.send(group.alice, "one");
        assertThat(group.send(group.bob, "two")).isEqualTo(first + 1);
        assertThat(group.seqs(group.bob)).contains(first, first + 1);
        JsonNode ready =
                new TestHttp(cluster().managementUrl(0)).get("/readyz", null).ok();
        assertThat(ready.path("degraded")).isEmpty();
        assertThat(cluster().metrics(0)).doesNotContain("store=\"kafka\"").doesNotContain("store=\"mongo\"");
    }

    @Test
    @Requirement({"X-004", "A-265"})
    void aRestartGoesOnWhereMysqlIs() {
        TestCluster first = start("confagain");
        Talkers talk = Talkers.pair(first);
        JsonNode sent = talk.sent(talk.alice, talk.text(talk.alice, "kept", "before"));
        talk.read(talk.bob, 1);
        first.close();
        try (TestCluster second = start("confagain")) {
            TestHttp http = second.http(0);
            assertThat(http.pull(talk.bob, talk.id, 0, 10).messages()).hasSize(1);
            ObjectNode again = talk.text(talk.alice, "kept", "before");
            JsonNode same =
                    http.post("/v1/im/messages", talk.alice.token(), again).ok();
            assertThat(same.path("duplicate").asBoolean()).isTrue();
            assertThat(same.path("seq")).isEqualTo(sent.path("seq"));
            JsonNode next = http.post("/v1/im/messages", talk.alice.token(), talk.text(talk.alice, "next", "after"))
                    .ok();
            // The repeated send took a number before it was found to be stored: that number is a tombstone now.
            assertThat(next.path("seq").asLong()).isEqualTo(3);
            Page page = http.pull(talk.bob, talk.id, 1, 10);
            assertThat(page.messages()).extracting(message -> message.seq()).containsExactly(3L);
            assertThat(page.absent()).hasSize(1);
            assertThat(page.absent().get(0)).containsExactly(2L, 2L);
            assertThat(http.unreadTotal(talk.bob)).isEqualTo(1);
        }
    }

    @Test
    @Requirement("A-265")
    void whatAClusterWithoutRedisIsTold() {
        assertThatThrownBy(() -> TestConfig.on(
                        TestStores.shared(),
                        "conftwo",
                        "store.single=mysql",
                        "redis.addr=",
                        "cluster.members=127.0.0.1:5701,127.0.0.1:5702"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("redis.addr")
                .hasMessageContaining("cluster.members");
    }

    @Test
    void whereChatsAreKeptIsChosenOnce() {
        assertThatThrownBy(() ->
                        TestCluster.start(TestStores.shared(), "conflight", 1).close())
                .hasStackTraceContaining("store.single is mongo")
                .hasStackTraceContaining("set store.single: mysql");
    }
}
