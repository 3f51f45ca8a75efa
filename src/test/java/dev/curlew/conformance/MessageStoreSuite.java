package dev.curlew.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Page;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a conversation does, whatever keeps it: the same scenarios for each store of messages. */
abstract class MessageStoreSuite extends HiddenSuite {

    @Test
    @Requirement("X-001")
    void aMessageReachesItsReadersLiveAndInHistory() {
        try (TestClient bobs = cluster().socket(talk().last(), talk().bob)) {
            JsonNode sent = talk().sent(talk().alice, talk().text(talk().alice, "first", "hello"));
            assertThat(sent.path("seq").asLong()).isEqualTo(1);
            assertThat(sent.path("duplicate").asBoolean()).isFalse();
            JsonNode event = message(bobs);
            assertThat(event).isNotNull();
            assertThat(event.path("seq").asLong()).isEqualTo(1);
            assertThat(event.path("server_msg_id")).isEqualTo(sent.path("server_msg_id"));
        }
        Page page = talk().pull(talk().bob, 0, 50);
        assertThat(page.messages()).hasSize(1);
        assertThat(page.messages().get(0).content().path("text").asText()).isEqualTo("hello");
        assertThat(page.maxSeq()).isEqualTo(1);
        assertThat(talk().listed(talk().bob).path("latest_msg").path("seq").asLong())
                .isEqualTo(1);
        assertThat(talk().listed(talk().alice).path("max_seq").asLong()).isEqualTo(1);
    }

    @Test
    void theSameIdIsTheSameMessageAndAnotherContentIsRefused() {
        JsonNode first = talk().sent(talk().alice, talk().text(talk().alice, "same", "one"));
        JsonNode again = talk().sent(talk().alice, talk().text(talk().alice, "same", "one"));
        assertThat(again.path("duplicate").asBoolean()).isTrue();
        assertThat(again.path("seq")).isEqualTo(first.path("seq"));
        assertThat(again.path("server_msg_id")).isEqualTo(first.path("server_msg_id"));
        JsonNode other = TestClient.await(
                talk().reply(0, talk().alice, talk().text(talk().alice, "same", "two")), TestClient.PATIENCE);
        assertThat(other.path("code").asInt()).isEqualTo(40902);
        assertThat(talk().seqs(talk().bob)).containsExactly(1L);
    }

