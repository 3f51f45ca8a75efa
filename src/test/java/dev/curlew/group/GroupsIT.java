package dev.curlew.group;

import static dev.curlew.group.GroupWorld.code;
import static dev.curlew.group.GroupWorld.id;
import static dev.curlew.group.GroupWorld.uids;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Groups as their members make, see, change and end them, over both nodes. */
class GroupsIT extends GroupProbe {

    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    void aGroupIsThereOnEveryNodeForItsMembers() {
        List<Account> u = world.users("owner", "one", "two", "stranger");
        Response made = world.create(u.get(0), u.get(1), u.get(2), u.get(1), u.get(0));
        assertThat(made.status()).isEqualTo(201);
        JsonNode group = made.body();
        assertThat(group.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "group_id",
                        "topic",
                        "conversation_id",
                        "name",
                        "face_url",
                        "introduction",
                        "owner_uid",
                        "member_count",
                        "status",
                        "join_policy",
                        "invite_policy",
                        "announce_policy",
                        "muted_until",
                        "ex",
                        "version");
        String topic = group.path("topic").asText();
        assertThat(group.path("conversation_id").asText()).isEqualTo("sg_" + id(topic));
        assertThat(group.path("group_id").asLong()).isEqualTo(id(topic)).isGreaterThan(10_000);
        assertThat(group.path("member_count").asInt()).isEqualTo(3);
        assertThat(group.path("status").asText()).isEqualTo("normal");
        for (int node = 0; node < 2; node++) {
            assertThat(seen(node, u.get(2), topic)).isEqualTo(group);
            assertThat(world.members(node, u.get(1), topic, ""))
                    .containsExactlyInAnyOrder(
                            u.get(0).uid(), u.get(1).uid(), u.get(2).uid());
            assertThat(code(world.get(node, u.get(3), "/" + topic))).isEqualTo(ABSENT);
            assertThat(world.get(node, u.get(1), "").ok().path("groups").get(0)).isEqualTo(group);
            assertThat(world.bootstrap(node, u.get(1)).path("groups").get(0)).isEqualTo(group);
            assertThat(world.bootstrap(node, u.get(3)).path("groups")).isEmpty();
        }
        JsonNode owner = listed(1, u.get(1), topic, u.get(0));
        assertThat(owner.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "uid", "nickname", "face_url", "role", "muted_until", "joined_at", "inviter_uid");
        assertThat(owner.path("role").asText()).isEqualTo("owner");
        assertThat(listed(1, u.get(1), topic, u.get(1)).path("inviter_uid").asLong())
                .isEqualTo(u.get(0).uid());
    }

    @Test
    void nothingIsMadeOfWhatCannotBe() {
        List<Account> u = world.users("owner", "one");
        long before = world.number(
                "SELECT COUNT(*) FROM {im_groups} WHERE owner_uid = ?", u.get(0).uid());
        assertThat(code(world.call(
                        0, u.get(0), "POST", "", named("x", 1L, u.get(1).uid()))))
                .isEqualTo(ABSENT);
        assertThat(code(world.call(0, u.get(0), "POST", "", json().put("name", " "))))
                .isEqualTo(INVALID);
        assertThat(code(world.call(0, u.get(0), "POST", "", json()))).isEqualTo(INVALID);
        assertThat(code(world.call(0, u.get(0), "POST", "", json().put("name", "x".repeat(129)))))
                .isEqualTo(INVALID);
        var many = json().put("name", "many");
        var list = many.putArray("member_uids");
        for (int i = 0; i < 1001; i++) {
            list.add(u.get(1).uid());
        }
        assertThat(code(world.call(0, u.get(0), "POST", "", many))).isEqualTo(INVALID);
        var wrong = json().put("name", "x");
        wrong.putArray("member_uids").add("7");
        assertThat(code(world.call(0, u.get(0), "POST", "", wrong))).isEqualTo(INVALID);
        assertThat(world.number(
                        "SELECT COUNT(*) FROM {im_groups} WHERE owner_uid = ?",
                        u.get(0).uid()))
                .isEqualTo(before);
        String topic = world.group(u.get(0), u.get(1));
        for (String bad : List.of("?limit=0", "?limit=201", "?limit=x", "?cursor=bogus", "?role=boss", "?online=si")) {
            assertThat(code(world.get(0, u.get(0), "/" + topic + "/members" + bad)))
                    .as(bad)
                    .isEqualTo(INVALID);
        }
        for (String absent : List.of("/grp_1", "/sg_10001", "/grp_x", "/grp_99999999999999999999")) {
            assertThat(code(world.get(0, u.get(0), absent))).as(absent).isEqualTo(ABSENT);
        }
        assertThat(change(0, u.get(0), topic, json().put("join_policy", "never")))
                .isEqualTo(INVALID);
        assertThat(change(0, u.get(0), topic, json().put("muted_until", -1))).isEqualTo(INVALID);
        assertThat(changeMember(0, u.get(0), topic, u.get(1), json().put("role", "king")))
                .isEqualTo(INVALID);
    }

