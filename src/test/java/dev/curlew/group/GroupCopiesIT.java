package dev.curlew.group;

import static dev.curlew.group.GroupNode.id;
import static dev.curlew.group.GroupWorld.TENANT;
import static dev.curlew.group.GroupWorld.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.client.Account;
import dev.curlew.store.redis.RedisKeys;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Copies of groups in Redis: no old one outlives a change, on whichever node. */
class GroupCopiesIT extends GroupModelProbe {

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
        assertThat(seen(1, u.get(1), topic).path("owner_uid").asLong())
                .isEqualTo(u.get(2).uid());
        assertThat(change(1, u.get(0), topic, json().put("name", "x"))).isEqualTo(FORBIDDEN);
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
                    String cursor =
                            page(by, topic, limit, filter).path("next_cursor").asText(null);
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
        world.rows(
                "UPDATE {im_group_members} SET nickname = 'behind' WHERE uid = ?",
                u.get(2).uid());
        assertThat(page(u.get(0), topic, 50, "").toString()).contains("behind");
        world.rows(
                "UPDATE {im_group_members} SET nickname = 'further' WHERE uid = ?",
                u.get(2).uid());
        assertThat(page(u.get(0), topic, 50, "").toString())
                .as("not read again")
                .contains("behind");
        changeMember(1, u.get(0), topic, u.get(1), json().put("muted_until", LATER));
        assertThat(page(u.get(0), topic, 50, "").toString()).contains("further").contains(Long.toString(LATER));
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
            assertThat(active(topic, u.get(1).uid()).orElseThrow().role().wire())
                    .isEqualTo(role);
            assertThat(listed(1, u.get(1), topic, u.get(1)).path("role").asText())
                    .isEqualTo(role);
        }
    }

    @Test
    void withoutRedisMysqlAnswers() {
        List<Account> u = world.users("owner", "one");
        String topic = world.group(u.get(0), u.get(1));
        try (GroupNode alone = new GroupNode(TestConfig.on(
                world.cluster.stores(), "shared", "redis.addr=127.0.0.1:1", "redis.read_timeout_ms=500"))) {
            assertThat(await(alone.reader.find(TENANT, id(topic)))).isPresent();
            assertThat(await(alone.reader.member(TENANT, id(topic), u.get(1).uid())))
                    .isPresent();
            assertThat(await(alone.reader.members(TENANT, GroupWorld.id(topic))))
                    .hasSize(2);
            assertThat(await(alone.reader.isMember(
                            TENANT, GroupWorld.id(topic), u.get(1).uid())))
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
}
