package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.Chat;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that are taken back, edited, deleted or cleared: what every device sees of it, then and later. */
class ChangesIT extends SharedClusterProbe {

    private Chat chat;

    @BeforeEach
    void begin() {
        chat = Chat.fresh(cluster);
    }

    @Test
    @Requirement({"B-172", "B-176", "B-177", "B-178", "B-212"})
    void aRevokedMessageIsGoneEverywhereAndEveryDeviceIsTold() {
        try (TestClient alices = cluster.socket(0, chat.alice);
                TestClient bobs = cluster.socket(1, chat.bob)) {
            long seq = chat.send(chat.alice, "a secret");
            JsonNode reply = chat.revoke(chat.alice, seq);
            assertThat(reply.path("version").asLong()).isEqualTo(1);
            for (TestClient device : List.of(alices, bobs)) {
                JsonNode event = device.awaitEvent("revoked", SOON);
                assertThat(event.path("conversation_id").asText()).isEqualTo(chat.id);
                assertThat(event.path("seq").asLong()).isEqualTo(seq);
                assertThat(event.path("uid").asLong()).isEqualTo(chat.alice.uid());
                assertThat(event.path("role").asInt()).isEqualTo(1);
                assertThat(event.path("version").asLong()).isEqualTo(1);
                assertThat(event.path("time")).isEqualTo(reply.path("time"));
            }
            JsonNode pulled = chat.message(chat.bob, seq);
            assertThat(pulled.path("status").asInt()).isEqualTo(5);
            assertThat(pulled.path("content")).isEmpty();
            assertThat(pulled.path("version").asLong()).isEqualTo(1);
            assertThat(pulled.path("revoke").path("uid").asLong()).isEqualTo(chat.alice.uid());
            assertThat(chat.listed(chat.bob).path("latest_msg").path("status").asInt())
                    .isEqualTo(5);
            assertThat(chat.listed(chat.bob).toString()).doesNotContain("a secret");
            assertThat(probe.redis().hexists("im:demo:MSG_CACHE:{" + chat.id + "}:" + seq, "message"))
                    .isFalse();
            Document element = probe.elements(chat.id).get(0);
            assertThat(element.toJson()).doesNotContain("a secret");
            Document revoke = element.get("revoke", Document.class);
            assertThat(revoke.getString("user_id")).isEqualTo(Long.toString(chat.alice.uid()));
            assertThat(revoke.getString("nickname")).isEqualTo(chat.alice.name());
            assertThat(revoke.getLong("time")).isEqualTo(reply.path("time").asLong());
            rename("Alice the Second");
            assertThat(chat.message(chat.bob, seq)
                            .path("revoke")
                            .path("nickname")
                            .asText())
                    .isEqualTo(chat.alice.name());
            assertThat(chat.revoke(chat.alice, seq)).isEqualTo(reply);
        }
    }

