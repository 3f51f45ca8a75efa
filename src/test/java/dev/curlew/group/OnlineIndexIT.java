package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.Pause;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which members of a group are online, and where: kept in Redis by everything that changes it, and put right when it is wrong. */
class OnlineIndexIT {

    private static final int ABSENT = 40400;
    private static final int INVALID = 40002;

    private static GroupsOnline online;
    private static GroupWorld world;

    @BeforeAll
    static void start() {
        online = new GroupsOnline("onlineindex");
        world = online.world;
    }

    @AfterAll
    static void stop() {
        online.close();
    }

    private static void member(String method, Account as, String topic, String path) {
        int status =
                world.call(0, as, method, "/" + topic + "/members" + path, null).status();
        assertThat(status).isEqualTo(204);
    }

    private static void add(Account by, String topic, Account whom) {
        world.call(0, by, "POST", "/" + topic + "/members", GroupWorld.uids(whom.uid()))
                .ok();
    }

    @Test
    @Requirement({"A-058", "A-059", "A-060", "A-102"})
    void whateverChangesWhoIsThereChangesTheSets() {
        List<Account> u = world.users("owner", "member");
        Account owner = u.get(0);
        Account member = u.get(1);
        try (TestClient first = online.socket(0, owner)) {
            String topic = world.group(owner, member);
            online.awaitOnline(topic, Set.of(owner), Set.of());
            try (TestClient socket = online.socket(1, member)) {
                online.awaitOnline(topic, Set.of(owner), Set.of(member));
                assertThat(GroupsOnline.code(socket, "detach", topic)).isZero();
                online.awaitOnline(topic, Set.of(owner), Set.of());
                assertThat(GroupsOnline.code(socket, "attach", topic)).isZero();
                online.awaitOnline(topic, Set.of(owner), Set.of(member));

                member("DELETE", member, topic, "/me");
                online.awaitOnline(topic, Set.of(owner), Set.of());
                add(owner, topic, member);
                online.awaitOnline(topic, Set.of(owner), Set.of(member));
                member("DELETE", owner, topic, "/" + member.uid());
                online.awaitOnline(topic, Set.of(owner), Set.of());
                add(owner, topic, member);
                online.awaitOnline(topic, Set.of(owner), Set.of(member));
            }
            online.awaitOnline(topic, Set.of(owner), Set.of());
            GroupsOnline.stillOpen(first);
        }
    }

    @Test
    void whoIsOnTwoNodesStaysUntilBothAreLeft() {
        List<Account> u = world.users("owner", "member");
        String topic = world.group(u.get(0), u.get(1));
        try (TestClient here = online.socket(0, u.get(1))) {
            try (TestClient there = online.socket(1, u.get(1))) {
                online.awaitOnline(topic, Set.of(u.get(1)), Set.of(u.get(1)));
                assertThat(GroupsOnline.code(there, "detach", topic)).isZero();
                online.awaitOnline(topic, Set.of(u.get(1)), Set.of());
            }
            GroupsOnline.stillOpen(here);
        }
        online.awaitOnline(topic, Set.of(), Set.of());
    }

    @Test
    @Requirement("A-061")
    void aHeartbeatRaisesTheLifeOfTheSets() {
        List<Account> u = world.users("owner", "member");
        String topic = world.group(u.get(0), u.get(1));
        try (TestClient socket = online.socket(1, u.get(1))) {
            online.awaitOnline(topic, Set.of(), Set.of(u.get(1)));
            List<String> keys = List.of(online.online(topic), online.online(topic, 1), online.nodes(topic));
            keys.forEach(key -> world.redis.pexpire(key, 1_900));
            Awaitility.await()
                    .atMost(GroupsOnline.SOON)
                    .untilAsserted(() -> assertThat(keys)
                            .allSatisfy(key -> assertThat(world.redis.pttl(key)).isBetween(2_001L, 4_000L)));
            GroupsOnline.stillOpen(socket);
        }
    }

