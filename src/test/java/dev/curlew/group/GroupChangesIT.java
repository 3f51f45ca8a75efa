package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.group.Talk.How;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Revoke, edit, delete and clear in groups, each done on one node and seen on the other. */
class GroupChangesIT extends GroupProbe {

    @Test
    @Requirement({"A-221", "A-231"})
    void aRevokedMessageReachesEveryMemberUnderItsNumberAndLosesItsContent() {
        List<Account> two = world.users("owner", "member");
        Account member = two.get(1);
        String topic = world.group(two.get(0), member);
        Talk talk = new Talk(world);
        talk.say(topic, two.get(0), "one");
        talk.say(topic, member, "secret");
        assertThat(text(pull(1, two.get(0), topic), 2)).isEqualTo("secret");
        try (TestClient seeing = world.cluster.socket(1, two.get(0))) {
            JsonNode answer = revoke(0, member, topic, 2).ok();
            assertThat(answer.path("seq").asLong()).isEqualTo(2);
            JsonNode told = seeing.awaitEvent("revoked", TestClient.PATIENCE);
            assertThat(told.path("conversation_id").asText()).isEqualTo(id(topic));
            assertThat(told.path("seq").asLong()).isEqualTo(2);
            assertThat(told.path("uid").asLong()).isEqualTo(member.uid());
            assertThat(told.path("version").asLong())
                    .isEqualTo(answer.path("version").asLong());
            assertThat(revoke(1, member, topic, 2).ok()).isEqualTo(answer);
        }
        for (int node = 0; node < 2; node++) {
            JsonNode message = pull(node, two.get(0), topic).path("messages").path(1);
            assertThat(message.path("seq").asLong()).isEqualTo(2);
            assertThat(message.path("status").asInt()).isEqualTo(5);
            assertThat(message.path("content")).isEmpty();
            assertThat(message.path("revoke").path("role").asInt()).isEqualTo(1);
            assertThat(message.toString()).doesNotContain("secret");
        }
        assertThat(standing(1, two.get(0), topic).path("unread").asLong())
                .as("what was taken back does not count")
                .isZero();
        assertThat(world.redis.get(world.key("topic:{" + topic + "}:hot_msg:2")))
                .isEqualTo("changed");
        JsonNode changes = changes(1, two.get(0), topic, 0);
        assertThat(changes.path("changes").path(0).path("kind").asText()).isEqualTo("revoked");
        assertThat(changes.path("version").asLong()).isEqualTo(1);
        assertThat(standing(0, two.get(0), topic).path("version").asLong()).isEqualTo(1);
    }

    @Test
    @Requirement("B-175")
    void ownerAndAdminsTakeBackWhatThoseBelowThemSaid() {
        List<Account> three = world.users("owner", "admin", "member");
        Account owner = three.get(0);
        Account admin = three.get(1);
        Account member = three.get(2);
        String topic = world.group(owner, admin, member);
        changeMember(0, owner, topic, admin, json().put("role", "admin"));
        Talk talk = new Talk(world);
        talk.say(topic, member, "1", How.before(600_000));
        talk.say(topic, member, "2", How.before(600_000));
        talk.say(topic, admin, "3");
        talk.say(topic, owner, "4");
        assertThat(GroupWorld.code(revoke(0, member, topic, 1))).as("too late").isEqualTo(FORBIDDEN);
        assertThat(GroupWorld.code(revoke(0, member, topic, 3))).isEqualTo(FORBIDDEN);
        assertThat(GroupWorld.code(revoke(1, admin, topic, 4))).isEqualTo(FORBIDDEN);
        revoke(1, admin, topic, 1).ok();
        revoke(1, owner, topic, 2).ok();
        revoke(0, owner, topic, 3).ok();
        JsonNode messages = pull(1, member, topic).path("messages");
        assertThat(messages.path(0).path("revoke").path("role").asInt()).isEqualTo(2);
        assertThat(messages.path(1).path("revoke").path("role").asInt()).isEqualTo(3);
        assertThat(messages.path(2).path("revoke").path("uid").asLong()).isEqualTo(owner.uid());
    }

