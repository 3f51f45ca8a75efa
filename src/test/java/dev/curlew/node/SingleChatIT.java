package dev.curlew.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.Page;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Single chats over two nodes, seen through sockets and HTTP. */
class SingleChatIT {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static TestCluster cluster;

    @BeforeAll
    static void start() {
        cluster = TestCluster.shared();
    }

    @Test
    void aMessageTravelsBetweenNodesInBothDirections() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        try (TestClient onFirst = cluster.socket(0, alice);
                TestClient onSecond = cluster.socket(1, bob)) {
            JsonNode ack = onFirst.call("send", text(bob, "m1", "hello"));
            JsonNode event = onSecond.awaitEvent("message", SOON);
            assertThat(ack.path("seq").asLong()).isEqualTo(1);
            assertThat(event.path("content").path("text").asText()).isEqualTo("hello");
            assertThat(event.path("server_msg_id")).isEqualTo(ack.path("server_msg_id"));
            onSecond.call("send", text(alice, "m2", "hi"));
            assertThat(onFirst.awaitEvent("message", SOON).path("seq").asLong()).isEqualTo(2);
        }
    }

    @Test
    void theSendersOtherDevicesSeeTheMessageAndTheSendingOneDoesNot() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        try (TestClient phone = cluster.socket(0, alice);
                TestClient desk = cluster.socket(1, alice)) {
            phone.call("send", text(bob, "m1", "hello"));
            assertThat(desk.awaitEvent("message", SOON).path("seq").asLong()).isEqualTo(1);
            assertThat(phone.events()).isEmpty();
        }
    }

    @Test
    void theSameIdFiftyTimesOverBothNodesIsOneMessage() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        try (TestClient one = cluster.socket(0, alice);
                TestClient two = cluster.socket(1, alice)) {
            List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                replies.add((i % 2 == 0 ? one : two).request("send", text(bob, "same", "once")));
            }
            List<JsonNode> data = replies.stream()
                    .map(reply -> TestClient.await(reply, SOON).path("data"))
                    .toList();
            assertThat(data).extracting(reply -> reply.path("seq").asLong()).containsOnly(1L);
            assertThat(data)
                    .extracting(reply -> reply.path("server_msg_id").asText())
                    .doesNotContain("")
                    .containsOnly(data.get(0).path("server_msg_id").asText());
            assertThat(data.stream().filter(reply -> reply.path("duplicate").asBoolean()))
                    .hasSize(49);
        }
        assertThat(pull(bob, alice).messages()).hasSize(1);
    }

    @Test
    void pipelinedSendsKeepTheirOrderAndCanBePulled() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        try (TestClient socket = cluster.socket(0, alice)) {
            List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                replies.add(socket.request("send", text(bob, "m" + i, "text " + i)));
            }
            for (int i = 0; i < replies.size(); i++) {
                JsonNode reply = TestClient.await(replies.get(i), SOON);
                assertThat(reply.path("data").path("seq").asLong()).isEqualTo(i + 1L);
            }
        }
        Page first = cluster.http(1).pull(bob, bob.conversationWith(alice.uid()), 0, 100);
        assertThat(first.messages()).hasSize(100);
        assertThat(first.hasMore()).isTrue();
        Page rest = cluster.http(1).pull(bob, bob.conversationWith(alice.uid()), 100, 100);
        assertThat(rest.messages()).hasSize(50);
        assertThat(rest.hasMore()).isFalse();
    }

    @Test
    void readingClearsTheUnreadCountOnEveryDeviceAndTellsThePeer() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        try (TestClient sender = cluster.socket(0, alice);
                TestClient phone = cluster.socket(0, bob);
                TestClient desk = cluster.socket(1, bob)) {
            for (int i = 0; i < 3; i++) {
                sender.call("send", text(bob, "m" + i, "text"));
            }
            assertThat(cluster.http(1).unreadTotal(bob)).isEqualTo(3);
            ObjectNode read = Json.object();
            read.put("conversation_id", bob.conversationWith(alice.uid())).put("read_seq", 99);
            JsonNode reply = phone.call("read", read);
            assertThat(reply.path("read_seq").asLong()).isEqualTo(3);
            assertThat(reply.path("unread").asLong()).isZero();
            assertThat(desk.awaitEvent("read_sync", SOON).path("unread").asLong(-1))
                    .isZero();
            assertThat(sender.awaitEvent("read_receipt", SOON).path("read_seq").asLong())
                    .isEqualTo(3);
            assertThat(cluster.http(0).unreadTotal(bob)).isZero();
        }
    }

    @Test
    void theConversationListShowsNameUnreadAndNewestMessage() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        TestHttp http = cluster.http(0);
        TestClient.await(http.send(alice, text(bob, "m1", "first")), SOON);
        TestClient.await(http.send(alice, text(bob, "m2", "second")), SOON);
        JsonNode list = http.get("/v1/im/conversations", bob.token()).ok();
        JsonNode only = list.path("conversations").path(0);
        assertThat(list.path("conversations")).hasSize(1);
        assertThat(only.path("peer_uid").asLong()).isEqualTo(alice.uid());
        assertThat(only.path("show_name").asText()).isEqualTo(alice.name());
        assertThat(only.path("unread").asLong()).isEqualTo(2);
        assertThat(only.path("latest_msg").path("content").path("text").asText())
                .isEqualTo("second");
    }

    private static Page pull(Account reader, Account peer) {
        return cluster.http(0).pull(reader, reader.conversationWith(peer.uid()), 0, 200);
    }

    private static ObjectNode text(Account to, String clientMsgId, String text) {
        ObjectNode data = Json.object();
        data.put("to_uid", to.uid()).put("client_msg_id", clientMsgId).put("content_type", 101);
        data.putObject("content").put("text", text);
        return data;
    }
}
