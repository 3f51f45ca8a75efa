package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.TestStores;
import dev.curlew.node.Chat;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens by the clock, on a node whose clock turns fast: burning, destruction, the consistency loop, and changes left half-way. */
class HousekeepingIT {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static TestCluster cluster;
    private static Probe probe;

    private Chat chat;

    @BeforeAll
    static void start() {
        cluster = TestCluster.start(
                TestStores.shared(),
                "keeping",
                1,
                "housekeeping.interval_ms=200",
                "housekeeping.destruct_ms=300",
                "housekeeping.sweep_ms=500");
        probe = new Probe(cluster.config(0));
    }

    @AfterAll
    static void stop() {
        probe.close();
        cluster.close();
    }

    @BeforeEach
    void begin() {
        chat = Chat.fresh(cluster);
    }

    @Test
    void whatWasReadInPrivateBurnsForBothAndNothingElseDoes() {
        chat.send(chat.alice, "before it was agreed");
        chat.settings(chat.alice, Json.object().put("is_private_chat", true).put("burn_duration", 10));
        try (TestClient alices = cluster.socket(0, chat.alice);
                TestClient bobs = cluster.socket(0, chat.bob)) {
            chat.send(chat.alice, "burn me");
            chat.send(chat.bob, "an answer nobody has read");
            chat.send(chat.alice, "burn me too, I am the last");
            chat.read(chat.bob, 4);
            for (TestClient device : List.of(alices, bobs)) {
                JsonNode event = device.awaitEvent("deleted", SOON);
                assertThat(event.path("seqs").toString()).isEqualTo("[2,4]");
                assertThat(event.path("scope").asText()).isEqualTo("all");
            }
        }
        for (var user : List.of(chat.alice, chat.bob)) {
            assertThat(chat.page(user).path("absent").toString()).isEqualTo("[[2,2],[4,4]]");
            assertThat(chat.page(user).path("messages")).hasSize(2);
            assertThat(chat.listed(user).path("latest_msg").path("seq").asLong())
                    .isEqualTo(3);
        }
        assertThat(probe.elements(chat.id).toString()).doesNotContain("burn me");
        assertThat(probe.find("burn", new Document("conversation_id", chat.id))).isEmpty();
    }