    @Test
    @Requirement("A-200")
    void anEditIsSeenByAllAndNeverOverAnother() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        new Talk(world).say(topic, two.get(1), "old");
        pull(0, two.get(0), topic);
        JsonNode made = edit(0, two.get(1), topic, 1, 0, "new").ok();
        assertThat(text(pull(1, two.get(0), topic), 1)).isEqualTo("new");
        assertThat(edit(1, two.get(1), topic, 1, 0, "new").ok()).isEqualTo(made);
        assertThat(world.number("SELECT version FROM {im_group_messages} WHERE topic = ? AND seqid = 1", topic))
                .isEqualTo(2);
        assertThat(GroupWorld.code(edit(1, two.get(1), topic, 1, 0, "other"))).isEqualTo(CONFLICT);
        assertThat(GroupWorld.code(edit(1, two.get(0), topic, 1, 1, "other"))).isEqualTo(FORBIDDEN);
        assertThat(pull(1, two.get(0), topic)
                        .path("messages")
                        .path(0)
                        .path("version")
                        .asLong())
                .isEqualTo(made.path("version").asLong());
        assertThat(changes(1, two.get(0), topic, 0)
                        .path("changes")
                        .path(0)
                        .path("content")
                        .path("text")
                        .asText())
                .isEqualTo("new");
    }

    @Test
    void whatIsDeletedForOneselfIsThereForOthers() {
        List<Account> two = world.users("owner", "member");
        Account member = two.get(1);
        String topic = world.group(two.get(0), member);
        Talk talk = new Talk(world);
        talk.say(topic, two.get(0), "one");
        talk.say(topic, two.get(0), "two");
        assertThat(standing(0, member, topic).path("unread").asLong()).isEqualTo(2);
        delete(0, member, topic, 1, "self").ok();
        assertThat(GroupPullIT.seqs(pull(1, member, topic))).containsExactly(2L);
        assertThat(GroupPullIT.seqs(pull(1, two.get(0), topic))).containsExactly(1L, 2L);
        assertThat(standing(1, member, topic).path("unread").asLong()).isEqualTo(1);
        assertThat(changes(1, two.get(0), topic, 0).path("changes")).isEmpty();

        assertThat(GroupWorld.code(delete(1, member, topic, 2, "all"))).isEqualTo(FORBIDDEN);
        delete(1, two.get(0), topic, 1, "all").ok();
        assertThat(GroupPullIT.seqs(pull(0, two.get(0), topic))).containsExactly(2L);
        assertThat(standing(0, member, topic).path("unread").asLong())
                .as("gone for one and for all, it counts once")
                .isEqualTo(1);
    }

    @Test
    void clearingIsForOneselfAndReadsAll() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        Talk talk = new Talk(world);
        talk.say(topic, two.get(0), "one");
        assertThat(world.http(0)
                        .post(
                                "/v1/im/conversations/" + id(topic) + "/clear",
                                two.get(1).token(),
                                json())
                        .ok()
                        .path("min_seq")
                        .asLong())
                .isEqualTo(2);
        assertThat(standing(1, two.get(1), topic).path("unread").asLong()).isZero();
        assertThat(GroupPullIT.seqs(pull(1, two.get(1), topic))).isEmpty();
        assertThat(GroupPullIT.seqs(pull(1, two.get(0), topic))).containsExactly(1L);
        talk.say(topic, two.get(0), "two");
        assertThat(GroupPullIT.seqs(pull(0, two.get(1), topic))).containsExactly(2L);
    }

    @Test
    void whoIsOutChangesNothingAndSeesNoLaterChange() {
        List<Account> two = world.users("owner", "removed");
        String topic = world.group(two.get(0), two.get(1));
        Talk talk = new Talk(world);
        talk.say(topic, two.get(1), "one");
        remove(0, two.get(0), topic, two.get(1));
        talk.say(topic, two.get(0), "three");
        revoke(0, two.get(0), topic, 3).ok();
        assertThat(GroupWorld.code(revoke(1, two.get(1), topic, 1))).isEqualTo(ABSENT);
        assertThat(GroupWorld.code(edit(1, two.get(1), topic, 1, 0, "x"))).isEqualTo(ABSENT);
        assertThat(changes(1, two.get(1), topic, 0).path("changes")).isEmpty();
    }

    @Test
    void aChangeThatWasLeftHalfWayIsFinishedByTheClock() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        new Talk(world).say(topic, two.get(0), "one");
        revoke(0, two.get(0), topic, 1).ok();
        world.rows("UPDATE {im_group_changes} SET open_mark = 1, time = time - 60000 WHERE topic = ?", topic);
        world.redis.del(world.key("topic:{" + topic + "}:version"));
        Awaitility.await()
                .until(() ->
                        world.number("SELECT COUNT(*) FROM {im_group_changes} WHERE topic = ? AND open_mark = 1", topic)
                                == 0);
        assertThat(standing(1, two.get(1), topic).path("version").asLong()).isEqualTo(1);
    }

    private JsonNode pull(int node, Account as, String topic) {
        return world.http(node)
                .get("/v1/im/conversations/" + id(topic) + "/messages?after_seq=0", as.token())
                .ok();
    }

    private JsonNode standing(int node, Account who, String topic) {
        ObjectNode data = json();
        data.putArray("conversation_ids").add(id(topic));
        try (TestClient socket = world.cluster.socket(node, who)) {
            return socket.call("seqs", data).path("conversations").path(0);
        }
    }

    private JsonNode changes(int node, Account who, String topic, long after) {
        return world.http(node)
                .get("/v1/im/conversations/" + id(topic) + "/changes?after_version=" + after, who.token())
                .ok();
    }

    private Response revoke(int node, Account who, String topic, long seq) {
        return world.http(node).post(message(topic, seq) + "/revoke", who.token(), json());
    }

    private Response edit(int node, Account who, String topic, long seq, long version, String text) {
        ObjectNode data = json().put("version", version);
        data.putObject("content").put("text", text);
        return world.http(node).call("PATCH", message(topic, seq), who.token(), data);
    }

    private Response delete(int node, Account who, String topic, long seq, String scope) {
        return world.http(node).call("DELETE", message(topic, seq) + "?scope=" + scope, who.token(), null);
    }

    private static String message(String topic, long seq) {
        return "/v1/im/conversations/" + id(topic) + "/messages/" + seq;
    }

    private static String text(JsonNode page, long seq) {
        List<String> found = new ArrayList<>();
        page.path("messages").forEach(message -> {
            if (message.path("seq").asLong() == seq) {
                found.add(message.path("content").path("text").asText());
            }
        });
        return found.get(0);
    }

    private static String id(String topic) {
        return "sg_" + GroupWorld.id(topic);
    }
}
