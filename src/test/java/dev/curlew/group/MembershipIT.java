package dev.curlew.group;

import static dev.curlew.group.GroupWorld.code;
import static dev.curlew.group.GroupWorld.id;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.node.TestCluster;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Who comes into a group and who goes: bounds, numbers, lists and counts. */
class MembershipIT extends GroupProbe {

    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    void aDepartureTakesTheNextNumberAndBoundsWhatOneMayRead() {
        List<Account> u = world.users("owner", "one", "two");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        world.rows("UPDATE {im_topic_seq} SET high = 41 WHERE topic = ?", topic);
        try (TestClient phone = world.cluster.socket(1, u.get(1))) {
            assertThat(remove(0, u.get(0), topic, u.get(1))).isZero();
            JsonNode event = phone.awaitEvent("group", SOON);
            while (event.path("kind").asText().equals("created")) {
                event = phone.awaitEvent("group", SOON);
            }
            assertThat(event.path("kind").asText()).isEqualTo("removed");
            assertThat(event.path("target_uids").get(0).asLong())
                    .isEqualTo(u.get(1).uid());
        }
        Row hole = world.rows("SELECT * FROM {im_group_messages} WHERE topic = ?", topic)
                .get(0);
        assertThat(hole.getLong("seqid")).isEqualTo(42);
        assertThat(hole.getLong("group_id")).isEqualTo(id(topic));
        assertThat(hole.getLong("from_user")).isZero();
        assertThat(hole.getString("client_msg_id")).isNull();
        assertThat(hole.getString("status")).isEqualTo("deleted");
        assertThat(world.number("SELECT high FROM {im_topic_seq} WHERE topic = ?", topic))
                .isEqualTo(42);
        Row member = row(topic, u.get(1));
        assertThat(member.getString("state")).isEqualTo("removed");
        assertThat(member.getLong("max_seq")).isEqualTo(42);
        assertThat(member.getLong("left_by")).isEqualTo(u.get(0).uid());
        assertThat(leave(1, u.get(2), topic)).isZero();
        assertThat(row(topic, u.get(2)).getLong("max_seq")).isEqualTo(43);
        assertThat(row(topic, u.get(2)).getString("state")).isEqualTo("left");
        assertThat(world.members(1, u.get(0), topic, ""))
                .containsExactly(u.get(0).uid());
    }

    @Test
    void whoReturnsReadsFromTheirNewNumberOn() {
        List<Account> u = world.users("owner", "one");
        String topic = world.group(u.get(0), u.get(1));
        assertThat(leave(0, u.get(1), topic)).isZero();
        assertThat(code(world.get(1, u.get(1), "/" + topic))).isEqualTo(ABSENT);
        world.rows("UPDATE {im_topic_seq} SET high = 100 WHERE topic = ?", topic);
        assertThat(add(1, u.get(0), topic, u.get(1))).isZero();
        Row back = row(topic, u.get(1));
        assertThat(back.getLong("min_seq")).isEqualTo(101);
        assertThat(back.getLong("max_seq")).isZero();
        assertThat(back.getString("state")).isEqualTo("active");
        assertThat(seen(0, u.get(1), topic).path("member_count").asInt()).isEqualTo(2);
        assertThat(world.number(
                        "SELECT COUNT(*) FROM {im_group_invitations} WHERE group_id = ? AND uid = ? AND inviter_uid = ?",
                        id(topic),
                        u.get(1).uid(),
                        u.get(0).uid()))
                .as("each time a row")
                .isEqualTo(2);
    }

