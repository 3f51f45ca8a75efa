package dev.curlew.group;

import static dev.curlew.group.GroupNode.id;
import static dev.curlew.group.GroupWorld.TENANT;
import static dev.curlew.group.GroupWorld.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.client.Account;
import dev.curlew.domain.Group;
import dev.curlew.domain.GroupMember;
import dev.curlew.protocol.Json;
import dev.curlew.store.redis.RedisKeys;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Groups between MySQL and Redis: what each key holds, when it is asked, and that no old value outlives a change. */
class GroupReadModelsIT extends GroupProbe {

    private static final long LATER = 4_000_000_000_000L;

    private GroupNode node;

    @BeforeAll
    void open() {
        node = new GroupNode(TestConfig.on(world.cluster.stores(), "shared"));
    }

    @AfterAll
    void close() {
        node.close();
    }

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
        assertThat(admins(topic)).containsExactlyInAnyOrder(u.get(0).uid(), u.get(1).uid());
        assertThat(set("admins", topic))
                .containsExactlyInAnyOrder(u.get(0).uid(), u.get(1).uid());
        remove(1, u.get(0), topic, u.get(2));
        assertThat(set("members", topic)).as("kept and changed").isEqualTo(members(topic)).hasSize(2);
        assertThat(node.statements(() -> {
                    assertThat(members(topic)).hasSize(2);
                    assertThat(await(node.reader.isMember(TENANT, GroupWorld.id(topic), u.get(2).uid())))
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
    @Requirement({"A-078", "A-288", "A-290"})
    void whatOneNodeChangedAnotherEnforcesAtOnce() {
        List<Account> u = world.users("owner", "one", "two", "three");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        for (int i = 0; i < 20; i++) {
            boolean even = i % 2 == 0;
            String role = even ? "admin" : "member";
            assertThat(changeMember(0, u.get(0), topic, u.get(1), json().put("role", role)))
                    .isZero();
            assertThat(change(1, u.get(1), topic, json().put("name", "round " + i)))
                    .isEqualTo(even ? 0 : FORBIDDEN);
            for (String policy : List.of("admins", "all")) {
                change(0, u.get(0), topic, json().put("invite_policy", policy));
                assertThat(seen(1, u.get(2), topic).path("invite_policy").asText())
                        .isEqualTo(policy);
            }
        }
        change(0, u.get(0), topic, json().put("invite_policy", "admins"));
        assertThat(add(1, u.get(2), topic, u.get(3))).isEqualTo(FORBIDDEN);
        changeMember(0, u.get(0), topic, u.get(2), json().put("role", "owner"));
        assertThat(seen(1, u.get(1), topic).path("owner_uid").asLong()).isEqualTo(u.get(2).uid());
        assertThat(change(1, u.get(0), topic, json().put("name", "x"))).isEqualTo(FORBIDDEN);
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
        assertThat(world.redis.exists(active, any)).isZero();
        active(topic, uid);
        everMember(topic, uid);
        leave(1, u.get(1), topic);
        assertThat(world.redis.exists(active, any)).isZero();
        assertThat(active(topic, uid)).isEmpty();
        GroupMember gone = everMember(topic, uid).orElseThrow();
        assertThat(gone.state()).isEqualTo(GroupMember.State.LEFT);
        assertThat(gone.bounds().maxSeq()).isEqualTo(1);
        assertThat(cached(any).path("state").asText()).isEqualTo("LEFT");
    }

    @Test
    @Requirement("A-291")
    void aPageIsSharedOnlyByThoseWhoAskTheSame() {
        List<Account> u = world.users("owner", "one", "two");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        String elsewhere = world.group(u.get(0), u.get(1), u.get(2));
        Set<String> before = pages(topic);
        assertThat(before).isEmpty();
        int kinds = 0;
        for (Account by : List.of(u.get(0), u.get(1))) {
            for (String filter : List.of("", "&role=member", "&role=owner")) {
                for (int limit : List.of(1, 2)) {
                    String cursor = page(by, topic, limit, filter).path("next_cursor").asText(null);
                    assertThat(pages(topic)).as(by.name() + filter + limit).hasSize(++kinds);
                    page(by, topic, limit, filter);
                    assertThat(pages(topic)).as("the same again").hasSize(kinds);
                    if (cursor != null && !cursor.equals("null")) {
                        page(by, topic, limit, filter + "&cursor=" + cursor);
                        assertThat(pages(topic)).as("another cursor").hasSize(++kinds);
                    }
                }
            }
        }
        assertThat(pages(elsewhere)).isEmpty();
        page(u.get(2), topic, 1, "");
        assertThat(pages(topic)).as("another member may do the same").hasSize(kinds);
        world.rows("UPDATE {im_group_members} SET nickname = 'behind' WHERE uid = ?", u.get(2).uid());
        assertThat(page(u.get(0), topic, 50, "").toString()).contains("behind");
        world.rows("UPDATE {im_group_members} SET nickname = 'further' WHERE uid = ?", u.get(2).uid());
        assertThat(page(u.get(0), topic, 50, "").toString()).as("not read again").contains("behind");
        changeMember(1, u.get(0), topic, u.get(1), json().put("muted_until", LATER));
        assertThat(page(u.get(0), topic, 50, "").toString())
                .contains("further")
                .contains(Long.toString(LATER));
    }

    @Test
    @Requirement({"A-288", "A-290"})
    void readersDuringAChangeNeverLeaveTheOldValueBehind() {
        List<Account> u = world.users("owner", "one");
        String topic = world.group(u.get(0), u.get(1));
        for (int i = 0; i < 300; i++) {
            String name = "n" + i;
            List<Future<?>> reads = new ArrayList<>();
            Thread reader = new Thread(() -> {
                for (int j = 0; j < 20; j++) {
                    reads.add(node.reader.find(TENANT, id(topic)));
                    reads.add(node.reader.member(TENANT, id(topic), u.get(1).uid()));
                    Thread.onSpinWait();
                }
            });
            reader.start();
            String role = i % 2 == 0 ? "admin" : "member";
            assertThat(change(0, u.get(0), topic, json().put("name", name))).isZero();
            assertThat(changeMember(0, u.get(0), topic, u.get(1), json().put("role", role)))
                    .isZero();
            join(reader);
            await(Future.join(reads));
            assertThat(find(topic).profile().name()).isEqualTo(name);
            assertThat(active(topic, u.get(1).uid()).orElseThrow().role().wire()).isEqualTo(role);
            assertThat(listed(1, u.get(1), topic, u.get(1)).path("role").asText()).isEqualTo(role);
        }
    }

    @Test
    void withoutRedisMysqlAnswers() {
        List<Account> u = world.users("owner", "one");
        String topic = world.group(u.get(0), u.get(1));
        try (GroupNode alone = new GroupNode(TestConfig.on(
                world.cluster.stores(), "shared", "redis.addr=127.0.0.1:1", "redis.read_timeout_ms=500"))) {
            assertThat(await(alone.reader.find(TENANT, id(topic)))).isPresent();
            assertThat(await(alone.reader.member(TENANT, id(topic), u.get(1).uid()))).isPresent();
            assertThat(await(alone.reader.members(TENANT, GroupWorld.id(topic)))).hasSize(2);
            assertThat(await(alone.reader.isMember(TENANT, GroupWorld.id(topic), u.get(1).uid())))
                    .isTrue();
            assertThat(await(alone.reader.admins(TENANT, id(topic)))).hasSize(1);
            assertThat(alone.mutedUntil(topic, u.get(1).uid())).isEmpty();
        }
    }

    @Test
    void aRedisThatRestartedForgetsAllOfIt() {
        RedisKeys keys = new RedisKeys("im");
        for (String key : List.of(
                keys.topic("t", "grp_1"),
                keys.groupProfile("t", 1),
                keys.groupSettings("t", 1),
                keys.groupMembers("t", "1"),
                keys.groupAdmins("t", "1"),
                keys.groupMuted("t", 1),
                keys.groupMemberPage("t", 1, 2, "member"),
                keys.activeSubscription("t", "grp_1", 7),
                keys.anySubscription("t", "grp_1", 7))) {
            assertThat(keys.isCopy(key)).as(key).isTrue();
        }
    }

    private Group find(String topic) {
        return await(node.reader.find(TENANT, id(topic))).orElseThrow();
    }

    private Optional<GroupMember> active(String topic, long uid) {
        return await(node.reader.member(TENANT, id(topic), uid));
    }

    private Optional<GroupMember> everMember(String topic, long uid) {
        return await(node.reader.everMember(TENANT, id(topic), uid));
    }

    private Set<Long> members(String topic) {
        return new TreeSet<>(await(node.reader.members(TENANT, GroupWorld.id(topic))));
    }

    private Set<Long> admins(String topic) {
        return await(node.reader.admins(TENANT, id(topic)));
    }

    private JsonNode page(Account by, String topic, int limit, String filter) {
        return world.get(0, by, "/" + topic + "/members?limit=" + limit + filter).ok();
    }

    private Set<String> pages(String topic) {
        return world.redis.keys(world.key("group:" + GroupWorld.id(topic) + ":page:*"));
    }

    /** The numbers in a set once it is whole; its marks are no numbers. */
    private Set<Long> set(String name, String topic) {
        String key = world.key("group:" + GroupWorld.id(topic) + ":" + name);
        Awaitility.await().until(() -> world.redis.sismember(key, "loaded"));
        Set<Long> numbers = new HashSet<>();
        world.redis.smembers(key).stream()
                .filter(member -> member.matches("[0-9]+"))
                .forEach(member -> numbers.add(Long.parseLong(member)));
        return numbers;
    }

    private JsonNode cached(String key) {
        return Json.read(world.redis.get(key), JsonNode.class);
    }

    private String profileKey(String topic) {
        return world.key("group:" + GroupWorld.id(topic) + ":profile");
    }

    private String settingsKey(String topic) {
        return world.key("group:" + GroupWorld.id(topic) + ":settings");
    }

    private String topicKey(String topic) {
        return world.key("topic:" + topic + ":object");
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