    @Test
    void whatChangesIsSeenOnTheOtherNodeAtOnceAndToldToEveryMember() {
        List<Account> u = world.users("owner", "one");
        String topic = world.group(u.get(0), u.get(1));
        try (TestClient phone = world.cluster.socket(1, u.get(1))) {
            long version = seen(1, u.get(1), topic).path("version").asLong();
            assertThat(change(0, u.get(0), topic, json().put("name", "new name").put("introduction", "hi")))
                    .isZero();
            JsonNode group = seen(1, u.get(1), topic);
            assertThat(group.path("name").asText()).isEqualTo("new name");
            assertThat(group.path("introduction").asText()).isEqualTo("hi");
            assertThat(group.path("version").asLong()).isEqualTo(version + 1);
            JsonNode event = awaitKind(phone, "info");
            assertThat(event.path("topic").asText()).isEqualTo(topic);
            assertThat(event.path("uid").asLong()).isEqualTo(u.get(0).uid());
            assertThat(event.path("version").asLong()).isEqualTo(version + 1);

            assertThat(change(
                            0,
                            u.get(0),
                            topic,
                            json().put("invite_policy", "admins").put("join_policy", "open")))
                    .isZero();
            assertThat(seen(1, u.get(1), topic).path("invite_policy").asText()).isEqualTo("admins");
            awaitKind(phone, "settings");

            // The same again is no change.
            assertThat(change(0, u.get(0), topic, json().put("name", "new name")))
                    .isZero();
            assertThat(seen(1, u.get(1), topic).path("version").asLong()).isEqualTo(version + 2);
        }
    }

    @Test
    void notificationsSayWhatBecameOfAGroup() {
        List<Account> u = world.users("owner", "one", "two");
        String topic = world.group(u.get(0), u.get(1));
        try (TestClient phone = world.cluster.socket(1, u.get(1))) {
            awaitNotice(phone, topic, 1004);
            assertThat(add(0, u.get(0), topic, u.get(2))).isZero();
            JsonNode joined = awaitNotice(phone, topic, 1006).path("content");
            assertThat(joined.path("uid").asLong()).isEqualTo(u.get(0).uid());
            assertThat(joined.path("target_uids").get(0).asLong())
                    .isEqualTo(u.get(2).uid());
            assertThat(joined.path("group").path("member_count").asInt()).isEqualTo(3);
            change(0, u.get(0), topic, json().put("name", "other"));
            assertThat(awaitNotice(phone, topic, 1005)
                            .path("content")
                            .path("group")
                            .path("name")
                            .asText())
                    .isEqualTo("other");
            // Whoever was removed is told that, and nothing after it.
            remove(0, u.get(0), topic, u.get(1));
            awaitNotice(phone, topic, 1007);
        }
        try (TestClient phone = world.cluster.socket(0, u.get(2))) {
            world.call(0, u.get(0), "DELETE", "/" + topic, null);
            awaitNotice(phone, topic, 1008);
        }
        assertThat(code(world.get(0, u.get(1), "/" + topic))).isEqualTo(ABSENT);
    }

    @Test
    void onlyOneOwnsAGroupAndTheOwnerHandsItOverBeforeLeaving() {
        List<Account> u = world.users("owner", "one", "two");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        assertThat(leave(0, u.get(0), topic)).isEqualTo(FORBIDDEN);
        assertThat(changeMember(0, u.get(1), topic, u.get(1), json().put("role", "owner")))
                .isEqualTo(FORBIDDEN);
        assertThat(changeMember(0, u.get(0), topic, u.get(1), json().put("role", "owner")))
                .isZero();
        assertThat(seen(1, u.get(0), topic).path("owner_uid").asLong())
                .isEqualTo(u.get(1).uid());
        assertThat(listed(1, u.get(0), topic, u.get(0)).path("role").asText()).isEqualTo("member");
        assertThat(listed(1, u.get(0), topic, u.get(1)).path("role").asText()).isEqualTo("owner");
        assertThat(world.number(
                        "SELECT COUNT(*) FROM {im_group_members} WHERE group_id = ? AND role = 'owner'", id(topic)))
                .isEqualTo(1);
        assertThat(change(1, u.get(0), topic, json().put("name", "not mine any more")))
                .isEqualTo(FORBIDDEN);
        assertThat(leave(1, u.get(0), topic)).isZero();
        assertThat(seen(0, u.get(1), topic).path("member_count").asInt()).isEqualTo(2);
        assertThat(remove(0, u.get(1), topic, u.get(0))).isEqualTo(ABSENT);
    }

