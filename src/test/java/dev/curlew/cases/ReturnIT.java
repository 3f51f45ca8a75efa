package dev.curlew.cases;

import static dev.curlew.cases.Devices.WEB;
import static dev.curlew.cases.Devices.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.TestClient;
import dev.curlew.config.CurlewConfig;
import dev.curlew.node.Chat;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** What a device missed while it was away, half gone or forgotten, and how it learns of it. */
class ReturnIT {

    private static TestCluster cluster;

    private Chat chat;

    @BeforeAll
    static void start() {
        cluster = TestCluster.shared();
    }

    @BeforeEach
    void begin() {
        chat = Chat.fresh(cluster);
    }

    /** The push of the last message got lost and no other follows: the recipient never learns of it. */
    @Test
    void aPingRevealsAMessageWhosePushWasLost() {
        try (TestClient bobs = cluster.socket(1, chat.bob)) {
            chat.send(chat.alice, "arrives");
            assertThat(bobs.awaitEvent("message", TestClient.PATIENCE)
                            .path("seq")
                            .asLong())
                    .isEqualTo(1);
            assertThat(missing(bobs)).isEmpty();
            forgetWhereBobIs();
            long lost = chat.send(chat.alice, "is not pushed");
            within(5, () -> {
                assertThat(missing(bobs)).hasSize(1);
                assertThat(missing(bobs).path(0).path("max_seq").asLong()).isEqualTo(lost);
            });
            assertThat(bobs.events().stream()
                            .filter(one -> one.path("event").asText().equals("message")))
                    .isEmpty();
            assertThat(seqs(bobs.call("pull", pull().put("after_seq", 1)))).containsExactly(lost);
            assertThat(missing(bobs)).isEmpty();
        }
    }

    /** A message pushed right after the login makes the device believe that it has all there was before. */
    @Test
    void aLiveMessageBeforeTheCatchUpDoesNotHideTheGapBelowIt() {
        for (int i = 1; i <= 5; i++) {
            chat.send(chat.alice, "missed " + i);
        }
        try (TestClient bobs = cluster.socket(1, chat.bob)) {
            chat.send(chat.alice, "live");
            // What was sent just before may still be under way to a device that only just came.
            long seq = 0;
            while (seq < 6) {
                seq = bobs.awaitEvent("message", TestClient.PATIENCE)
                        .path("seq")
                        .asLong();
            }
            JsonNode changed = bobs.call("sync_conversations", Json.object().put("version", 0))
                    .path("changed");
            assertThat(changed).hasSize(1);
            assertThat(changed.path(0).path("max_seq").asLong()).isEqualTo(6);
            assertThat(changed.path(0).path("unread").asLong()).isEqualTo(6);
            assertThat(seqs(bobs.call("pull", pull().put("after_seq", 0)))).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
            assertThat(seqs(bobs.call("pull", pull().put("before_seq", 6)))).containsExactly(1L, 2L, 3L, 4L, 5L);
        }
    }

    /** The recipient's line died without a word; what was written into it is gone when the recipient is back. */
    @Test
    void whatWasSentIntoADeadLineIsThereOnReturn() throws Exception {
        try (QuietLine line = new QuietLine(cluster.url(1));
                TestClient half = TestClient.connect(line.url())) {
            half.login(chat.bob.token(), WEB, "phone", false);
            line.goDead();
            long first = chat.send(chat.alice, "into the dark");
            try (TestClient back = cluster.socket(0, chat.bob, "phone")) {
                JsonNode standing = back.call("seqs", Json.object()).at("/conversations/0");
                assertThat(standing.path("max_seq").asLong()).isEqualTo(first);
                assertThat(standing.path("unread").asLong()).isEqualTo(1);
                assertThat(seqs(back.call("pull", pull().put("after_seq", 0)))).containsExactly(first);
                awaitPush(back, chat.send(chat.alice, "into the light"));
            }
            assertThat(half.events()).isEmpty();
        }
    }

    /** Who was offline for one message is taken for offline for a while: the next is not pushed although they are back. */
    @Test
    void whoIsBackIsPushedTheNextMessageAtOnce() {
        for (int round = 0; round < 3; round++) {
            chat.send(chat.alice, "while away");
            try (TestClient bobs = cluster.socket(round % 2, chat.bob)) {
                awaitPush(bobs, chat.send(chat.alice, "while here"));
            }
        }
    }

    /** A device that was offline during a revoke or a delete goes on showing what is gone. */
    @Test
    void whatWasTakenBackMeanwhileIsNotShownOnReturn() {
        long version;
        long seen;
        try (TestClient bobs = cluster.socket(1, chat.bob)) {
            for (int i = 1; i <= 4; i++) {
                chat.send(chat.alice, "text " + i);
                bobs.awaitEvent("message", TestClient.PATIENCE);
            }
            JsonNode sync = bobs.call("sync_conversations", Json.object().put("version", 0));
            version = sync.path("version").asLong();
            seen = sync.path("changed").path(0).path("version").asLong();
        }
        chat.revoke(chat.alice, 2);
        chat.delete(chat.alice, 3, "all");
        try (TestClient back = cluster.socket(0, chat.bob)) {
            JsonNode changed = back.call("sync_conversations", Json.object().put("version", version))
                    .path("changed");
            assertThat(changed).hasSize(1);
            assertThat(changed.path(0).path("version").asLong()).isGreaterThan(seen);
            assertThat(changed.path(0).path("max_seq").asLong()).isEqualTo(4);
            JsonNode changes = back.call("changes", pull().put("after_version", seen));
            assertThat(changes.path("changes")).hasSize(2);
            assertThat(changes.at("/changes/0/kind").asText()).isEqualTo("revoked");
            assertThat(changes.at("/changes/0/seq").asLong()).isEqualTo(2);
            assertThat(changes.at("/changes/1/kind").asText()).isEqualTo("deleted");
            assertThat(changes.at("/changes/1/seqs/0").asLong()).isEqualTo(3);
        }
    }

    /** The fan-out looks there for the nodes of a user; the node puts it back with its next sign of life. */
    private void forgetWhereBobIs() {
        CurlewConfig config = cluster.config(0);
        String[] at = config.redis().addr().split(":");
        try (Jedis redis = new Jedis(at[0], Integer.parseInt(at[1]))) {
            redis.select(config.redis().db());
            assertThat(redis.del("im:demo:presence:user:{" + chat.bob.uid() + "}:sessions"))
                    .isEqualTo(1);
        }
    }

    /** A message from just before the login may come first: its fan-out finds the device already there. */
    private static void awaitPush(TestClient device, long seq) {
        List<Long> pushed = new ArrayList<>();
        do {
            JsonNode message = device.awaitEvent("message", TestClient.PATIENCE);
            assertThat(message).as("pushed: " + pushed).isNotNull();
            pushed.add(message.path("seq").asLong());
        } while (!pushed.contains(seq));
        assertThat(pushed).isSorted().doesNotHaveDuplicates();
    }

    private static JsonNode missing(TestClient device) {
        return device.call("ping", Json.object()).path("conversations");
    }

    private ObjectNode pull() {
        return Json.object().put("conversation_id", chat.id).put("limit", 100);
    }

    private static List<Long> seqs(JsonNode page) {
        List<Long> seqs = new ArrayList<>();
        page.path("messages").forEach(message -> seqs.add(message.path("seq").asLong()));
        return seqs;
    }
}
