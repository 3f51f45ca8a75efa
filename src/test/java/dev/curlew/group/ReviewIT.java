package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Messages of groups that wait for a review: said on one node, decided on the other, seen on both. */
class ReviewIT extends ReviewProbe {

    @Test
    @Requirement({"A-199", "A-223"})
    void whatWaitsIsItsSendersAloneUntilItIsReleased() {
        List<Account> two = world.users("sender", "member");
        Account sender = two.get(0);
        Account member = two.get(1);
        String topic = reviewed("all", sender, member);
        try (TestClient tablet = world.cluster.socket(1, sender, "tablet");
                TestClient listening = world.cluster.socket(1, member, "phone")) {
            List<JsonNode> heard = listen(listening);
            ObjectNode first = said(topic, "first", "to be read by somebody");
            first.put("mention_all", true);
            assertThat(sends(0, sender, first)).isEqualTo(1);
            assertThat(messageEvent(tablet).path("seq").asLong()).isEqualTo(1);
            review(topic, "off");
            sends(0, sender, said(topic, "second", "open"));
            Awaitility.await()
                    .until(() -> heard(heard, "message", "/data/topic", topic).equals(List.of(2L)));

            assertThat(row(topic, 1).getString("audit_status")).isEqualTo("pending");
            JsonNode page = pull(1, member, topic);
            assertThat(GroupPullIT.seqs(page)).containsExactly(2L);
            assertThat(page.path("pending")).hasToString("[[1,1]]");
            JsonNode own = pull(0, sender, topic).path("messages");
            assertThat(own.path(0).path("review").asText()).isEqualTo("pending");
            assertThat(own.path(1).has("review")).isFalse();
            assertThat(conversation(1, member, topic).path("unread").asLong()).isEqualTo(1);
            assertThat(conversation(1, member, topic).path("group_at_type").asInt())
                    .isZero();
            assertThat(waiting(topic)).containsExactly(1L);

            List<CompletableFuture<Response>> decisions = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                int node = i % 2;
                decisions.add(CompletableFuture.supplyAsync(() -> decide(node, topic, 1, "pass")));
            }
            decisions.forEach(one ->
                    assertThat(one.join().ok().path("audit_status").asText()).isEqualTo("pass"));
            JsonNode released = changes(1, member, topic, 0);
            assertThat(released.path("version").asLong()).isEqualTo(1);
            assertThat(released.path("changes")).hasSize(1);
            JsonNode entry = released.path("changes").path(0);
            assertThat(entry.path("kind").asText()).isEqualTo("released");
            assertThat(entry.at("/message/content/text").asText()).isEqualTo("to be read by somebody");
            assertThat(entry.at("/message/version").asLong())
                    .as("nobody edited it")
                    .isZero();
            Awaitility.await().until(() -> !syncs(heard).isEmpty());
            JsonNode sync = syncs(heard).get(0);
            assertThat(sync.path("conversation_id").asText()).isEqualTo(id(topic));
            assertThat(sync.path("max_seq").asLong()).isEqualTo(2);
            for (int node = 0; node < 2; node++) {
                JsonNode now = pull(node, member, topic);
                assertThat(GroupPullIT.seqs(now)).containsExactly(1L, 2L);
                assertThat(now.path("pending")).isEmpty();
                assertThat(conversation(node, member, topic).path("unread").asLong())
                        .isEqualTo(2);
                assertThat(conversation(node, member, topic)
                                .path("group_at_type")
                                .asInt())
                        .isEqualTo(1);
            }
            assertThat(syncs(heard)).as("published once").hasSize(1);
            assertThat(GroupWorld.code(decide(0, topic, 1, "reject"))).isEqualTo(CONFLICT);
        }
    }

    @Test
    @Requirement({"A-199", "A-223"})
    void whatWasRejectedIsForNobodyEverAfter() {
        List<Account> two = world.users("sender", "member");
        String topic = reviewed("all", two.get(0), two.get(1));
        ObjectNode file = json().put("topic", topic).put("client_msg_id", "f").put("content_type", 105);
        file.putObject("content")
                .put("url", "https://f/secret")
                .put("name", "n")
                .put("size", 7)
                .put("mime", "a/b");
        sends(0, two.get(0), file);
        assertThat(world.get(1, two.get(1), "/" + topic + "/files").ok().path("files"))
                .isEmpty();
        assertThat(GroupWorld.code(edit(0, two.get(0), topic, 1, "harmless"))).isEqualTo(FORBIDDEN);
        assertThat(GroupWorld.code(world.http(0)
                        .post(
                                "/v1/im/messages",
                                two.get(1).token(),
                                said(topic, "r", "see").put("reply_seq", 1))))
                .isEqualTo(INVALID);
        try (TestClient listening = world.cluster.socket(0, two.get(1))) {
            decide(1, topic, 1, "reject").ok();
            JsonNode told = listening.awaitEvent("deleted", TestClient.PATIENCE);
            assertThat(told.path("seqs")).hasToString("[1]");
            assertThat(told.toString()).doesNotContain("secret");
        }
        for (Account one : two) {
            for (int node = 0; node < 2; node++) {
                JsonNode page = pull(node, one, topic);
                assertThat(page.path("messages")).isEmpty();
                assertThat(page.path("absent")).hasToString("[[1,1]]");
            }
        }
        assertThat(changes(0, two.get(1), topic, 0)
                        .path("changes")
                        .path(0)
                        .path("kind")
                        .asText())
                .isEqualTo("deleted");
        assertThat(conversation(1, two.get(1), topic).path("unread").asLong()).isZero();
        assertThat(GroupWorld.code(decide(0, topic, 1, "pass"))).isEqualTo(CONFLICT);
        decide(0, topic, 1, "reject").ok();
        assertThat(GroupWorld.code(revoke(0, two.get(0), topic, 1))).isEqualTo(ABSENT);
        assertThat(world.get(1, two.get(1), "/" + topic + "/files").ok().path("files"))
                .isEmpty();
        Row audit = world.rows("SELECT * FROM {im_group_audits} WHERE topic = ?", topic)
                .get(0);
        assertThat(audit.getString("decision")).isEqualTo("reject");
        assertThat(audit.getString("reviewer")).isEqualTo("ada");
        assertThat(row(topic, 1).getString("content"))
                .as("kept for whoever looks again")
                .contains("secret");
    }

    @Test
    @Requirement("A-223")
    void aReleaseThatWasLeftHalfWayIsPublishedByTheClock() {
        List<Account> two = world.users("sender", "member");
        String topic = reviewed("all", two.get(0), two.get(1));
        sends(0, two.get(0), said(topic, "a", "hello"));
        assertThat(conversation(0, two.get(1), topic).path("unread").asLong()).isZero();
        // As a node leaves it that stops after the commit: nothing of what follows was done.
        world.rows("UPDATE {im_group_messages} SET audit_status = 'pass' WHERE topic = ?", topic);
        world.rows("DELETE FROM {im_group_marks} WHERE topic = ? AND kind = 'held'", topic);
        try (TestClient listening = world.cluster.socket(1, two.get(1))) {
            world.rows(
                    "INSERT INTO {im_group_changes} (topic, version, owner, uid, kind, body, time, open_mark)"
                            + " VALUES (?, 1, 0, 0, 'released', '{\"seq\":1,\"reviewer\":\"\",\"reason\":\"\"}', ?, 1)",
                    topic,
                    System.currentTimeMillis() - 60_000);
            JsonNode sync = listening.awaitEvent("sync", TestClient.PATIENCE);
            while (sync.at("/conversations/0/version").asLong() == 0) {
                sync = listening.awaitEvent("sync", TestClient.PATIENCE);
            }
            assertThat(sync.at("/conversations/0/version").asLong()).isEqualTo(1);
        }
        assertThat(conversation(0, two.get(1), topic).path("unread").asLong()).isEqualTo(1);
        assertThat(changes(0, two.get(1), topic, 0)
                        .at("/changes/0/message/content/text")
                        .asText())
                .isEqualTo("hello");
    }

    @Test
    void whatItsSenderTakesBackWaitsNoMore() {
        List<Account> two = world.users("sender", "member");
        String topic = reviewed("all", two.get(0), two.get(1));
        sends(0, two.get(0), said(topic, "a", "oops"));
        assertThat(GroupWorld.code(revoke(1, two.get(1), topic, 1))).isEqualTo(ABSENT);
        revoke(1, two.get(0), topic, 1).ok();
        assertThat(waiting(topic)).isEmpty();
        assertThat(GroupWorld.code(decide(0, topic, 1, "pass"))).isEqualTo(CONFLICT);
        assertThat(pull(0, two.get(1), topic).toString()).doesNotContain("oops");
        assertThat(conversation(1, two.get(1), topic).path("unread").asLong()).isZero();
    }

    /** Numbers of the events of a name that are about something. */
    private static List<Long> heard(List<JsonNode> heard, String event, String where, String what) {
        return List.copyOf(heard).stream()
                .filter(one -> one.path("event").asText().equals(event))
                .filter(one -> one.at(where).asText().equals(what))
                .filter(one -> one.at("/data/conversation_type").asInt() == 2)
                .map(one -> one.at("/data/seq").asLong())
                .toList();
    }

    /** Words of a first change. */
    private static List<JsonNode> syncs(List<JsonNode> heard) {
        return List.copyOf(heard).stream()
                .filter(one -> one.path("event").asText().equals("sync"))
                .map(one -> one.at("/data/conversations/0"))
                .filter(one -> one.path("version").asLong() == 1)
                .toList();
    }
}