    @Test
    @Requirement("B-178")
    void aRevokeAfterTheWindowIsRefused() {
        long seq = chat.send(chat.alice, "old");
        probe.awaitElements(chat.id, 1);
        probe.first(probe.collection("msg")
                .updateOne(
                        new Document("doc_id", chat.id + ":0"),
                        new Document("$inc", new Document("msgs.0.msg.send_time", -121_000L))));
        TestHttp.Response refused = chat.call(chat.alice, "POST", "/messages/" + seq + "/revoke", null);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body().path("code").asInt()).isEqualTo(40300);
        assertThat(chat.message(chat.bob, seq).path("status").asInt()).isEqualTo(2);
    }

    @Test
    void othersMessagesAndAbsentOnesCannotBeChanged() {
        long seq = chat.send(chat.alice, "mine");
        assertThat(chat.call(chat.bob, "POST", "/messages/" + seq + "/revoke", null)
                        .status())
                .isEqualTo(403);
        assertThat(chat.edit(chat.bob, seq, 0, "yours").status()).isEqualTo(403);
        assertThat(chat.call(chat.bob, "DELETE", "/messages/" + seq + "?scope=all", null)
                        .status())
                .isEqualTo(403);
        assertThat(chat.call(chat.alice, "POST", "/messages/99/revoke", null).status())
                .isEqualTo(404);
        assertThat(chat.edit(chat.alice, 99, 0, "nothing").status()).isEqualTo(404);
        assertThat(chat.call(chat.alice, "DELETE", "/messages/99?scope=self", null)
                        .status())
                .isEqualTo(404);
        Chat others = Chat.fresh(cluster);
        assertThat(cluster.http(0)
                        .call(
                                "POST",
                                "/v1/im/conversations/" + chat.id + "/messages/" + seq + "/revoke",
                                others.bob.token(),
                                null)
                        .status())
                .isEqualTo(404);
        assertThat(chat.message(chat.bob, seq).path("content").path("text").asText())
                .isEqualTo("mine");
        assertThat(chat.changes(chat.bob, 0).path("changes")).isEmpty();
    }

    @Test
    void anEditIsSeenByAllAndOnlyMadeToWhatWasSeen() {
        try (TestClient bobs = cluster.socket(1, chat.bob)) {
            long seq = chat.send(chat.alice, "first");
            JsonNode reply = chat.edit(chat.alice, seq, 0, "second").ok();
            assertThat(bobs.awaitEvent("edited", SOON)
                            .path("content")
                            .path("text")
                            .asText())
                    .isEqualTo("second");
            assertThat(chat.edit(chat.alice, seq, 0, "third")
                            .body()
                            .path("code")
                            .asInt())
                    .isEqualTo(40900);
            JsonNode pulled = chat.message(chat.bob, seq);
            assertThat(pulled.path("content").path("text").asText()).isEqualTo("second");
            assertThat(pulled.path("version")).isEqualTo(reply.path("version"));
            assertThat(chat.listed(chat.bob)
                            .path("latest_msg")
                            .path("content")
                            .path("text")
                            .asText())
                    .isEqualTo("second");
            assertThat(chat.edit(chat.alice, seq, reply.path("version").asLong(), " ")
                            .status())
                    .isEqualTo(400);
            chat.revoke(chat.alice, seq);
            assertThat(chat.edit(chat.alice, seq, 2, "fourth").status()).isEqualTo(409);
            JsonNode changes = chat.changes(chat.bob, 0).path("changes");
            assertThat(changes.toString()).doesNotContain("second");
            assertThat(changes).hasSize(1);
        }
    }

    @Test
    void ofParallelEditsOneWins() {
        long seq = chat.send(chat.alice, "text");
        List<CompletableFuture<TestHttp.Response>> edits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String text = "edit " + i;
            edits.add(CompletableFuture.supplyAsync(() -> chat.edit(chat.alice, seq, 0, text)));
        }
        List<Integer> statuses =
                edits.stream().map(edit -> edit.join().status()).toList();
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
        assertThat(statuses.stream().filter(status -> status == 409)).hasSize(9);
        JsonNode changes = chat.changes(chat.bob, 0);
        assertThat(changes.path("changes")).hasSize(1);
        assertThat(chat.message(chat.bob, seq).path("version"))
                .isEqualTo(changes.path("changes").path(0).path("version"));
    }

    @Test
    @Requirement("B-173")
    void whatOneDeletesForOneselfTheOtherStillSees() {
        try (TestClient phone = cluster.socket(0, chat.bob);
                TestClient alices = cluster.socket(1, chat.alice)) {
            long first = chat.send(chat.alice, "one");
            long second = chat.send(chat.alice, "two");
            long third = chat.send(chat.alice, "three");
            assertThat(chat.listed(chat.bob).path("unread").asLong()).isEqualTo(3);
            chat.delete(chat.bob, second, "self");
            JsonNode event = phone.awaitEvent("deleted", SOON);
            assertThat(event.path("scope").asText()).isEqualTo("self");
            assertThat(event.path("seqs").path(0).asLong()).isEqualTo(second);
            assertThat(chat.message(chat.bob, second).isMissingNode()).isTrue();
            assertThat(chat.page(chat.bob).path("absent").toString()).isEqualTo("[[2,2]]");
            assertThat(chat.message(chat.alice, second)
                            .path("content")
                            .path("text")
                            .asText())
                    .isEqualTo("two");
            assertThat(chat.listed(chat.bob).path("unread").asLong()).isEqualTo(2);
            chat.delete(chat.bob, third, "self");
            JsonNode listed = chat.listed(chat.bob);
            assertThat(listed.path("latest_msg").path("seq").asLong()).isEqualTo(first);
            assertThat(listed.path("unread").asLong()).isEqualTo(1);
            chat.delete(chat.alice, second, "self");
            assertThat(probe.elements(chat.id).get(1).getList("del_list", String.class))
                    .containsExactlyInAnyOrder(Long.toString(chat.alice.uid()), Long.toString(chat.bob.uid()));
            assertThat(alices.events().stream().map(one -> one.path("event").asText()))
                    .doesNotContain("revoked");
        }
    }

    @Test
    void whatTheSenderDeletesForAllNobodySees() {
        try (TestClient bobs = cluster.socket(1, chat.bob)) {
            long seq = chat.send(chat.alice, "never mind");
            chat.delete(chat.alice, seq, "all");
            assertThat(bobs.awaitEvent("deleted", SOON).path("scope").asText()).isEqualTo("all");
            assertThat(chat.message(chat.alice, seq).isMissingNode()).isTrue();
            assertThat(chat.message(chat.bob, seq).isMissingNode()).isTrue();
            assertThat(chat.listed(chat.bob).path("unread").asLong()).isZero();
            assertThat(chat.listed(chat.bob).path("latest_msg").isNull()).isTrue();
            assertThat(probe.elements(chat.id).get(0).toJson()).doesNotContain("never mind");
            assertThat(chat.send(chat.alice, "go on")).isEqualTo(seq + 1);
        }
    }

    @Test
    @Requirement({"B-149", "B-164"})
    void clearingHidesWhatThereIsFromItsOwnerAlone() {
        try (TestClient phone = cluster.socket(0, chat.bob)) {
            for (int i = 0; i < 30; i++) {
                chat.send(chat.alice, "text " + i);
            }
            JsonNode reply = chat.clear(chat.bob);
            assertThat(reply.path("min_seq").asLong()).isEqualTo(31);
            assertThat(phone.awaitEvent("cleared", SOON).path("min_seq").asLong())
                    .isEqualTo(31);
            assertThat(chat.page(chat.bob).path("messages")).isEmpty();
            assertThat(chat.page(chat.alice).path("messages")).hasSize(30);
            JsonNode listed = chat.listed(chat.bob);
            assertThat(listed.path("unread").asLong()).isZero();
            assertThat(listed.path("latest_msg").isNull()).isTrue();
            assertThat(chat.clear(chat.bob)).isEqualTo(reply);
            Document own = probe.find(
                            "seq_user",
                            new Document("user_id", Long.toString(chat.bob.uid())).append("conversation_id", chat.id))
                    .get(0);
            assertThat(own.getLong("min_seq")).isEqualTo(31);
            assertThat(chat.send(chat.alice, "new")).isEqualTo(31);
            assertThat(chat.page(chat.bob).path("messages")).hasSize(1);
            assertThat(chat.listed(chat.bob).path("unread").asLong()).isEqualTo(1);
        }
    }

    @Test
    void aDeviceThatWasAwayLearnsOfEveryChangeByNumber() {
        long one = chat.send(chat.alice, "one");
        long two = chat.send(chat.alice, "two");
        long three = chat.send(chat.alice, "three");
        chat.revoke(chat.alice, one);
        chat.edit(chat.alice, two, 0, "two, better").ok();
        chat.delete(chat.bob, three, "self");
        chat.settings(chat.bob, Json.object().put("is_pinned", true));
        chat.clear(chat.bob);
        JsonNode bobs = chat.changes(chat.bob, 0);
        assertThat(kinds(bobs)).containsExactly("revoked", "edited", "deleted", "settings", "cleared");
        assertThat(bobs.path("version").asLong()).isEqualTo(5);
        assertThat(bobs.path("full").asBoolean()).isFalse();
        assertThat(kinds(chat.changes(chat.alice, 0))).containsExactly("revoked", "edited");
        assertThat(chat.listed(chat.alice).path("version").asLong()).isEqualTo(2);
        assertThat(chat.listed(chat.bob).path("version").asLong()).isEqualTo(5);
        JsonNode page = chat.ok(chat.bob, "GET", "/changes?after_version=1&limit=2", null);
        assertThat(kinds(page)).containsExactly("edited", "deleted");
        assertThat(page.path("has_more").asBoolean()).isTrue();
        assertThat(kinds(chat.changes(chat.bob, page.path("version").asLong()))).containsExactly("settings", "cleared");
        assertThat(chat.changes(chat.bob, 5).path("changes")).isEmpty();
        assertThat(chat.changes(chat.bob, 99).path("full").asBoolean()).isTrue();
    }

    private void rename(String nickname) {
        cluster.http(0)
                .call(
                        "PATCH",
                        "/v1/im/users/me",
                        chat.alice.token(),
                        Json.object().put("nickname", nickname))
                .ok();
    }

    private static List<String> kinds(JsonNode reply) {
        List<String> kinds = new ArrayList<>();
        reply.path("changes").forEach(change -> kinds.add(change.path("kind").asText()));
        return kinds;
    }
}
