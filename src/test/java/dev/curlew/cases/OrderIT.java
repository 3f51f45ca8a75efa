package dev.curlew.cases;

import static dev.curlew.cases.Devices.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.node.Chat;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that others lost, doubled or mixed up between sender, nodes and pages. */
class OrderIT {

    private static final long DAY_MS = 86_400_000;

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

    /** What was just pushed cannot be pulled or taken back yet: "no such message", or a head below the pushed number. */
    @Test
    void whatWasPushedCanAtOnceBePulledAndRevoked() {
        try (TestClient phone = cluster.socket(0, chat.alice);
                TestClient desk = cluster.socket(1, chat.alice);
                TestClient bobs = cluster.socket(1, chat.bob)) {
            for (int round = 0; round < 20; round++) {
                phone.request("send", Chat.text(chat.bob, "round " + round));
                long seq = event(desk, "message").path("seq").asLong();
                // Both leave within the same millisecond as the event came.
                var standing = bobs.request("seqs", conversations());
                var pulled = bobs.request("pull", conversation().put("after_seq", seq - 1));
                var revoked = desk.request("revoke", conversation().put("seq", seq));
                assertThat(data(standing).at("/conversations/0/max_seq").asLong())
                        .isGreaterThanOrEqualTo(seq);
                assertThat(data(pulled).at("/messages/0/seq").asLong()).isEqualTo(seq);
                assertThat(data(revoked).path("seq").asLong()).isEqualTo(seq);
                // The word of it comes behind the message, never before.
                assertThat(event(bobs, "message").path("seq").asLong()).isEqualTo(seq);
                assertThat(event(bobs, "revoked").path("seq").asLong()).isEqualTo(seq);
                assertThat(chat.message(chat.bob, seq).path("status").asInt()).isEqualTo(5);
            }
        }
    }

