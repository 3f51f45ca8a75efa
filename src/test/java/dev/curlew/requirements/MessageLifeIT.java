package dev.curlew.requirements;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static dev.curlew.requirements.Probe.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.domain.MessageIds;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import dev.curlew.store.kafka.Topics;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** A message from its frame to its receipt, as the server's side of it can be seen. */
class MessageLifeIT extends SharedClusterProbe {

    @Test
    @Requirement({"B-002", "B-010", "B-012", "B-014", "B-017", "B-018", "B-019", "B-020", "B-021", "B-023", "B-026"})
    void sentMessagesAreRecordedNumberedCountedStoredAndPushed() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        String conversation = alice.conversationWith(bob.uid());
        long before = System.currentTimeMillis();
        try (TestClient sender = cluster.socket(0, alice);
                TestClient receiver = cluster.socket(1, bob)) {
            for (int seq = 1; seq <= 5; seq++) {
                JsonNode ack = sender.call("send", text(bob, "m" + seq, "text").put("send_time", 1));
                assertThat(ack.path("seq").asLong()).isEqualTo(seq);
                assertThat(ack.path("client_msg_id").asText()).isEqualTo("m" + seq);
                assertThat(ack.path("send_time").asLong()).isBetween(before, System.currentTimeMillis());
                assertThat(probe.redis().hget("im:demo:MALLOC_SEQ:{" + conversation + "}:CURR", "CURR"))
                        .isEqualTo(Integer.toString(seq));
                assertThat(probe.redis().get("im:demo:SEQ_USER_READ:{" + conversation + "}:" + alice.uid()))
                        .isEqualTo(Integer.toString(seq));
                JsonNode event = receiver.awaitEvent("message", SOON);
                assertThat(event.path("seq").asLong()).isEqualTo(seq);
                JsonNode bobs = position(bob, conversation);
                assertThat(bobs.path("max_seq").asLong()).isEqualTo(seq);
                assertThat(bobs.path("unread").asLong()).isEqualTo(seq);
                assertThat(position(alice, conversation).path("read_seq").asLong())
                        .isEqualTo(seq);
                assertThat(position(alice, conversation).path("unread").asLong())
                        .isZero();
            }
            assertThat(sender.unmatched()).isEmpty();
        }
        List<ConsumerRecord<String, byte[]>> receipts = probe.records(Topics.TO_REDIS, "demo|" + conversation);
        assertThat(receipts).hasSize(5);
        for (int i = 0; i < 5; i++) {
            JsonNode message =
                    Json.read(receipts.get(i).value(), JsonNode.class).path("message");
            assertThat(message.path("client_msg_id").asText()).isEqualTo("m" + (i + 1));
            assertThat(message.path("send_uid").asLong()).isEqualTo(alice.uid());
            assertThat(message.path("sender_platform").asInt()).isEqualTo(TestCluster.WEB);
            // The gateway leaves the number open: it is given behind Kafka.
            assertThat(message.path("seq").asLong()).isZero();
        }
        probe.awaitElements(conversation, 5);
        probe.awaitNoLag(Topics.TO_MONGO);
        assertThat(stored(alice, conversation).getLong("read_seq")).isEqualTo(5);
    }

    @Test
    @Requirement("B-013")
    void aMillionSendsHaveAMillionServerIds() {
        Set<String> ids = new HashSet<>(2_000_000);
        for (int i = 0; i < 1_000_000; i++) {
            ids.add(MessageIds.serverMsgId("demo", "si_1_2", 1, "m" + i));
        }
        assertThat(ids).hasSize(1_000_000);
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        JsonNode ack = TestClient.await(cluster.http(0).send(alice, text(bob, "m1", "hello")), SOON);
        assertThat(ack.at("/data/server_msg_id").asText())
                .isEqualTo(MessageIds.serverMsgId("demo", alice.conversationWith(bob.uid()), alice.uid(), "m1"));
    }

    @Test
    @Requirement({"B-029", "B-030", "B-031"})
    void readingToTheTopClearsEveryDeviceAndGivesOneReceipt() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        String conversation = alice.conversationWith(bob.uid());
        try (TestClient sender = cluster.socket(0, alice);
                TestClient phone = cluster.socket(0, bob);
                TestClient desk = cluster.socket(1, bob)) {
            for (int i = 0; i < 4; i++) {
                sender.call("send", text(bob, "m" + i, "text"));
            }
            JsonNode reply = phone.call(
                    "read", Json.object().put("conversation_id", conversation).put("read_seq", 4));
            assertThat(reply.path("read_seq").asLong()).isEqualTo(4);
            assertThat(reply.path("unread").asLong(-1)).isZero();
            JsonNode sync = desk.awaitEvent("read_sync", SOON);
            assertThat(sync.path("read_seq").asLong()).isEqualTo(4);
            assertThat(sync.path("unread").asLong(-1)).isZero();
            JsonNode receipt = sender.awaitEvent("read_receipt", SOON);
            assertThat(receipt.path("conversation_id").asText()).isEqualTo(conversation);
            assertThat(receipt.path("uid").asLong()).isEqualTo(bob.uid());
            assertThat(receipt.path("read_seq").asLong()).isEqualTo(4);
            for (int node = 0; node < 2; node++) {
                assertThat(cluster.http(node).unreadTotal(bob)).isZero();
            }
            JsonNode position = position(bob, conversation);
            assertThat(position.path("read_seq")).isEqualTo(position.path("max_seq"));
        }
        assertThat(stored(bob, conversation).getLong("read_seq")).isEqualTo(4);
    }

    private static JsonNode position(Account user, String conversation) {
        try (TestClient socket = cluster.socket(1, user, "asks-for-positions")) {
            return socket.call(
                            "seqs",
                            Json.object().set("conversation_ids", Json.mapper().valueToTree(List.of(conversation))))
                    .path("conversations")
                    .path(0);
        }
    }

    private static Document stored(Account user, String conversation) {
        return probe.find(
                        "seq_user", and(eq("user_id", Long.toString(user.uid())), eq("conversation_id", conversation)))
                .get(0);
    }
}