    @Test
    @Requirement("A-164")
    void whatIsWrongIsRightAgainWithinAHeartbeat() {
        List<Account> u = world.users("owner", "member");
        Account owner = u.get(0);
        Account member = u.get(1);
        String topic = world.group(owner, member);
        try (TestClient here = online.socket(0, owner);
                TestClient there = online.socket(1, member)) {
            online.awaitOnline(topic, Set.of(owner), Set.of(member));
            world.redis.sadd(online.online(topic), "999999");
            world.redis.sadd(online.online(topic, 0), "999998");
            world.redis.srem(online.online(topic, 1), Long.toString(member.uid()));
            online.awaitOnline(topic, Set.of(owner), Set.of(member));
            world.redis.del(online.online(topic), online.online(topic, 0), online.nodes(topic));
            online.awaitOnline(topic, Set.of(owner), Set.of(member));
            GroupsOnline.stillOpen(here, there);
        }
    }

    @Test
    @Requirement("A-164")
    void aNodeThatSaysNothingAnyMoreIsForgotten() {
        List<Account> u = world.users("owner");
        String topic = world.group(u.get(0));
        try (TestClient here = online.socket(0, u.get(0))) {
            online.awaitOnline(topic, Set.of(u.get(0)), Set.of());
            String dead = online.online(topic, 0)
                    .replace(online.cluster.config(0).node().id(), "dead");
            world.redis.sadd(dead, "77");
            world.redis.pexpire(dead, 2_500);
            world.redis.zadd(online.nodes(topic), System.currentTimeMillis() + 2_500, "dead");
            Awaitility.await().atMost(GroupsOnline.SOON).until(() -> world.redis.sismember(online.online(topic), "77"));
            online.awaitOnline(topic, Set.of(u.get(0)), Set.of());
            GroupsOnline.stillOpen(here);
        }
    }

    @Test
    void aMembershipThatChangedUnsaidIsNoticedByTheHeartbeat() {
        List<Account> u = world.users("owner", "gone", "come");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        try (TestClient gone = online.socket(0, u.get(1));
                TestClient come = online.socket(1, u.get(2))) {
            online.awaitOnline(topic, Set.of(u.get(1)), Set.of(u.get(2)));
            unsaid(topic, u.get(1), "removed");
            online.awaitOnline(topic, Set.of(), Set.of(u.get(2)));
            unsaid(topic, u.get(2), "removed");
            online.awaitOnline(topic, Set.of(), Set.of());
            world.call(0, u.get(0), "PATCH", "/" + topic, Json.object().put("name", "not told"))
                    .ok();
            unsaid(topic, u.get(2), "active");
            online.awaitOnline(topic, Set.of(), Set.of(u.get(2)));
            // Its client has to learn of a group that it was not told of.
            assertThat(come.awaitEvent("sync", GroupsOnline.SOON)
                            .path("conversations")
                            .path(0)
                            .path("conversation_id")
                            .asText())
                    .isEqualTo("n_" + GroupWorld.id(topic));
            GroupsOnline.stillOpen(gone);
        }
    }

    private static void unsaid(String topic, Account who, String state) {
        world.rows(
                "UPDATE {im_group_members} SET state = ? WHERE group_id = ? AND uid = ?",
                state,
                GroupWorld.id(topic),
                who.uid());
        world.redis.del(world.key("user:" + who.uid() + ":groups"));
    }

    @Test
    void withoutAutoAttachASessionFollowsWhatItAsksFor() {
        List<Account> u = world.users("owner", "member", "outsider");
        String one = world.group(u.get(0), u.get(1));
        String two = world.group(u.get(0), u.get(1));
        try (TestClient socket = online.detached(1, u.get(1));
                TestClient outsider = online.socket(0, u.get(2))) {
            assertThat(GroupsOnline.code(socket, "attach", one)).isZero();
            online.awaitOnline(one, Set.of(), Set.of(u.get(1)));
            world.call(0, u.get(0), "PATCH", "/" + two, Json.object().put("name", "unheard of"))
                    .ok();
            world.call(0, u.get(0), "PATCH", "/" + one, Json.object().put("name", "heard of"))
                    .ok();
            // That it was made is told to whoever it is about, attached or not.
            JsonNode event;
            do {
                event = socket.awaitEvent("group", GroupsOnline.SOON);
            } while (event.path("kind").asText().equals("created"));
            assertThat(event.path("topic").asText()).isEqualTo(one);
            online.awaitOnline(two, Set.of(), Set.of());
            for (String op : List.of("attach", "detach")) {
                assertThat(GroupsOnline.code(outsider, op, one)).isEqualTo(ABSENT);
                assertThat(GroupsOnline.code(socket, op, one, "grp_999999999")).isEqualTo(ABSENT);
                assertThat(GroupsOnline.code(socket, op, "sg_1")).isEqualTo(ABSENT);
                assertThat(GroupsOnline.code(socket, op)).isEqualTo(INVALID);
            }
            online.awaitOnline(one, Set.of(), Set.of(u.get(1)));
        }
    }

