package dev.curlew.requirements;

import static com.mongodb.client.model.Filters.regex;
import static dev.curlew.requirements.Probe.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.ReplyException;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** The {@code msg} documents of real sends, field by field. */
class MessageDocumentIT extends SharedClusterProbe {

    private static final long DAY_MS = 86_400_000;

    @Test
    @Requirement({"B-167", "B-168", "B-169", "B-170", "B-171", "B-172", "B-192"})
    void aHundredMessagesFillOneDocumentAndTheNextBeginsAnother() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        try (TestClient socket = cluster.socket(0, alice)) {
            List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
            for (int i = 1; i <= 101; i++) {
                replies.add(socket.request("send", text(bob, "m" + i, "text " + i)));
            }
            replies.forEach(reply -> TestClient.await(reply, SOON));
        }
        String conversation = alice.conversationWith(bob.uid());
        probe.awaitElements(conversation, 101);
        List<Document> documents = probe.find("msg", regex("doc_id", "^" + conversation + ":"));
        assertThat(documents)
                .extracting(document -> document.getString("doc_id"))
                .containsExactlyInAnyOrder(conversation + ":0", conversation + ":1");
        assertThat(probe.indexes("msg")).containsEntry(new Document("doc_id", 1), true);
        for (Document document : documents) {
            assertThat(document.get("_id")).isInstanceOf(ObjectId.class);
            List<Document> slots = document.getList("msgs", Document.class);
            long first = document.getString("doc_id").endsWith(":0") ? 1 : 101;
            assertThat(slots).hasSize(100);
            for (int slot = 0; slot < 100; slot++) {
                Document element = slots.get(slot);
                if (first + slot > 101) {
                    assertThat(element).isNull();
                } else {
                    assertThat(Probe.seq(element)).isEqualTo(first + slot);
                    assertThat(element.get("msg", Document.class).getString("client_msg_id"))
                            .isEqualTo("m" + (first + slot));
                    assertThat(element).containsEntry("revoke", null);
                }
            }
        }
    }

    @Test
    @Requirement({
        "B-171", "B-179", "B-180", "B-181", "B-182", "B-184", "B-185", "B-188", "B-193", "B-194", "B-195", "B-201"
    })
    void theServerSaysWhoWhenAndWhereWhateverTheRequestClaims() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        long before = System.currentTimeMillis();
        ObjectNode data = text(bob, "m1", "hello").put("ex", "{\"mine\":\"as it is\"}");
        data.put("send_id", "999999")
                .put("send_uid", 999_999)
                .put("recv_id", "5")
                .put("group_id", "gr_1");
        data.put("server_msg_id", "ffffffffffffffffffffffff").put("sender_platform_id", 9);
        data.put("session_type", 3).put("msg_from", 200).put("seq", 77).put("status", 3);
        data.put("send_time", before + DAY_MS)
                .put("create_time", before + DAY_MS)
                .put("is_read", true);
        JsonNode ack;
        try (TestClient socket = cluster.socket(0, alice)) {
            ack = socket.call("send", data);
        }
        Document element =
                probe.awaitElements(alice.conversationWith(bob.uid()), 1).get(0);
        long after = System.currentTimeMillis();
        Document message = element.get("msg", Document.class);
        assertThat(element.getBoolean("is_read")).isFalse();
        assertThat(message)
                .containsEntry("send_id", Long.toString(alice.uid()))
                .containsEntry("recv_id", Long.toString(bob.uid()))
                .containsEntry("group_id", "")
                .containsEntry("conversation_id", alice.conversationWith(bob.uid()))
                .containsEntry("client_msg_id", "m1")
                .containsEntry("server_msg_id", ack.path("server_msg_id").asText())
                .containsEntry("sender_platform_id", TestCluster.WEB)
                .containsEntry("sender_nickname", alice.name())
                .containsEntry("sender_face_url", "")
                .containsEntry("session_type", 1)
                .containsEntry("msg_from", 100)
                .containsEntry("content_type", 101)
                .containsEntry("seq", 1L)
                .containsEntry("status", 2)
                .containsEntry("is_read", false)
                .containsEntry("ex", "{\"mine\":\"as it is\"}")
                .containsKeys("content", "options", "offline_push", "at_user_id_list", "attached_info");
        assertThat(message.getString("server_msg_id")).matches("[0-9a-f]{24}");
        assertThat(message.getLong("send_time")).isBetween(before, after);
        assertThat(message.getLong("create_time")).isBetween(before, after);
        JsonNode pulled = pull(bob, alice).path(0);
        assertThat(pulled.path("ex").asText()).isEqualTo("{\"mine\":\"as it is\"}");
        assertThat(pulled.path("status").asInt()).isEqualTo(2);
        assertThat(pulled.path("send_time").asLong()).isEqualTo(message.getLong("send_time"));
    }

    @Test
    @Requirement({"B-180", "B-185", "B-188"})
    void withoutARecipientOrForAnotherConversationOrPlatformItIsRefused() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        Account carol = cluster.user("carol");
        try (TestClient socket = cluster.socket(0, alice)) {
            ObjectNode nobody = text(bob, "m1", "hello");
            nobody.remove("to_uid");
            assertThat(code(socket, nobody)).isEqualTo(40002);
            ObjectNode others = text(bob, "m2", "hello");
            others.remove("to_uid");
            others.put("conversation_id", bob.conversationWith(carol.uid()));
            assertThat(code(socket, others)).isEqualTo(40400);
        }
        try (TestClient socket = TestClient.connect(cluster.url(0))) {
            assertThatThrownBy(() -> socket.login(alice.token(), 10, null, false))
                    .isInstanceOf(ReplyException.class);
        }
        assertThat(probe.elements(bob.conversationWith(carol.uid()))).isEmpty();
    }

    @Test
    @Requirement({"B-186", "B-187"})
    void nameAndFaceStayAsTheyWereAtSending() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        rename(alice, "First Name", "https://faces.example/1.png");
        ObjectNode forged = text(bob, "m1", "hello").put("sender_nickname", "Mallory");
        TestClient.await(cluster.http(0).send(alice, forged.put("sender_face_url", "https://evil.example")), SOON);
        rename(alice, "Second Name", "https://faces.example/2.png");
        TestClient.await(cluster.http(0).send(alice, text(bob, "m2", "hello")), SOON);
        List<Document> elements = probe.awaitElements(alice.conversationWith(bob.uid()), 2);
        assertThat(elements)
                .extracting(element -> element.get("msg", Document.class).getString("sender_nickname"))
                .containsExactly("First Name", "Second Name");
        assertThat(elements)
                .extracting(element -> element.get("msg", Document.class).getString("sender_face_url"))
                .containsExactly("https://faces.example/1.png", "https://faces.example/2.png");
        assertThat(pull(bob, alice).path(0).path("sender_nickname").asText()).isEqualTo("First Name");
    }

    @Test
    @Requirement({"B-190", "B-191"})
    void contentOfEveryKindIsTheSameAtSenderStoreReceiverAndInAPull() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        String conversation = alice.conversationWith(bob.uid());
        List<JsonNode> sent = new ArrayList<>();
        List<Integer> types = new ArrayList<>();
        List<JsonNode> received = new ArrayList<>();
        try (TestClient sender = cluster.socket(0, alice);
                TestClient receiver = cluster.socket(1, bob)) {
            Contents.BY_TYPE.forEach((type, content) -> {
                JsonNode json = Json.read(content, JsonNode.class);
                ObjectNode data = Json.object().put("to_uid", bob.uid()).put("client_msg_id", "t" + type);
                data.put("content_type", type).set("content", json);
                if (type == 114) {
                    data.put("reply_seq", 1);
                }
                sender.call("send", data);
                sent.add(json);
                types.add(type);
                JsonNode event = receiver.awaitEvent("message", SOON);
                assertThat(event.path("content_type").asInt()).isEqualTo(type);
                received.add(event.path("content"));
            });
            for (int type : List.of(0, 100, 111, 112, 113, 117, 1001, 1010, 9999)) {
                ObjectNode data = text(bob, "bad" + type, "hello").put("content_type", type);
                assertThat(code(sender, data)).isEqualTo(40002);
            }
        }
        List<Document> elements = probe.awaitElements(conversation, types.size());
        assertThat(elements)
                .extracting(element -> element.get("msg", Document.class).getInteger("content_type"))
                .containsExactlyElementsOf(types);
        assertThat(received).containsExactlyElementsOf(sent);
        assertThat(elements)
                .extracting(
                        element -> Json.read(element.get("msg", Document.class).getString("content"), JsonNode.class))
                .containsExactlyElementsOf(sent);
        probe.redis().keys("im:demo:MSG_CACHE:{" + conversation + "}:*").forEach(probe.redis()::del);
        assertThat(cluster.http(1).pull(bob, conversation, 0, 100).messages())
                .extracting(SeenMessage::content)
                .containsExactlyElementsOf(sent);
    }

    @Test
    @Requirement({"B-183", "B-196"})
    void theSameIdIsOneElementAndThePeersReadingShowsInTheSendersPull() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        for (int i = 0; i < 5; i++) {
            TestClient.await(cluster.http(i % 2).send(alice, text(bob, "same", "once")), SOON);
        }
        assertThat(probe.awaitElements(alice.conversationWith(bob.uid()), 1)).hasSize(1);
        assertThat(pull(alice, bob).path(0).path("is_read").asBoolean()).isFalse();
        try (TestClient socket = cluster.socket(0, bob)) {
            socket.call(
                    "read",
                    Json.object()
                            .put("conversation_id", bob.conversationWith(alice.uid()))
                            .put("read_seq", 1));
        }
        assertThat(pull(alice, bob).path(0).path("is_read").asBoolean()).isTrue();
        assertThat(pull(bob, alice).path(0).path("is_read").asBoolean()).isFalse();
    }

    private static JsonNode pull(Account reader, Account peer) {
        String path = "/v1/im/conversations/" + reader.conversationWith(peer.uid()) + "/messages?after_seq=0&limit=100";
        return cluster.http(1).get(path, reader.token()).ok().path("messages");
    }

    private static int code(TestClient socket, ObjectNode data) {
        return TestClient.await(socket.request("send", data), SOON).path("code").asInt(-1);
    }

    private static void rename(Account account, String nickname, String face) {
        Map<String, String> user = Map.of("account", account.name(), "nickname", nickname, "face_url", face);
        JsonNode body = Json.mapper().valueToTree(Map.of("tenant", "demo", "users", List.of(user)));
        cluster.http(0)
                .post("/v1/admin/users", cluster.config(0).auth().adminSecret(), body)
                .ok();
    }
}