    @Test
    void whoIsBlockedDoesNotComeBackUntilUnblocked() {
        List<Account> u = world.users("owner", "one", "two");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        assertThat(world.call(
                                0,
                                u.get(0),
                                "DELETE",
                                "/" + topic + "/members/" + u.get(1).uid() + "?block=true",
                                null)
                        .status())
                .isEqualTo(204);
        assertThat(add(1, u.get(2), topic, u.get(1))).isEqualTo(BLOCKED);
        JsonNode blocked = world.get(1, u.get(0), "/" + topic + "/blocked").ok();
        assertThat(blocked.path("total").asInt()).isEqualTo(1);
        assertThat(blocked.path("members").get(0).path("uid").asLong())
                .isEqualTo(u.get(1).uid());
        assertThat(code(world.get(1, u.get(2), "/" + topic + "/blocked"))).isEqualTo(FORBIDDEN);
        assertThat(world.call(
                                1,
                                u.get(0),
                                "DELETE",
                                "/" + topic + "/blocked/" + u.get(1).uid(),
                                null)
                        .status())
                .isEqualTo(204);
        assertThat(world.get(0, u.get(0), "/" + topic + "/blocked")
                        .ok()
                        .path("total")
                        .asInt())
                .isZero();
        assertThat(add(1, u.get(2), topic, u.get(1))).isZero();
    }

    @Test
    void invitingFollowsThePolicyAndSaysWhoWasNew() {
        List<Account> u = world.users("owner", "one", "two", "three");
        String topic = world.group(u.get(0), u.get(1));
        var reply = world.call(
                        0,
                        u.get(1),
                        "POST",
                        "/" + topic + "/members",
                        GroupWorld.uids(u.get(0).uid(), u.get(2).uid(), u.get(2).uid()))
                .ok();
        assertThat(reply.path("uids")).hasSize(1);
        assertThat(reply.path("uids").get(0).asLong()).isEqualTo(u.get(2).uid());
        assertThat(reply.path("group").path("member_count").asInt()).isEqualTo(3);
        long version = reply.path("group").path("version").asLong();
        assertThat(add(1, u.get(1), topic, u.get(2))).isZero();
        assertThat(seen(0, u.get(2), topic).path("version").asLong())
                .as("nobody was new")
                .isEqualTo(version);
        assertThat(change(0, u.get(0), topic, json().put("invite_policy", "admins")))
                .isZero();
        assertThat(add(1, u.get(1), topic, u.get(3))).isEqualTo(FORBIDDEN);
        assertThat(changeMember(0, u.get(0), topic, u.get(1), json().put("role", "admin")))
                .isZero();
        assertThat(add(1, u.get(1), topic, u.get(3))).isZero();
    }

    @Test
    @Requirement("A-062")
    void listsHaveTheLengthTheySay() {
        List<Account> u = world.users("owner", "admin", "one", "two", "three");
        String topic = world.group(u.toArray(Account[]::new));
        changeMember(0, u.get(0), topic, u.get(1), json().put("role", "admin"));
        for (String filter : List.of("", "&role=owner", "&role=admin", "&role=member")) {
            List<Long> all = world.members(1, u.get(2), topic, filter);
            JsonNode page = world.get(1, u.get(2), "/" + topic + "/members?limit=1" + filter)
                    .ok();
            assertThat(page.path("total").asInt()).as(filter).isEqualTo(all.size());
            List<Long> onePerPage = new ArrayList<>();
            while (true) {
                page.path("members")
                        .forEach(member -> onePerPage.add(member.path("uid").asLong()));
                if (page.path("next_cursor").isNull()) {
                    break;
                }
                page = world.get(
                                0,
                                u.get(2),
                                "/" + topic + "/members?limit=1" + filter + "&cursor="
                                        + page.path("next_cursor").asText())
                        .ok();
            }
            assertThat(onePerPage).as(filter).isEqualTo(all);
        }
        try (TestClient one = world.cluster.socket(0, u.get(2));
                TestClient two = world.cluster.socket(1, u.get(1))) {
            assertThat(one.session()).isNotEqualTo(two.session());
            assertThat(new TreeSet<>(world.members(0, u.get(0), topic, "&online=true")))
                    .isEqualTo(new TreeSet<>(List.of(u.get(1).uid(), u.get(2).uid())));
            JsonNode online = world.get(1, u.get(0), "/" + topic + "/members?online=true&limit=1")
                    .ok();
            assertThat(online.path("total").asInt()).isEqualTo(2);
            assertThat(online.path("next_cursor").isNull()).isFalse();
            assertThat(world.members(1, u.get(0), topic, "&online=true&role=admin"))
                    .containsExactly(u.get(1).uid());
            assertThat(world.members(1, u.get(0), topic, "&online=false")).hasSize(3);
            // Whoever has blocked the one who asks is neither online nor offline for them.
            world.block(u.get(2), u.get(0));
            assertThat(world.members(1, u.get(0), topic, "&online=true"))
                    .containsExactly(u.get(1).uid());
            assertThat(world.members(1, u.get(0), topic, "&online=false")).hasSize(3);
        }
    }