    @Test
    void theLastOfManyAttachAndDetachCounts() {
        List<Account> u = world.users("owner", "member");
        String topic = world.group(u.get(0), u.get(1));
        try (TestClient socket = online.socket(1, u.get(1))) {
            for (String last : List.of("attach", "detach", "attach")) {
                List<CompletableFuture<?>> replies = new ArrayList<>();
                for (int i = 0; i < 30; i++) {
                    replies.add(socket.request(i % 2 == 0 ? "detach" : "attach", GroupsOnline.topics(topic)));
                }
                replies.add(socket.request(last, GroupsOnline.topics(topic)));
                replies.forEach(reply -> TestClient.await(reply, TestClient.PATIENCE));
                online.awaitOnline(topic, Set.of(), last.equals("attach") ? Set.of(u.get(1)) : Set.of());
            }
        }
    }

    @Test
    void whoIsRemovedWhileAttachingIsNotAttached() {
        List<Account> u = world.users("owner", "member");
        String topic = world.group(u.get(0), u.get(1));
        try (TestClient socket = online.socket(1, u.get(1));
                TestClient owner = online.socket(0, u.get(0))) {
            List<CompletableFuture<?>> replies = new ArrayList<>();
            CompletableFuture<Void> removing = CompletableFuture.runAsync(
                    () -> member("DELETE", u.get(0), topic, "/" + u.get(1).uid()));
            while (!removing.isDone()) {
                replies.add(socket.request("attach", GroupsOnline.topics(topic)));
                Pause.millis(5);
            }
            removing.join();
            replies.forEach(reply -> TestClient.await(reply, TestClient.PATIENCE));
            assertThat(GroupsOnline.code(socket, "attach", topic)).isEqualTo(ABSENT);
            online.awaitOnline(topic, Set.of(u.get(0)), Set.of());
            GroupsOnline.stillOpen(owner);
        }
    }

    @Test
    void aGroupThatEndedTellsItsMembersAndIsLeft() {
        List<Account> u = world.users("owner", "member");
        String topic = world.group(u.get(0), u.get(1));
        try (TestClient socket = online.socket(1, u.get(1))) {
            online.awaitOnline(topic, Set.of(), Set.of(u.get(1)));
            world.call(0, u.get(0), "DELETE", "/" + topic, null).ok();
            GroupsOnline.group(socket, topic, "dissolved");
            online.awaitOnline(topic, Set.of(), Set.of());
        }
    }

    @Test
    void whoseGroupEndedUnsaidStaysUntilTheEventComes() {
        List<Account> u = world.users("owner", "member");
        String topic = world.group(u.get(0), u.get(1));
        try (TestClient socket = online.socket(1, u.get(1))) {
            online.awaitOnline(topic, Set.of(), Set.of(u.get(1)));
            world.rows("UPDATE {im_groups} SET status = 'dissolved' WHERE group_id = ?", GroupWorld.id(topic));
            String own = world.key("user:" + u.get(1).uid() + ":groups");
            world.redis.keys(world.key("*" + GroupWorld.id(topic) + "*")).stream()
                    .filter(key -> world.redis.type(key).equals("string"))
                    .forEach(world.redis::del);
            // The heartbeats of the node look again, and find the membership gone.
            for (int pass = 0; pass < 2; pass++) {
                world.redis.del(own);
                Awaitility.await().atMost(GroupsOnline.SOON).until(() -> world.redis.exists(own));
            }
            online.say(new GroupPush(
                    GroupWorld.TENANT,
                    GroupWorld.id(topic),
                    List.of(online.event(topic, "dissolved")),
                    List.of(),
                    true));
            GroupsOnline.group(socket, topic, "dissolved");
            online.awaitOnline(topic, Set.of(), Set.of());
            GroupsOnline.stillOpen(socket);
        }
    }
}