    @Test
    void aMuteEndsByItself() {
        List<Account> u = world.users("owner", "one");
        String topic = world.group(u.get(0), u.get(1));
        long later = System.currentTimeMillis() + 3_600_000;
        assertThat(changeMember(0, u.get(0), topic, u.get(1), json().put("muted_until", later)))
                .isZero();
        assertThat(listed(1, u.get(1), topic, u.get(1)).path("muted_until").asLong())
                .isEqualTo(later);
        assertThat(changeMember(1, u.get(0), topic, u.get(1), json().put("muted_until", 0)))
                .isZero();
        assertThat(listed(0, u.get(1), topic, u.get(1)).path("muted_until").asLong())
                .isZero();

        assertThat(change(0, u.get(0), topic, json().put("muted_until", later))).isZero();
        assertThat(seen(1, u.get(1), topic).path("status").asText()).isEqualTo("muted");
        assertThat(seen(1, u.get(1), topic).path("muted_until").asLong()).isEqualTo(later);
        // Its time is over: what is stored says muted still, what is shown does not.
        world.rows("UPDATE {im_groups} SET muted_until = 1 WHERE group_id = ?", id(topic));
        world.redis.del(
                world.key("topic:" + topic + ":object"),
                world.key("group:" + id(topic) + ":profile"),
                world.key("group:" + id(topic) + ":settings"));
        assertThat(seen(1, u.get(1), topic).path("status").asText()).isEqualTo("normal");
        assertThat(seen(1, u.get(1), topic).path("muted_until").asLong()).isZero();
    }

    @Test
    void endingAGroupEndsEverythingButWhatWasSaid() {
        List<Account> u = world.users("owner", "one", "stranger");
        String topic = world.group(u.get(0), u.get(1));
        try (TestClient phone = world.cluster.socket(1, u.get(1))) {
            assertThat(world.call(0, u.get(0), "DELETE", "/" + topic, null).status())
                    .isEqualTo(204);
            awaitKind(phone, "dissolved");
        }
        JsonNode group = seen(1, u.get(1), topic);
        assertThat(group.path("status").asText()).isEqualTo("dissolved");
        assertThat(group.path("member_count").asInt()).isZero();
        for (Account one : List.of(u.get(0), u.get(1))) {
            assertThat(code(world.get(1, one, "/" + topic + "/members"))).isEqualTo(ABSENT);
            assertThat(change(1, one, topic, json().put("name", "back"))).isEqualTo(ABSENT);
            assertThat(add(1, one, topic, u.get(2))).isEqualTo(ABSENT);
            assertThat(leave(1, one, topic)).isEqualTo(ABSENT);
            assertThat(world.get(1, one, "").ok().path("groups")).isEmpty();
        }
        assertThat(code(world.get(1, u.get(2), "/" + topic))).isEqualTo(ABSENT);
        assertThat(world.number(
                        "SELECT COUNT(*) FROM {im_group_members} WHERE group_id = ? AND max_seq = 1", id(topic)))
                .isEqualTo(2);
        assertThat(code(world.call(0, u.get(0), "DELETE", "/" + topic, null))).isEqualTo(ABSENT);
    }

    private static ObjectNode named(String name, long... uids) {
        var body = json().put("name", name);
        body.set("member_uids", uids(uids).get("uids"));
        return body;
    }

    private static JsonNode awaitNotice(TestClient client, String topic, int type) {
        while (true) {
            JsonNode message = client.awaitEvent("message", SOON);
            assertThat(message.path("conversation_id").asText()).isEqualTo("n_" + id(topic));
            assertThat(message.path("conversation_type").asInt()).isEqualTo(4);
            if (message.path("content_type").asInt() == type) {
                return message;
            }
        }
    }

    private static JsonNode awaitKind(TestClient client, String kind) {
        while (true) {
            JsonNode event = client.awaitEvent("group", SOON);
            if (event.path("kind").asText().equals(kind)) {
                return event;
            }
        }
    }
}