    @Test
    void aBackendNeedsNoRole() {
        List<Account> u = world.users("owner", "one", "two");
        var body = json().put("tenant", GroupWorld.TENANT)
                .put("owner_uid", u.get(0).uid())
                .put("name", "by the backend");
        body.putArray("member_uids").add(u.get(1).uid());
        String topic = world.admin("POST", "", body).ok().path("topic").asText();
        assertThat(seen(1, u.get(1), topic).path("owner_uid").asLong())
                .isEqualTo(u.get(0).uid());
        assertThat(world.admin(
                                "POST",
                                "/" + topic + "/members",
                                GroupWorld.uids(u.get(2).uid()).put("tenant", GroupWorld.TENANT))
                        .ok()
                        .path("uids"))
                .hasSize(1);
        long later = System.currentTimeMillis() + 60_000;
        String member = "/" + topic + "/members/" + u.get(2).uid();
        assertThat(world.admin("PATCH", member, json().put("muted_until", later))
                        .ok()
                        .path("muted_until")
                        .asLong())
                .isEqualTo(later);
        assertThat(world.admin(
                                "PATCH",
                                "/" + topic,
                                json().put("muted_until", later).put("large", "yes"))
                        .ok()
                        .path("status")
                        .asText())
                .isEqualTo("muted");
        assertThat(world.number("SELECT large FROM {im_groups} WHERE group_id = ?", id(topic)))
                .isEqualTo(1);
        assertThat(world.admin("PATCH", member, json().put("role", "owner"))
                        .ok()
                        .path("role")
                        .asText())
                .isEqualTo("owner");
        assertThat(code(world.admin("DELETE", member + "?tenant=demo", null))).isEqualTo(FORBIDDEN);
        assertThat(world.admin("DELETE", "/" + topic + "/members/" + u.get(1).uid() + "?tenant=demo", null)
                        .status())
                .isEqualTo(204);
        assertThat(code(world.admin("DELETE", "/" + topic + "?tenant=nowhere", null)))
                .isEqualTo(ABSENT);
        assertThat(world.admin("DELETE", "/" + topic + "?tenant=demo", null).status())
                .isEqualTo(204);
        assertThat(seen(0, u.get(0), topic).path("status").asText()).isEqualTo("dissolved");
    }

    @Test
    void theDemoUsersHaveAGroupOnceThoughBothNodesMadeIt() {
        Account alice = world.cluster.http(1).login("demo", "alice", "alice-pass", TestCluster.WEB);
        JsonNode group = world.get(1, alice, "").ok().path("groups").get(0);
        assertThat(group.path("topic").asText()).isEqualTo("grp_10000");
        assertThat(group.path("owner_uid").asLong()).isEqualTo(alice.uid());
        assertThat(world.members(0, alice, "grp_10000", "")).hasSize(3);
    }

    private Row row(String topic, Account member) {
        return world.rows("SELECT * FROM {im_group_members} WHERE group_id = ? AND uid = ?", id(topic), member.uid())
                .get(0);
    }
}