    @Test
    void parallelSendsOfOneIdAreOneMessage() {
        List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            replies.add(talk().reply(i % cluster().size(), talk().alice, talk().text(talk().alice, "burst", "x")));
        }
        Set<Long> seqs = new HashSet<>();
        for (CompletableFuture<JsonNode> reply : replies) {
            JsonNode got = TestClient.await(reply, TestClient.PATIENCE);
            if (got.path("code").asInt() == 0 && got.path("data").path("seq").asLong() > 0) {
                seqs.add(got.path("data").path("seq").asLong());
            } else {
                assertThat(got.path("retryable").asBoolean(true))
                        .as(got.toString())
                        .isTrue();
            }
        }
        seqs.add(talk().sent(talk().alice, talk().text(talk().alice, "burst", "x"))
                .path("seq")
                .asLong());
        assertThat(seqs).hasSize(1);
        assertThat(talk().seqs(talk().bob)).hasSize(1);
    }

    @Test
    void pipelinedSendsKeepTheirOrderWithoutGaps() {
        try (TestClient alices = cluster().socket(0, talk().alice)) {
            List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                replies.add(alices.request("send", talk().text(talk().alice, "p" + i, "text " + i)));
            }
            List<Long> seqs = new ArrayList<>();
            replies.forEach(reply -> {
                JsonNode got = TestClient.await(reply, TestClient.PATIENCE);
                assertThat(got.path("code").asInt()).as(got.toString()).isZero();
                seqs.add(got.path("data").path("seq").asLong());
            });
            assertThat(seqs).isEqualTo(LongStream.rangeClosed(1, 150).boxed().toList());
        }
        assertThat(talk().seqs(talk().bob))
                .isEqualTo(LongStream.rangeClosed(1, 150).boxed().toList());
    }

    @Test
    void historyIsReadInEveryDirectionAndByRanges() {
        for (int i = 1; i <= 12; i++) {
            talk().send(i % 2 == 0 ? talk().alice : talk().bob, "text " + i);
        }
        Page first = talk().pull(talk().alice, 0, 5);
        assertThat(first.messages()).extracting(message -> message.seq()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(first.hasMore()).isTrue();
        JsonNode before = talk().ok(talk().alice, "GET", "/messages?before_seq=4&limit=2", null);
        assertThat(before.path("messages")).hasSize(2);
        assertThat(before.path("messages").path(0).path("seq").asLong()).isEqualTo(2);
        JsonNode newest = talk().ok(talk().bob, "GET", "/messages?limit=3", null);
        assertThat(newest.path("messages").path(0).path("seq").asLong()).isEqualTo(10);
        try (TestClient bobs = cluster().socket(0, talk().bob)) {
            ObjectNode ask = Json.object().put("conversation_id", talk().id).put("limit", 50);
            ask.putArray("ranges").addArray().add(2).add(3);
            ask.withArray("ranges").addArray().add(11).add(40);
            JsonNode ranges = bobs.call("pull", ask);
            List<Long> seqs = new ArrayList<>();
            ranges.path("messages")
                    .forEach(message -> seqs.add(message.path("seq").asLong()));
            assertThat(seqs).containsExactly(2L, 3L, 11L, 12L);
            assertThat(ranges.path("max_seq").asLong()).isEqualTo(12);
        }
    }

    @Test
    void readingLowersWhatIsUnreadAndTellsWhoReads() {
        for (int i = 0; i < 5; i++) {
            talk().send(talk().alice, "text " + i);
        }
        assertThat(talk().unread(talk().bob)).isEqualTo(5);
        assertThat(talk().unread(talk().alice)).isZero();
        assertThat(talk().read(talk().bob, 3).path("unread").asLong()).isEqualTo(2);
        assertThat(talk().read(talk().bob, 1).path("read_seq").asLong()).isEqualTo(3);
        assertThat(talk().read(talk().bob, 99).path("read_seq").asLong()).isEqualTo(5);
        assertThat(talk().unread(talk().bob)).isZero();
        long mine = talk().send(talk().bob, "answer");
        assertThat(talk().unread(talk().alice)).isEqualTo(1);
        assertThat(talk().unread(talk().bob)).isZero();
        JsonNode receipts = talk().ok(talk().alice, "GET", "/receipts?seq=2", null);
        assertThat(receipts.path("read_count").asLong()).isEqualTo(1);
        assertThat(receipts.path("uids").path(0).asLong()).isEqualTo(talk().bob.uid());
        ObjectNode quiet = talk().text(talk().alice, "quiet", "does not count");
        quiet.putObject("options").put("unread_count", false);
        assertThat(talk().sent(talk().alice, quiet).path("seq").asLong()).isEqualTo(mine + 1);
        assertThat(talk().unread(talk().bob)).isZero();
    }

    @Test
    void aMessageIsTakenBackEditedAndDeleted() {
        long revoked = talk().send(talk().alice, "a secret");
        long edited = talk().send(talk().alice, "before");
        long deleted = talk().send(talk().alice, "for nobody");
        long mine = talk().send(talk().alice, "not for bob");
        talk().ok(talk().alice, "POST", "/messages/" + revoked + "/revoke", null);
        talk().edit(talk().alice, edited, 0, "after");
        talk().ok(talk().alice, "DELETE", "/messages/" + deleted + "?scope=all", null);
        talk().ok(talk().bob, "DELETE", "/messages/" + mine + "?scope=self", null);

        JsonNode taken = talk().message(talk().bob, revoked);
        assertThat(taken.path("status").asInt()).isEqualTo(5);
        assertThat(taken.path("content")).isEmpty();
        assertThat(taken.path("revoke").path("uid").asLong())
                .isEqualTo(talk().alice.uid());
        assertThat(taken.path("revoke").path("nickname").asText())
                .isEqualTo(talk().alice.name());
        assertThat(talk().message(talk().bob, edited)
                        .path("content")
                        .path("text")
                        .asText())
                .isEqualTo("after");
        Page bobs = talk().pull(talk().bob, 0, 50);
        assertThat(bobs.messages()).extracting(message -> message.seq()).containsExactly(revoked, edited);
        assertThat(bobs.absent()).hasSize(1);
        assertThat(bobs.absent().get(0)).containsExactly(deleted, mine);
        assertThat(talk().seqs(talk().alice)).containsExactly(revoked, edited, mine);
        assertThat(talk().unread(talk().bob)).isEqualTo(1);

        List<String> kinds = new ArrayList<>();
        talk().changes(talk().bob, 0)
                .path("changes")
                .forEach(change -> kinds.add(change.path("kind").asText()));
        assertThat(kinds).containsExactly("revoked", "edited", "deleted", "deleted");
        assertThat(talk().changes(talk().alice, 0).path("changes")).hasSize(3);
        TestHttp.Response stale = editAgain(edited);
        assertThat(stale.body().path("code").asInt()).isEqualTo(40900);
    }

    private TestHttp.Response editAgain(long seq) {
        ObjectNode body = Json.object().put("version", 0);
        body.putObject("content").put("text", "too late");
        return talk().call(talk().alice, "PATCH", "/messages/" + seq, body);
    }

    @Test
    void clearingHidesWhatWasAndOnlyForOneself() {
        talk().send(talk().alice, "one");
        talk().send(talk().alice, "two");
        talk().ok(talk().bob, "POST", "/clear", null);
        long third = talk().send(talk().alice, "three");
        assertThat(talk().seqs(talk().bob)).containsExactly(third);
        assertThat(talk().pull(talk().bob, 0, 50).minSeq()).isEqualTo(third);
        assertThat(talk().seqs(talk().alice)).containsExactly(1L, 2L, third);
        assertThat(talk().unread(talk().bob)).isEqualTo(1);
    }

    @Test
    void settingsAndHidingAreKeptForTheirOwner() {
        talk().send(talk().alice, "one");
        talk().ok(talk().bob, "PATCH", "", Json.object().put("is_pinned", true).put("recv_msg_opt", 2));
        assertThat(talk().listed(talk().bob).path("is_pinned").asBoolean()).isTrue();
        assertThat(talk().listed(talk().bob).path("recv_msg_opt").asInt()).isEqualTo(2);
        assertThat(talk().listed(talk().alice).path("is_pinned").asBoolean()).isFalse();
        talk().call(talk().alice, "DELETE", "", null);
        assertThat(talk().listed(talk().alice).isMissingNode()).isTrue();
        talk().send(talk().bob, "two");
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() ->
                        assertThat(talk().listed(talk().alice).isMissingNode()).isFalse());
    }

    @Test
    void aDeviceThatWasAwayIsToldWhichConversationsMoved() {
        talk().send(talk().alice, "one");
        try (TestClient bobs = cluster().socket(0, talk().bob)) {
            JsonNode all = bobs.call("sync_conversations", Json.object().put("version", 0));
            assertThat(ids(all)).contains(talk().id);
            JsonNode nothing = bobs.call("sync_conversations", Json.object().set("version", all.path("version")));
            assertThat(ids(nothing)).doesNotContain(talk().id);
            talk().send(talk().alice, "two");
            JsonNode moved = bobs.call("sync_conversations", Json.object().set("version", all.path("version")));
            assertThat(ids(moved)).contains(talk().id);
        }
        JsonNode first =
                cluster().http(0).get("/v1/im/bootstrap", talk().bob.token()).ok();
        assertThat(first.toString()).contains(talk().id);
        assertThat(first.path("total").asLong(first.path("unread").path("total").asLong()))
                .isEqualTo(2);
    }

    /** The next message of the conversation; notifications of a group are messages too. */
    private JsonNode message(TestClient client) {
        JsonNode event;
        do {
            event = client.awaitEvent("message", SOON);
        } while (event != null && !event.path("conversation_id").asText().equals(talk().id));
        return event;
    }

    private static List<String> ids(JsonNode synced) {
        List<String> ids = new ArrayList<>();
        synced.path("changed")
                .forEach(one -> ids.add(one.path("conversation_id").asText()));
        return ids;
    }

    @Test
    void typingAndLiveOnlyMessagesAreShownAndNotKept() {
        try (TestClient bobs = cluster().socket(talk().last(), talk().bob);
                TestClient alices = cluster().socket(0, talk().alice)) {
            ObjectNode live = talk().text(talk().alice, "live", "gone at once");
            live.putObject("options").put("history", false);
            assertThat(alices.call("send", live).path("seq").asLong()).isZero();
            JsonNode event = message(bobs);
            assertThat(event.path("content").path("text").asText()).isEqualTo("gone at once");
        }
        assertThat(talk().send(talk().alice, "kept")).isEqualTo(1);
        assertThat(talk().seqs(talk().bob)).containsExactly(1L);
    }
}
