package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.node.Chat;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** What a device asks for when it comes back: only what changed, or all, in pages, and how little when nothing did. */
class SyncIT extends SharedClusterProbe {

    @Test
    @Requirement({"B-208", "B-209", "X-018"})
    void nothingChangedIsOneSmallAnswer() {
        Chat chat = Chat.fresh(cluster);
        chat.send(chat.alice, "hello");
        Account carol = cluster.user("carol");
        TestClient.await(cluster.http(0).send(carol, Chat.text(chat.bob, "hello too")), TestClient.PATIENCE);
        JsonNode first = sync(chat.bob, 0, null);
        assertThat(first.path("full").asBoolean()).isTrue();
        assertThat(ids(first)).containsExactlyInAnyOrder(chat.id, carol.conversationWith(chat.bob.uid()));
        String set = "im:demo:CONVERSATION_IDS:{" + chat.bob.uid() + "}";
        String list = "im:demo:CONVERSATION_IDS_HASH:{" + chat.bob.uid() + "}";
        assertThat(probe.redis().scard(set))
                .isEqualTo(probe.find("conversation", new Document("owner_user_id", Long.toString(chat.bob.uid())))
                        .size());
        assertThat(probe.redis().get(list)).isEqualTo(Json.text(new TreeSet<>(ids(first))));
        assertThat(probe.redis().ttl(set)).isBetween(43_000L, 43_200L);
        assertThat(probe.redis().ttl(list)).isBetween(43_000L, 43_200L);
        String hash = first.path("ids_hash").asText();
        JsonNode second = sync(chat.bob, first.path("version").asLong(), hash);
        assertThat(second.path("equal").asBoolean()).isTrue();
        assertThat(second.path("full").asBoolean()).isFalse();
        assertThat(second.path("changed")).isEmpty();
        assertThat(second.path("removed")).isEmpty();
        assertThat(second.path("version")).isEqualTo(first.path("version"));
        assertThat(Json.text(second)).hasSizeLessThan(250);
        Account dave = cluster.user("dave");
        TestClient.await(cluster.http(0).send(dave, Chat.text(chat.bob, "me too")), TestClient.PATIENCE);
        JsonNode third = sync(chat.bob, first.path("version").asLong(), hash);
        assertThat(third.path("equal").asBoolean()).isFalse();
        assertThat(ids(third)).containsExactly(dave.conversationWith(chat.bob.uid()));
        assertThat(probe.redis().scard(set)).isEqualTo(3);
    }

    @Test
    void whateverHappensToAConversationBringsItBack() {
        Chat chat = Chat.fresh(cluster);
        long seq = chat.send(chat.alice, "hello");
        long version = sync(chat.bob, 0, null).path("version").asLong();
        version = expectChanged(chat, version, () -> chat.send(chat.alice, "again"));
        version = expectChanged(chat, version, () -> chat.read(chat.bob, 1));
        version = expectChanged(chat, version, () -> chat.send(chat.bob, "answer"));
        version = expectChanged(chat, version, () -> chat.read(chat.alice, 3));
        version = expectChanged(chat, version, () -> chat.revoke(chat.alice, seq));
        version = expectChanged(
                chat, version, () -> chat.settings(chat.bob, Json.object().put("is_pinned", true)));
        version = expectChanged(chat, version, () -> chat.clear(chat.bob));
        chat.settings(chat.alice, Json.object().put("is_pinned", true));
        assertThat(sync(chat.bob, version, null).path("changed")).isEmpty();
        chat.ok(chat.bob, "DELETE", "", null);
        JsonNode removed = sync(chat.bob, version, null);
        assertThat(removed.path("removed").path(0).asText()).isEqualTo(chat.id);
        assertThat(removed.path("changed")).isEmpty();
    }

    @Test
    void aVersionOfALostRedisIsToldToTakeAll() {
        Chat chat = Chat.fresh(cluster);
        chat.send(chat.alice, "hello");
        long version = sync(chat.bob, 0, null).path("version").asLong();
        probe.redis()
                .del(
                        "im:demo:CHANGES:{" + chat.bob.uid() + "}",
                        "im:demo:CONVERSATION_USER_MAX:{" + chat.bob.uid() + "}");
        JsonNode again = sync(chat.bob, version, null);
        assertThat(again.path("full").asBoolean()).isTrue();
        assertThat(ids(again)).containsExactly(chat.id);
        assertThat(again.path("version").asLong()).isGreaterThan(version);
        assertThat(sync(chat.bob, again.path("version").asLong() + 1_000, null)
                        .path("full")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void manyConversationsComeInPagesAndNoneTwice() {
        Account bob = cluster.user("bob");
        int many = 130;
        Set<String> expected = new TreeSet<>();
        try (TestClient sender = cluster.socket(0, bob)) {
            List<java.util.concurrent.CompletableFuture<JsonNode>> sent = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                Account peer = cluster.http(0).adminToken("dev-admin-secret", "demo", bob.name() + "-peer-" + i, 5);
                expected.add(bob.conversationWith(peer.uid()));
                sent.add(sender.request("send", Chat.text(peer, "hello " + i)));
            }
            sent.forEach(reply -> TestClient.await(reply, TestClient.PATIENCE));
        }
        List<String> got = new ArrayList<>();
        JsonNode page = sync(bob, 0, null);
        assertThat(page.path("full").asBoolean()).isTrue();
        int pages = 1;
        got.addAll(ids(page));
        while (page.path("has_more").asBoolean()) {
            page = sync(bob, page.path("version").asLong(), null);
            assertThat(page.path("full").asBoolean()).isFalse();
            got.addAll(ids(page));
            pages++;
        }
        assertThat(pages).isEqualTo(2);
        assertThat(got).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
        assertThat(sync(bob, page.path("version").asLong(), null).path("changed"))
                .isEmpty();
    }

    @Test
    void theFirstScreenIsOneCall() {
        Chat chat = Chat.fresh(cluster);
        chat.send(chat.alice, "hello");
        JsonNode first =
                cluster.http(0).get("/v1/im/bootstrap", chat.bob.token()).ok();
        assertThat(first.path("me").path("uid").asLong()).isEqualTo(chat.bob.uid());
        assertThat(first.path("conversations")).hasSize(1);
        assertThat(first.path("groups").isArray()).isTrue();
        assertThat(first.path("total").asLong()).isEqualTo(1);
    }

    private static long expectChanged(Chat chat, long version, Runnable what) {
        what.run();
        JsonNode reply = sync(chat.bob, version, null);
        assertThat(ids(reply)).containsExactly(chat.id);
        assertThat(reply.path("version").asLong()).isGreaterThan(version);
        return reply.path("version").asLong();
    }

    private static List<String> ids(JsonNode reply) {
        List<String> ids = new ArrayList<>();
        reply.path("changed").forEach(one -> ids.add(one.path("conversation_id").asText()));
        return ids;
    }

    private static JsonNode sync(Account as, long version, String hash) {
        String query = "?version=" + version + (hash == null ? "" : "&ids_hash=" + hash);
        return cluster.http(0)
                .get("/v1/im/conversations/changes" + query, as.token())
                .ok();
    }
}
