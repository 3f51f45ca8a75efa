package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.Chat;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the product's backend, the system and bots send in users' names, and what the server notifies a pair of. */
class AdminMessagesIT {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final String SECRET = "dev-admin-secret";

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

    @Test
    @Requirement("B-189")
    void everyMessageSaysWhereItCameFrom() {
        ObjectNode forged = Chat.text(chat.bob, "mine").put("msg_from", 200);
        chat.send(chat.alice, forged);
        admin(200, Chat.text(chat.bob, "from the system"));
        admin(300, Chat.text(chat.bob, "from a bot"));
        assertThat(chat.page(chat.bob).path("messages"))
                .extracting(message -> message.path("msg_from").asInt())
                .containsExactly(100, 200, 300);
        assertThat(cluster.http(0)
                        .post("/v1/admin/messages", SECRET, body(400, Chat.text(chat.bob, "x")))
                        .status())
                .isEqualTo(400);
        assertThat(cluster.http(0)
                        .post("/v1/admin/messages", chat.alice.token(), body(200, Chat.text(chat.bob, "x")))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void eachMessageOfACallHasItsResultInOrder() {
        ObjectNode body = body(200, Chat.text(chat.bob, "one"), Chat.text(chat.alice, "to oneself"));
        body.withArray("messages").add(Chat.text(chat.bob, "two"));
        JsonNode results =
                cluster.http(0).post("/v1/admin/messages", SECRET, body).ok().path("results");
        assertThat(results.path(0).path("data").path("seq").asLong()).isEqualTo(1);
        assertThat(results.path(1).path("code").asInt()).isEqualTo(40002);
        assertThat(results.path(2).path("data").path("seq").asLong()).isEqualTo(2);
    }

    @Test
    void notificationsOfAPairAreAConversationOfTheirOwnThatNeverCounts() {
        String id = "n_" + chat.id.substring(3);
        try (TestClient alices = cluster.socket(0, chat.alice);
                TestClient bobs = cluster.socket(1, chat.bob)) {
            ObjectNode notice = Json.object()
                    .put("conversation_id", id)
                    .put("client_msg_id", "n-1")
                    .put("content_type", 1001);
            notice.putObject("content").put("uid", chat.alice.uid());
            JsonNode result = admin(200, notice);
            assertThat(result.path("data").path("seq").asLong()).isEqualTo(1);
            for (TestClient device : new TestClient[] {alices, bobs}) {
                JsonNode event = device.awaitEvent("message", SOON);
                assertThat(event.path("conversation_id").asText()).isEqualTo(id);
                assertThat(event.path("conversation_type").asInt()).isEqualTo(4);
                assertThat(event.path("content_type").asInt()).isEqualTo(1001);
            }
            assertThat(cluster.http(0).unreadTotal(chat.bob)).isZero();
            assertThat(cluster.http(0).pull(chat.bob, id, 0, 10).messages()).hasSize(1);
            JsonNode listed = cluster.http(0)
                    .get("/v1/im/conversations", chat.bob.token())
                    .ok()
                    .path("conversations")
                    .path(0);
            assertThat(listed.path("conversation_type").asInt()).isEqualTo(4);
            assertThat(listed.path("unread").asLong()).isEqualTo(1);
            Account stranger = cluster.user("carol");
            assertThat(cluster.http(0)
                            .get("/v1/im/conversations/" + id + "/messages", stranger.token())
                            .status())
                    .isEqualTo(404);
            ObjectNode intruding = Json.object()
                    .put("conversation_id", id)
                    .put("client_msg_id", "n-2")
                    .put("content_type", 101);
            intruding.putObject("content").put("text", "hello");
            JsonNode refused = TestClient.await(cluster.http(0).send(chat.alice, intruding), SOON);
            assertThat(refused.path("code").asInt()).isEqualTo(40300);
        }
    }

    private JsonNode admin(int from, ObjectNode message) {
        TestHttp.Response response = cluster.http(0).post("/v1/admin/messages", SECRET, body(from, message));
        JsonNode result = response.ok().path("results").path(0);
        assertThat(result.path("code").asInt()).as(result.toString()).isZero();
        return result;
    }

    private ObjectNode body(int from, ObjectNode... messages) {
        ObjectNode body = Json.object()
                .put("tenant", "demo")
                .put("send_uid", chat.alice.uid())
                .put("msg_from", from);
        for (ObjectNode message : messages) {
            body.withArray("messages").add(message);
        }
        return body;
    }
}