    /** Users on other nodes get nothing live, or the two ends of a conversation hold different histories. */
    @Test
    void everyPairOfNodesDeliversLiveAndAllHistoriesAreEqual() {
        List<Account> users = new ArrayList<>();
        List<TestClient> sockets = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            users.add(cluster.user("user" + i));
            sockets.add(cluster.socket(i % 2, users.get(i)));
        }
        for (int from = 0; from < 4; from++) {
            for (int to = 0; to < 4; to++) {
                if (from != to) {
                    JsonNode reply = sockets.get(from).call("send", Chat.text(users.get(to), from + " to " + to));
                    assertThat(event(sockets.get(to), "message").path("server_msg_id"))
                            .isEqualTo(reply.path("server_msg_id"));
                }
            }
        }
        for (int a = 0; a < 4; a++) {
            for (int b = a + 1; b < 4; b++) {
                String id = users.get(a).conversationWith(users.get(b).uid());
                List<SeenMessage> one = Pipeline.history(cluster.http(0), users.get(a), id, 200);
                assertThat(one).hasSize(2).isEqualTo(Pipeline.history(cluster.http(1), users.get(b), id, 200));
            }
        }
        sockets.forEach(TestClient::close);
    }

    /** The connection broke before the reply; what was sent again, by several devices at once, is there several times. */
    @Test
    @Requirement("B-183")
    void aSendWhoseReplyWasCutOffIsOneMessageHoweverOftenRepeated() {
        Set<Long> seqs = new HashSet<>();
        try (TestClient bobs = cluster.socket(1, chat.bob)) {
            for (int round = 0; round < 8; round++) {
                ObjectNode message = Chat.text(chat.bob, "cut" + round, "round " + round);
                TestClient first = cluster.socket(round % 2, chat.alice);
                first.request("send", message);
                first.cut();
                try (TestClient one = cluster.socket(0, chat.alice);
                        TestClient two = cluster.socket(1, chat.alice)) {
                    List<CompletableFuture<JsonNode>> again = List.of(
                            one.request("send", message),
                            two.request("send", message),
                            cluster.http(1).send(chat.alice, message),
                            one.request("send", message));
                    List<JsonNode> replies =
                            again.stream().map(OrderIT::data).distinct().toList();
                    assertThat(replies.stream().map(reply -> reply.path("seq")).distinct())
                            .hasSize(1);
                    assertThat(replies.stream()
                                    .map(reply -> reply.path("server_msg_id"))
                                    .distinct())
                            .hasSize(1);
                    seqs.add(replies.get(0).path("seq").asLong());
                }
                assertThat(event(bobs, "message").path("client_msg_id").asText())
                        .isEqualTo("cut" + round);
            }
            assertThat(bobs.events().stream()
                            .filter(one -> one.path("event").asText().equals("message")))
                    .isEmpty();
        }
        assertThat(Pipeline.seqs(Pipeline.history(cluster.http(0), chat.bob, chat.id, 200)))
                .containsExactlyInAnyOrderElementsOf(seqs)
                .hasSize(8);
    }

    /** A client whose clock is a day off is refused, or its messages sort among those of another day. */
    @Test
    @Requirement("B-193")
    void theClocksOfClientsChangeNeitherTimeNorOrder() {
        long before = System.currentTimeMillis();
        for (int i = 0; i < 10; i++) {
            boolean ahead = i % 2 == 0;
            long clock = before + (ahead ? DAY_MS : -DAY_MS);
            Account sender = ahead ? chat.alice : chat.bob;
            ObjectNode message = Chat.text(chat.peerOf(sender), "text " + i)
                    .put("send_time", clock)
                    .put("create_time", clock);
            assertThat(chat.send(sender, message)).isEqualTo(i + 1);
        }
        List<SeenMessage> history = Pipeline.history(cluster.http(1), chat.bob, chat.id, 200);
        assertThat(history)
                .allSatisfy(message -> assertThat(message.sendTime()).isBetween(before, System.currentTimeMillis()));
        assertThat(history.stream()
                        .map(message -> message.content().path("text").asText()))
                .containsExactlyElementsOf(Pipeline.ids("text ", 0, 10));
        assertThat(history).extracting(SeenMessage::sendTime).isSorted();
    }

    /** Of many requests written in one go some are never answered. */
    @Test
    void fiveHundredRequestsInOneGoHaveFiveHundredReplies() {
        chat.send(chat.alice, "hello");
        List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
        try (TestClient bobs = cluster.socket(0, chat.bob)) {
            for (int i = 0; i < 100; i++) {
                replies.add(bobs.request("pull", conversation().put("limit", 10)));
                replies.add(bobs.request("seqs", Json.object()));
                replies.add(bobs.request("send", Chat.text(chat.alice, "answer " + i)));
                replies.add(bobs.request("no such op", Json.object()));
                replies.add(bobs.request("read", conversation().put("read_seq", 1)));
            }
            List<Integer> codes = replies.stream()
                    .map(reply -> TestClient.await(reply, TestClient.PATIENCE)
                            .path("code")
                            .asInt(-1))
                    .toList();
            assertThat(codes).hasSize(500).doesNotContain(-1, 50000);
            // The burst a session has is answered; what is beyond is told so.
            assertThat(codes.stream().filter(code -> code == 0)).hasSizeGreaterThan(200);
            assertThat(codes).containsAnyOf(40003, 42900);
            within(
                    5,
                    () -> assertThat(bobs.call("ping", Json.object()).has("server_time"))
                            .isTrue());
            assertThat(bobs.unmatched()).isEmpty();
        }
    }

    private static JsonNode data(CompletableFuture<JsonNode> reply) {
        JsonNode answer = TestClient.await(reply, TestClient.PATIENCE);
        assertThat(answer.path("code").asInt(-1)).as(answer.toString()).isZero();
        return answer.path("data");
    }

    private static JsonNode event(TestClient device, String name) {
        JsonNode event = device.awaitEvent(name, TestClient.PATIENCE);
        assertThat(event).as(name).isNotNull();
        return event;
    }

    private ObjectNode conversation() {
        return Json.object().put("conversation_id", chat.id);
    }

    private ObjectNode conversations() {
        ObjectNode data = Json.object();
        data.putArray("conversation_ids").add(chat.id);
        return data;
    }
}
