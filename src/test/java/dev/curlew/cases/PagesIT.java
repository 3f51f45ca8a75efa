package dev.curlew.cases;

import static dev.curlew.cases.Devices.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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

/** Pages that skip what lies on their border, or look like the last one. */
class PagesIT {

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

    /** Many conversations, or messages, of one millisecond: the page border skips some of them or shows them twice. */
    @Test
    void whatHappenedInOneMillisecondIsPagedWithoutSkipping() {
        Account user = cluster.user("busy");
        Set<String> expected = new HashSet<>();
        List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
        try (TestClient socket = cluster.socket(0, user)) {
            List<Account> peers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                peers.add(cluster.user("peer" + i));
            }
            peers.forEach(peer -> {
                expected.add(user.conversationWith(peer.uid()));
                replies.add(socket.request("send", Chat.text(peer, "hello")));
            });
            for (int i = 0; i < 50; i++) {
                replies.add(socket.request("send", Chat.text(chat.bob, "m" + i, "text " + i)));
            }
            assertThat(replies.stream()
                            .map(reply -> data(reply).path("send_time").asLong())
                            .distinct()
                            .count())
                    .as("times of 100 messages")
                    .isLessThan(100);
            expected.add(user.conversationWith(chat.bob.uid()));
        }
        // The order in the list follows the acknowledgements; a page border means something once it stands still.
        within(10, () -> assertThat(listed(user, 200)).isEqualTo(listed(user, 7)));
        for (int limit : new int[] {1, 7, 50}) {
            assertThat(listed(user, limit)).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
        }
        List<SeenMessage> history =
                Pipeline.history(cluster.http(1), chat.bob, user.conversationWith(chat.bob.uid()), 7);
        assertThat(history.stream().map(SeenMessage::clientMsgId)).containsExactlyElementsOf(Pipeline.ids("m", 0, 50));
    }

    /** A whole page is deleted; the client gets nothing, takes it for the end, and never sees what comes after. */
    @Test
    void behindAPageOfDeletedMessagesThereIsMore() {
        List<CompletableFuture<JsonNode>> sent = new ArrayList<>();
        try (TestClient alices = cluster.socket(0, chat.alice)) {
            for (int i = 1; i <= 60; i++) {
                sent.add(alices.request("send", Chat.text(chat.bob, "text " + i)));
            }
            sent.forEach(reply -> TestClient.await(reply, TestClient.PATIENCE));
        }
        try (TestClient bobs = cluster.socket(1, chat.bob)) {
            ObjectNode delete = conversation().put("scope", "self");
            for (int seq = 11; seq <= 50; seq++) {
                delete.withArray("seqs").add(seq);
            }
            bobs.call("delete", delete);
            JsonNode hole =
                    bobs.call("pull", conversation().put("after_seq", 20).put("limit", 10));
            assertThat(hole.path("messages")).isEmpty();
            assertThat(hole.path("has_more").asBoolean()).isTrue();
            assertThat(hole.path("absent").toString()).isEqualTo("[[21,30]]");
            JsonNode back =
                    bobs.call("pull", conversation().put("before_seq", 41).put("limit", 10));
            assertThat(back.path("messages")).isEmpty();
            assertThat(back.path("has_more").asBoolean()).isTrue();
            assertThat(back.path("absent").toString()).isEqualTo("[[31,40]]");
        }
        assertThat(Pipeline.history(cluster.http(0), chat.bob, chat.id, 10)).hasSize(20);
    }

    private static List<String> listed(Account user, int limit) {
        List<String> ids = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = cluster.http(1)
                    .get("/v1/im/conversations?limit=" + limit + cursor, user.token())
                    .ok();
            page.path("conversations")
                    .forEach(one -> ids.add(one.path("conversation_id").asText()));
            JsonNode next = page.path("next_cursor");
            cursor = next.isNull() ? null : "&cursor=" + next.asText();
        } while (cursor != null);
        return ids;
    }

    private static JsonNode data(CompletableFuture<JsonNode> reply) {
        JsonNode answer = TestClient.await(reply, TestClient.PATIENCE);
        assertThat(answer.path("code").asInt(-1)).as(answer.toString()).isZero();
        return answer.path("data");
    }

    private ObjectNode conversation() {
        return Json.object().put("conversation_id", chat.id);
    }
}
