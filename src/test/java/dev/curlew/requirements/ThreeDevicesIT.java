package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.node.Chat;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The scenarios of document S, diagram 3, in their order: device A is the sender's, devices B and C are the recipient's. */
class ThreeDevicesIT extends SharedClusterProbe {

    private Chat chat;

    /** A conversation of 99 messages that both have read. */
    @BeforeEach
    void ninetyNineMessages() {
        chat = Chat.fresh(cluster);
        try (TestClient sender = cluster.socket(0, chat.alice)) {
            List<java.util.concurrent.CompletableFuture<JsonNode>> sent = new ArrayList<>();
            for (int i = 1; i <= 99; i++) {
                sent.add(sender.request("send", Chat.text(chat.bob, "m" + i, "text " + i)));
            }
            sent.forEach(reply -> TestClient.await(reply, SOON));
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> position(chat.bob).path("max_seq").asLong() == 99);
            chat.read(chat.bob, 99);
            // A receipt still on its way would come to the devices that a test opens.
            assertThat(sender.awaitEvent("read_receipt", SOON)).isNotNull();
        }
    }

    @Test
    @Requirement({
        "B-049", "B-050", "B-051", "B-052", "B-053", "B-054", "B-036", "B-037", "B-039", "B-040", "B-041", "B-077",
        "B-079"
    })
    void scenarioOneDeviceASends() {
        try (TestClient a = cluster.socket(0, chat.alice);
                TestClient b = cluster.socket(0, chat.bob);
                TestClient c = cluster.socket(1, chat.bob)) {
            // Server: allocate Seq=100 in Redis.
            assertThat(a.call("send", Chat.text(chat.bob, "the hundredth"))
                            .path("seq")
                            .asLong())
                    .isEqualTo(100);
            assertThat(probe.redis().hget("im:demo:MALLOC_SEQ:{" + chat.id + "}:CURR", "CURR"))
                    .isEqualTo("100");
            // Server: set the ReadSeq of A's user to 100.
            assertThat(readSeqInRedis(chat.alice)).isEqualTo("100");
            assertTriple(chat.alice, 100, 100, 0);
            // B and C: the new message, MaxSeq=100, ReadSeq=99, one unread.
            assertThat(b.awaitEvent("message", SOON).path("seq").asLong()).isEqualTo(100);
            assertThat(c.awaitEvent("message", SOON).path("seq").asLong()).isEqualTo(100);
            assertThat(b.call("seqs", Json.object())).isEqualTo(c.call("seqs", Json.object()));
            assertTriple(chat.bob, 100, 99, 1);
            // Server: store the message.
            Document stored = probe.awaitElements(chat.id, 100).get(99);
            assertThat(Probe.seq(stored)).isEqualTo(100);
        }
    }

    @Test
    @Requirement({
        "B-055", "B-056", "B-057", "B-058", "B-029", "B-030", "B-031", "B-032", "B-033", "B-034", "B-042", "B-043",
        "B-044", "B-045", "B-046", "B-047", "B-048", "B-070", "B-073", "B-075", "B-076", "B-078", "B-080", "B-174",
        "B-196", "B-200"
    })
    void scenarioTwoDeviceBViews() {
        try (TestClient a = cluster.socket(0, chat.alice);
                TestClient desk = cluster.socket(1, chat.alice);
                TestClient b = cluster.socket(0, chat.bob);
                TestClient c = cluster.socket(1, chat.bob)) {
            assertThat(chat.send(
                            chat.alice, Chat.text(chat.bob, "the hundredth").put("attached_info", "{\"mine\":1}")))
                    .isEqualTo(100);
            assertThat(probe.awaitElements(chat.id, 100).get(99).getBoolean("is_read"))
                    .isFalse();
            assertThat(chat.message(chat.alice, 100).path("is_read").asBoolean())
                    .isFalse();
            // B views and marks ReadSeq=100.
            JsonNode reply = b.call("read", read(100));
            assertThat(reply.path("read_seq").asLong()).isEqualTo(100);
            assertThat(reply.path("unread").asLong()).isZero();
            assertThat(readSeqInRedis(chat.bob)).isEqualTo("100");
            // A, and A's other device: the receipt; the message is read there.
            for (TestClient device : List.of(a, desk)) {
                JsonNode receipt = device.awaitEvent("read_receipt", SOON);
                assertThat(receipt.path("read_seq").asLong()).isEqualTo(100);
                assertThat(receipt.path("uid").asLong()).isEqualTo(chat.bob.uid());
                assertThat(receipt.path("read_time").asLong()).isPositive();
            }
            assertThat(chat.message(chat.alice, 100).path("is_read").asBoolean())
                    .isTrue();
            Awaitility.await().atMost(SOON).untilAsserted(() -> {
                Document element = probe.elements(chat.id).get(99);
                assertThat(element.getBoolean("is_read")).isTrue();
                assertThat(element.get("msg", Document.class).getString("attached_info"))
                        .contains("HasReadTime");
            });
            assertThat(attached(chat.message(chat.alice, 100))
                            .path("HasReadTime")
                            .asLong())
                    .isPositive();
            assertThat(attached(chat.message(chat.bob, 100)).path("HasReadTime").asLong())
                    .isPositive();
            assertThat(attached(chat.message(chat.bob, 100)).path("mine").asLong())
                    .isEqualTo(1);
            // C: the position without opening the chat: nothing unread, the dot is gone.
            JsonNode sync = c.awaitEvent("read_sync", SOON);
            assertThat(sync.path("read_seq").asLong()).isEqualTo(100);
            assertThat(sync.path("unread").asLong()).isZero();
            assertTriple(chat.bob, 100, 100, 0);
            // Viewing again is no news.
            a.events().clear();
            b.call("read", read(100));
            assertThat(a.awaitEvent("read_receipt", Duration.ofMillis(500))).isNull();
        }
    }

    @Test
    @Requirement({"B-059", "B-060", "B-061", "B-062", "B-063"})
    void scenarioThreeDeviceCWasOfflineAndReturns() {
        Chat fixture = Chat.fresh(cluster);
        for (int i = 1; i <= 95; i++) {
            fixture.send(fixture.alice, "text " + i);
        }
        fixture.read(fixture.bob, 95);
        for (int i = 96; i <= 100; i++) {
            fixture.send(fixture.alice, "text " + i);
        }
        try (TestClient c = cluster.socket(1, fixture.bob)) {
            JsonNode sync = c.call("sync_conversations", Json.object().put("version", 0));
            JsonNode conversation = sync.path("changed").path(0);
            assertThat(conversation.path("read_seq").asLong()).isEqualTo(95);
            assertThat(probe.redis().get("im:demo:SEQ_USER_READ:{" + fixture.id + "}:" + fixture.bob.uid()))
                    .isEqualTo("95");
            ObjectNode pull = Json.object()
                    .put("conversation_id", fixture.id)
                    .put("after_seq", 95)
                    .put("limit", 100);
            List<Long> seqs = new ArrayList<>();
            c.call("pull", pull)
                    .path("messages")
                    .forEach(message -> seqs.add(message.path("seq").asLong()));
            assertThat(seqs).containsExactly(96L, 97L, 98L, 99L, 100L);
            assertThat(conversation.path("max_seq").asLong()).isEqualTo(100);
            assertThat(conversation.path("unread").asLong()).isEqualTo(5);
        }
    }

    @Test
    @Requirement({"B-071", "B-072", "B-081"})
    void thePositionSurvivesRedisAndNeverGoesBack() {
        chat.send(chat.alice, "the hundredth");
        chat.read(chat.bob, 100);
        assertThat(chat.read(chat.bob, 90).path("read_seq").asLong()).isEqualTo(100);
        probe.redis().del("im:demo:SEQ_USER_READ:{" + chat.id + "}:" + chat.bob.uid());
        assertTriple(chat.bob, 100, 100, 0);
        Document stored = probe.find(
                        "seq_user",
                        new Document("user_id", Long.toString(chat.bob.uid())).append("conversation_id", chat.id))
                .get(0);
        assertThat(stored.getLong("read_seq")).isEqualTo(100);
        assertThat(chat.read(chat.bob, 5_000).path("read_seq").asLong()).isEqualTo(100);
        chat.send(chat.alice, "one more");
        assertTriple(chat.bob, 101, 100, 1);
    }

    @Test
    @Requirement("B-074")
    void singleMessagesAreMarkedAlone() {
        Chat fixture = Chat.fresh(cluster);
        for (int i = 1; i <= 5; i++) {
            ObjectNode data = Chat.text(fixture.bob, "text " + i);
            fixture.send(fixture.alice, data);
        }
        try (TestClient a = cluster.socket(0, fixture.alice)) {
            assertThat(fixture.read(fixture.bob, 0, 3L, 5L).path("unread").asLong())
                    .isEqualTo(5);
            JsonNode receipt = a.awaitEvent("read_receipt", SOON);
            assertThat(receipt.path("seqs").toString()).isEqualTo("[3,5]");
            List<Boolean> read = new ArrayList<>();
            fixture.page(fixture.alice)
                    .path("messages")
                    .forEach(message -> read.add(message.path("is_read").asBoolean()));
            assertThat(read).containsExactly(false, false, true, false, true);
            Awaitility.await()
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(probe.elements(fixture.id).stream()
                                    .map(element -> element.getBoolean("is_read"))
                                    .toList())
                            .containsExactly(false, false, true, false, true));
            a.events().clear();
            fixture.read(fixture.bob, 0, 3L, 5L);
            assertThat(a.awaitEvent("read_receipt", Duration.ofMillis(500))).isNull();
        }
    }

    @Test
    @Requirement("X-011")
    void sendingReadsUpToItButTellsThePeerNothing() {
        try (TestClient a = cluster.socket(0, chat.alice);
                TestClient b = cluster.socket(0, chat.bob)) {
            for (int i = 0; i < 3; i++) {
                chat.send(chat.alice, "unseen " + i);
            }
            assertTriple(chat.bob, 102, 99, 3);
            assertThat(b.call("send", Chat.text(chat.alice, "without looking"))
                            .path("seq")
                            .asLong())
                    .isEqualTo(103);
            assertTriple(chat.bob, 103, 103, 0);
            for (long seq = 100; seq <= 103; seq++) {
                assertThat(a.awaitEvent("message", SOON).path("seq").asLong()).isEqualTo(seq);
            }
            assertThat(a.awaitEvent("read_receipt", Duration.ofMillis(700))).isNull();
            assertThat(chat.message(chat.alice, 102).path("is_read").asBoolean())
                    .isFalse();
            b.call("read", read(102));
            assertThat(a.awaitEvent("read_receipt", SOON).path("read_seq").asLong())
                    .isEqualTo(102);
            assertThat(chat.message(chat.alice, 102).path("is_read").asBoolean())
                    .isTrue();
        }
    }

    private static JsonNode attached(JsonNode message) {
        return Json.read(message.path("attached_info").asText(), JsonNode.class);
    }

    private ObjectNode read(long upTo) {
        return Json.object().put("conversation_id", chat.id).put("read_seq", upTo);
    }

    private String readSeqInRedis(Account user) {
        return probe.redis().get("im:demo:SEQ_USER_READ:{" + chat.id + "}:" + user.uid());
    }

    /** Every device of the user is told the same three numbers. */
    private void assertTriple(Account user, long maxSeq, long readSeq, long unread) {
        JsonNode position = position(user);
        assertThat(List.of(
                        position.path("max_seq").asLong(),
                        position.path("read_seq").asLong(),
                        position.path("unread").asLong()))
                .containsExactly(maxSeq, readSeq, unread);
        JsonNode listed = chat.listed(user);
        assertThat(listed.path("unread").asLong()).isEqualTo(unread);
        assertThat(cluster.http(1).unreadTotal(user)).isEqualTo(unread);
    }

    private JsonNode position(Account user) {
        try (TestClient device = cluster.socket(1, user)) {
            ObjectNode data = Json.object();
            data.putArray("conversation_ids").add(chat.id);
            return device.call("seqs", data).path("conversations").path(0);
        }
    }
}