    @Test
    @Requirement({"B-151", "B-153"})
    void messagesOlderThanTheirOwnerWantsGoForThatOwnerAlone() {
        for (int i = 0; i < 5; i++) {
            chat.send(chat.alice, "text " + i);
        }
        probe.awaitElements(chat.id, 5);
        assertThat(chat.page(chat.bob).path("messages")).hasSize(5);
        // Three of them are as old as an hour and a bit.
        probe.first(probe.collection("msg_claim")
                .updateMany(
                        new Document("conversation_id", chat.id).append("seq", new Document("$lte", 3L)),
                        new Document("$inc", new Document("send_time", -3_700_000L))));
        chat.settings(chat.bob, Json.object().put("is_msg_destruct", true).put("msg_destruct_time", 3_600));
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() ->
                        assertThat(chat.page(chat.bob).path("min_seq").asLong()).isEqualTo(4));
        assertThat(chat.page(chat.bob).path("messages")).hasSize(2);
        assertThat(chat.page(chat.alice).path("messages")).hasSize(5);
        assertThat(chat.listed(chat.bob).path("unread").asLong()).isEqualTo(2);
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(copyOf(chat.bob).getDate("latest_msg_destruct_time"))
                        .isAfter(new Date(0)));
        assertThat(copyOf(chat.alice).getDate("latest_msg_destruct_time"))
                .as("nobody looked at a copy that is not due")
                .isEqualTo(new Date(0));
        // The last message goes as well.
        probe.first(probe.collection("msg_claim")
                .updateMany(
                        new Document("conversation_id", chat.id).append("seq", new Document("$gt", 3L)),
                        new Document("$inc", new Document("send_time", -3_700_000L))));
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(
                        () -> assertThat(chat.page(chat.bob).path("messages")).isEmpty());
        assertThat(chat.listed(chat.bob).path("latest_msg").isNull()).isTrue();
        assertThat(chat.listed(chat.alice).path("latest_msg").path("seq").asLong())
                .isEqualTo(5);
    }

    @Test
    @Requirement("B-064")
    void aReadPositionThatIsWrongInRedisIsPutRight() {
        for (int i = 0; i < 5; i++) {
            chat.send(chat.alice, "text " + i);
        }
        chat.read(chat.bob, 3);
        String key = "im:demo:SEQ_USER_READ:{" + chat.id + "}:" + chat.bob.uid();
        db().set(key, "4711");
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(db().get(key)).isEqualTo("3"));
        assertThat(chat.listed(chat.bob).path("unread").asLong()).isEqualTo(2);
        db().set(key, "1");
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(db().get(key)).isEqualTo("3"));
        assertThat(metric("curlew_sweep_reads_repaired_total")).isGreaterThanOrEqualTo(2);
    }

    @Test
    @Requirement("B-065")
    void aMessageThatVanishedFromTheStoreIsPutBack() {
        long seq = chat.send(chat.alice, "do not lose me");
        probe.awaitElements(chat.id, 1);
        probe.first(probe.collection("msg")
                .updateOne(new Document("doc_id", chat.id + ":0"), new Document("$unset", new Document("msgs.0", ""))));
        assertThat(probe.elements(chat.id)).isEmpty();
        // The sweep leaves alone what may still be on its way.
        probe.first(probe.collection("msg_claim")
                .updateOne(
                        new Document("conversation_id", chat.id).append("seq", seq),
                        new Document("$inc", new Document("send_time", -60_000L))));
        assertThat(probe.awaitElements(chat.id, 1)
                        .get(0)
                        .get("msg", Document.class)
                        .getString("content"))
                .contains("do not lose me");
        assertThat(metric("curlew_sweep_messages_repaired_total")).isGreaterThanOrEqualTo(1);
    }

    @Test
    void aChangeWhoseMakerStoppedHalfWayIsFinished() {
        long seq = chat.send(chat.alice, "half revoked");
        probe.awaitElements(chat.id, 1);
        try (TestClient bobs = cluster.socket(0, chat.bob)) {
            probe.first(probe.collection("conversation_change")
                    .insertOne(new Document("conversation_id", chat.id)
                            .append("version", 1L)
                            .append("kind", "Revoked")
                            .append("owner", 0L)
                            .append("uid", chat.alice.uid())
                            .append("time", System.currentTimeMillis() - 60_000)
                            .append("seqs", List.of(seq))
                            .append("role", 1)
                            .append("nickname", "alice")
                            .append("open", true)));
            assertThat(bobs.awaitEvent("revoked", SOON).path("seq").asLong()).isEqualTo(seq);
            assertThat(chat.message(chat.bob, seq).path("status").asInt()).isEqualTo(5);
            assertThat(chat.listed(chat.bob).path("unread").asLong()).isZero();
            assertThat(chat.changes(chat.bob, 0).path("changes")).hasSize(1);
        }
    }

    @Test
    void settingsWhoseMakerStoppedHalfWayReachTheOtherDevices() {
        chat.send(chat.alice, "hello");
        long version = sync(0).path("version").asLong();
        probe.first(probe.collection("conversation_change")
                .insertOne(open(1, "Settings", chat.bob.uid()).append("values", new Document("is_pinned", true))));
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(sync(version)
                                .path("changed")
                                .path(0)
                                .path("is_pinned")
                                .asBoolean())
                        .isTrue());
        assertThat(chat.changes(chat.bob, 0)
                        .path("changes")
                        .path(0)
                        .path("is_pinned")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void anEditThatWasOvertakenIsNotToldAgain() {
        long seq = chat.send(chat.alice, "first");
        chat.edit(chat.alice, seq, 0, "what was taken back").ok();
        chat.revoke(chat.alice, seq);
        try (TestClient bobs = cluster.socket(0, chat.bob)) {
            // As one sees it who read the entry before the other was made.
            probe.first(probe.collection("conversation_change")
                    .replaceOne(
                            new Document("conversation_id", chat.id).append("version", 1L),
                            open(1, "Edited", 0)
                                    .append("seqs", List.of(seq))
                                    .append("expected", 0L)
                                    .append("content", "{\"text\":\"what was taken back\"}")));
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> probe.find(
                                    "conversation_change",
                                    new Document("conversation_id", chat.id).append("open", true))
                            .isEmpty());
            assertThat(bobs.awaitEvent("edited", Duration.ofSeconds(1))).isNull();
        }
        assertThat(chat.message(chat.bob, seq).path("status").asInt()).isEqualTo(5);
    }

    private JsonNode sync(long version) {
        return cluster.http(0)
                .get("/v1/im/conversations/changes?version=" + version, chat.bob.token())
                .ok();
    }

    private Document open(long version, String kind, long owner) {
        return new Document("conversation_id", chat.id)
                .append("version", version)
                .append("kind", kind)
                .append("owner", owner)
                .append("uid", chat.bob.uid())
                .append("time", System.currentTimeMillis() - 60_000)
                .append("open", true);
    }

    private Document copyOf(Account owner) {
        return probe.find(
                        "conversation",
                        new Document("owner_user_id", Long.toString(owner.uid())).append("conversation_id", chat.id))
                .get(0);
    }

    private static redis.clients.jedis.Jedis db() {
        return probe.redis();
    }

    private static double metric(String name) {
        String text = cluster.metrics(0);
        return text.lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }
}
