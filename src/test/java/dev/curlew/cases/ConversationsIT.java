package dev.curlew.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.Chat;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conversations that vanished, came back, appeared from nothing or went on showing what is gone. */
class ConversationsIT {

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

    /** With its last message deleted the conversation is gone from the list, or its preview goes on showing the deleted one. */
    @Test
    void whoseLastMessageWasDeletedStaysAndShowsTheOneBefore() {
        for (int i = 1; i <= 4; i++) {
            chat.send(chat.alice, "text " + i);
        }
        chat.delete(chat.bob, 4, "self");
        assertPreview(chat.bob, 3);
        // The other one still reads it, which must not bring it back for the first.
        assertThat(chat.page(chat.alice).path("messages")).hasSize(4);
        assertPreview(chat.alice, 4);
        assertPreview(chat.bob, 3);
        assertThat(chat.message(chat.bob, 4).isMissingNode()).isTrue();
        chat.delete(chat.alice, 3, "all");
        assertPreview(chat.bob, 2);
        chat.delete(chat.bob, 2, "self");
        chat.delete(chat.bob, 1, "self");
        JsonNode empty = chat.listed(chat.bob);
        assertThat(empty.isObject()).isTrue();
        assertThat(empty.path("latest_msg").isNull()).isTrue();
        assertPreview(chat.alice, 4);
    }

    /** A cleared conversation still counts, or is full again after the next synchronization. */
    @Test
    void aClearedConversationStaysEmptyOnEveryDevice() {
        for (int i = 1; i <= 5; i++) {
            chat.send(chat.alice, "text " + i);
        }
        chat.clear(chat.bob);
        for (int node = 0; node < 2; node++) {
            try (TestClient device = cluster.socket(node, chat.bob, "device " + node)) {
                JsonNode listed = device.call(
                                "sync_conversations", Json.object().put("version", 0))
                        .path("changed")
                        .path(0);
                assertThat(listed.path("unread").asLong(-1)).isZero();
                assertThat(listed.path("min_seq").asLong()).isEqualTo(6);
                assertThat(listed.path("latest_msg").isNull()).isTrue();
                for (ObjectNode page : List.of(
                        conversation(),
                        conversation().put("after_seq", 0),
                        conversation().put("before_seq", 6),
                        range(1, 5))) {
                    JsonNode pulled = device.call("pull", page.put("limit", 100));
                    assertThat(pulled.path("messages")).as(page.toString()).isEmpty();
                    assertThat(pulled.path("has_more").asBoolean(true)).isFalse();
                }
            }
        }
        assertThat(cluster.http(1).unreadTotal(chat.bob)).isZero();
        // What one side cleared the other may still take back; nothing of it comes to light.
        chat.revoke(chat.alice, 3);
        chat.delete(chat.alice, 4, "all");
        assertThat(chat.listed(chat.bob).path("unread").asLong(-1)).isZero();
        assertThat(chat.page(chat.bob).path("messages")).isEmpty();
    }

    /** Clearing an empty conversation, one of a single message or an emptied one never ends. */
    @Test
    void clearingEndsHoweverMuchThereIs() {
        assertThat(chat.call(chat.bob, "POST", "/clear", null).status()).isEqualTo(404);
        chat.send(chat.alice, "only");
        assertThat(chat.clear(chat.bob).path("min_seq").asLong()).isEqualTo(2);
        assertThat(chat.clear(chat.bob).path("min_seq").asLong()).isEqualTo(2);
        chat.send(chat.alice, "next");
        assertThat(chat.page(chat.bob).path("messages")).hasSize(1);
        assertThat(chat.clear(chat.bob).path("min_seq").asLong()).isEqualTo(3);
    }

