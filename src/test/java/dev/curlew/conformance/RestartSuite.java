package dev.curlew.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Nodes on a store of messages, and what they find there when they start again. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RestartSuite {

    static final Duration SOON = Duration.ofSeconds(10);

    private TestCluster cluster;
    private Talkers talk;

    /** Of its databases and topics. */
    abstract String own();

    abstract int nodes();

    abstract String[] settings();

    final TestCluster start(String named) {
        return TestCluster.start(TestStores.shared(), named, nodes(), settings());
    }

    abstract Talkers talkers(TestCluster on);

    @BeforeAll
    void open() {
        cluster = start(own());
    }

    @AfterAll
    void close() {
        cluster.close();
    }

    @BeforeEach
    void begin() {
        talk = talkers(cluster);
    }

    TestCluster cluster() {
        return cluster;
    }

    Talkers talk() {
        return talk;
    }

    @Test
    @Requirement("X-001")
    void everythingIsThereAfterARestart() {
        TestCluster before = start(own() + "again");
        Talkers said = talkers(before);
        JsonNode sent = said.sent(said.alice, said.text(said.alice, "kept", "before"));
        long unread;
        try (before) {
            said.read(said.bob, 1);
            said.edit(said.alice, 1, 0, "edited before");
            said.send(said.alice, "not read");
            unread = said.unread(said.bob);
        }
        assertThat(unread).isEqualTo(1);
        try (TestCluster after = start(own() + "again")) {
            Talkers on = said.on(after);
            JsonNode again = on.sent(on.alice, on.text(on.alice, "kept", "before"));
            assertThat(again.path("duplicate").asBoolean()).isTrue();
            assertThat(again.path("seq")).isEqualTo(sent.path("seq"));
            assertThat(again.path("server_msg_id")).isEqualTo(sent.path("server_msg_id"));
            assertThat(on.message(on.bob, 1).path("content").path("text").asText())
                    .isEqualTo("edited before");
            long next = on.send(on.bob, "after");
            assertThat(next).isGreaterThan(2);
            assertThat(on.seqs(on.alice)).containsExactly(1L, 2L, next);
            assertThat(on.unread(on.alice)).isEqualTo(1);
            assertThat(on.listed(on.bob).path("max_seq").asLong()).isEqualTo(next);
        }
    }
}
