package dev.curlew.group;

import static dev.curlew.group.GroupWorld.TENANT;
import static dev.curlew.group.GroupWorld.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.GroupRole;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Groups between MySQL and Redis: what each key holds and when it is asked. */
class GroupReadModelsIT extends GroupModelProbe {

    @Test
    @Requirement({"A-077", "A-078", "A-082", "A-083", "A-288"})
    void objectsHoldWhatTheDatabaseHolds() {
        List<Account> u = world.users("owner", "one");
        String topic = world.group(u.get(0), u.get(1));
        change(0, u.get(0), topic, json().put("introduction", "about").put("invite_policy", "admins"));
        seen(1, u.get(1), topic);
        Row row = world.rows("SELECT * FROM {im_groups} WHERE group_id = ?", GroupWorld.id(topic))
                .get(0);
        JsonNode profile = cached(profileKey(topic));
        assertThat(profile.path("name").asText()).isEqualTo(row.getString("name"));
        assertThat(profile.path("face_url").asText()).isEqualTo(row.getString("face_url"));
        assertThat(profile.path("introduction").asText()).isEqualTo("about");
        assertThat(profile.path("member_count").asInt()).isEqualTo(row.getInteger("member_count"));
        assertThat(profile.path("type").asInt()).isEqualTo(2);
        JsonNode settings = cached(settingsKey(topic));
        assertThat(settings.path("join_policy").asText()).isEqualTo(row.getString("join_policy"));
        assertThat(settings.path("invite_policy").asText()).isEqualTo("admins");
        assertThat(settings.path("announce_policy").asText()).isEqualTo(row.getString("announce_policy"));
        assertThat(settings.path("muted_until").asLong()).isEqualTo(row.getLong("muted_until"));
        JsonNode object = cached(topicKey(topic));
        assertThat(object.path("owner_uid").asLong()).isEqualTo(row.getLong("owner_uid"));
        assertThat(object.path("status").asText()).isEqualTo("normal");
        assertThat(object.path("version").asLong()).isEqualTo(row.getLong("version"));
        for (String key : List.of(profileKey(topic), settingsKey(topic), topicKey(topic))) {
            assertThat(world.redis.ttl(key)).isBetween(290L, 300L);
        }
        assertThat(node.statements(() -> {
                    for (int i = 0; i < 100; i++) {
                        assertThat(find(topic).profile().introduction()).isEqualTo("about");
                    }
                }))
                .isZero();
    }

    @Test
    @Requirement({"A-079", "A-080", "A-084", "A-085"})
    void setsHoldWhoIsInAndWhoLeads() {
        List<Account> u = world.users("owner", "one", "two");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        Set<Long> all = Set.of(u.get(0).uid(), u.get(1).uid(), u.get(2).uid());
        assertThat(members(topic)).isEqualTo(all);
        assertThat(set("members", topic)).isEqualTo(all);
        assertThat(admins(topic)).containsExactly(u.get(0).uid());
        assertThat(set("admins", topic)).containsExactly(u.get(0).uid());

        changeMember(0, u.get(0), topic, u.get(1), json().put("role", "admin"));
        assertThat(admins(topic))
                .containsExactlyInAnyOrder(u.get(0).uid(), u.get(1).uid());
        assertThat(set("admins", topic))
                .containsExactlyInAnyOrder(u.get(0).uid(), u.get(1).uid());
        remove(1, u.get(0), topic, u.get(2));
        assertThat(set("members", topic))
                .as("kept and changed")
                .isEqualTo(members(topic))
                .hasSize(2);
        assertThat(node.statements(() -> {
                    assertThat(members(topic)).hasSize(2);
                    assertThat(await(node.reader.isMember(
                                    TENANT, GroupWorld.id(topic), u.get(2).uid())))
                            .isFalse();
                }))
                .isZero();
    }

    @Test
    @Requirement("A-086")
    void mutedMembersAreThereWithWhenItEnds() {
        List<Account> u = world.users("owner", "one", "two");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        String key = world.key("group:" + GroupWorld.id(topic) + ":muted");
        assertThat(node.mutedUntil(topic, u.get(1).uid())).isEmpty();
        changeMember(0, u.get(0), topic, u.get(1), json().put("muted_until", LATER));
        assertThat(node.mutedUntil(topic, u.get(1).uid())).hasValue(LATER);
        assertThat(world.redis.zscore(key, Long.toString(u.get(1).uid()))).isEqualTo((double) LATER);
        assertThat(node.statements(() -> {
                    assertThat(node.mutedUntil(topic, u.get(1).uid())).hasValue(LATER);
                    assertThat(node.mutedUntil(topic, u.get(2).uid())).isEmpty();
                }))
                .as("also that somebody is not muted")
                .isZero();
        changeMember(1, u.get(0), topic, u.get(1), json().put("muted_until", 0));
        assertThat(node.mutedUntil(topic, u.get(1).uid())).isEmpty();
    }

    @Test
    @Requirement("A-289")
    void aMembershipIsKnownWhileItHoldsAndRememberedAfterwards() {
        List<Account> u = world.users("owner", "one");
        String topic = world.group(u.get(0), u.get(1));
        long uid = u.get(1).uid();
        String active = world.key("sub:" + topic + ":" + uid + ":active");
        String any = world.key("sub:" + topic + ":" + uid + ":any");
        assertThat(active(topic, uid)).isPresent();
        assertThat(everMember(topic, uid)).isPresent();
        assertThat(world.redis.exists(active, any)).isEqualTo(2);
        assertThat(node.statements(() -> {
                    active(topic, uid);
                    everMember(topic, uid);
                }))
                .isZero();
        changeMember(0, u.get(0), topic, u.get(1), json().put("role", "admin"));
        assertThat(world.redis.exists(active)).isFalse();
        assertThat(active(topic, uid).orElseThrow().role()).isEqualTo(GroupRole.ADMIN);
        assertThat(everMember(topic, uid).orElseThrow().role()).isEqualTo(GroupRole.ADMIN);
        leave(1, u.get(1), topic);
        assertThat(world.redis.exists(active, any)).isZero();
        assertThat(active(topic, uid)).isEmpty();
        GroupMember gone = everMember(topic, uid).orElseThrow();
        assertThat(gone.state()).isEqualTo(GroupMember.State.LEFT);
        assertThat(gone.bounds().maxSeq()).isEqualTo(1);
        assertThat(cached(any).path("state").asText()).isEqualTo("LEFT");
    }
}