    /** A message to nobody is taken, and the sender's list shows a conversation with a ghost. */
    @Test
    void aMessageToNobodyIsRefusedAndMakesNoConversation() {
        Account nobody = new Account("demo", "nobody", 4_000_000_000_000L, "");
        ObjectNode byName = Chat.text(nobody, "anyone?");
        byName.remove("to_uid");
        byName.put("to_account", "nobody-" + System.nanoTime());
        ObjectNode byConversation = Chat.text(nobody, "anyone?");
        byConversation.remove("to_uid");
        byConversation.put("conversation_id", chat.alice.conversationWith(nobody.uid()));
        for (ObjectNode message : List.of(Chat.text(nobody, "anyone?"), byName, byConversation)) {
            assertThat(code(chat.alice, message)).isEqualTo(40400);
            assertThat(code(chat.alice, message)).isEqualTo(40400);
        }
        try (TestClient alices = cluster.socket(1, chat.alice)) {
            assertThat(alices.call("sync_conversations", Json.object().put("version", 0))
                            .path("changed"))
                    .isEmpty();
            assertThat(alices.call("seqs", Json.object()).path("conversations")).isEmpty();
        }
        assertThat(cluster.http(0)
                        .get("/v1/im/conversations", chat.alice.token())
                        .ok()
                        .path("conversations"))
                .isEmpty();
    }

    /** Somebody edits what another wrote: refused to its maker, yet told to all devices. */
    @Test
    void anEditOfAnothersMessageIsRefusedAndToldToNobody() {
        long seq = chat.send(chat.alice, "mine");
        try (TestClient alices = cluster.socket(0, chat.alice);
                TestClient bobs = cluster.socket(1, chat.bob)) {
            assertThat(chat.edit(chat.bob, seq, 0, "yours").body().path("code").asInt())
                    .isEqualTo(40300);
            assertThat(chat.call(chat.bob, "POST", "/messages/" + seq + "/revoke", null)
                            .status())
                    .isEqualTo(403);
            assertThat(chat.call(chat.bob, "DELETE", "/messages/" + seq + "?scope=all", null)
                            .status())
                    .isEqualTo(403);
            chat.edit(chat.alice, seq, 0, "still mine").ok();
            for (TestClient device : List.of(alices, bobs)) {
                assertThat(device.awaitEvent("edited", TestClient.PATIENCE)
                                .at("/content/text")
                                .asText())
                        .isEqualTo("still mine");
                assertThat(device.events()).isEmpty();
            }
        }
        assertThat(chat.changes(chat.bob, 0).path("changes")).hasSize(1);
    }

    /** Both open the chat in the same instant, and each has a conversation of their own. */
    @Test
    void whoWriteToEachOtherAtOnceShareOneConversation() {
        for (int round = 0; round < 10; round++) {
            Chat fresh = Chat.fresh(cluster);
            try (TestClient alices = cluster.socket(0, fresh.alice);
                    TestClient bobs = cluster.socket(1, fresh.bob)) {
                var hello = alices.request("send", Chat.text(fresh.bob, "hello"));
                var hi = bobs.request("send", Chat.text(fresh.alice, "hi"));
                List<JsonNode> replies = List.of(
                        TestClient.await(hello, TestClient.PATIENCE).path("data"),
                        TestClient.await(hi, TestClient.PATIENCE).path("data"));
                assertThat(replies)
                        .extracting(one -> one.path("conversation_id").asText())
                        .containsOnly(fresh.id);
                assertThat(replies).extracting(one -> one.path("seq").asLong()).containsExactlyInAnyOrder(1L, 2L);
            }
            for (Account user : List.of(fresh.alice, fresh.bob)) {
                assertThat(fresh.listed(user).path("max_seq").asLong()).isEqualTo(2);
                TestHttp http = cluster.http(0);
                assertThat(http.get("/v1/im/conversations", user.token()).ok().path("conversations"))
                        .hasSize(1);
                assertThat(Pipeline.history(http, user, fresh.id, 200)).hasSize(2);
            }
        }
    }

    private void assertPreview(Account user, long seq) {
        assertThat(chat.listed(user).path("latest_msg").path("seq").asLong()).isEqualTo(seq);
    }

    private ObjectNode conversation() {
        return Json.object().put("conversation_id", chat.id);
    }

    private ObjectNode range(long from, long to) {
        ObjectNode data = conversation();
        data.putArray("ranges").addArray().add(from).add(to);
        return data;
    }

    private static int code(Account sender, ObjectNode message) {
        return TestClient.await(cluster.http(0).send(sender, message), TestClient.PATIENCE)
                .path("code")
                .asInt();
    }
}
