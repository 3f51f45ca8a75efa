package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.Pause;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.PushBatch.Push;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** An event of a group goes once to each node that holds members, to no other, and costs what those who are online cost. */
class GroupFanoutIT {

    private static final int MANY = 1_000;
    private static final int FEW = 20;

    private static GroupsOnline online;
    private static GroupWorld world;

    @BeforeAll
    static void start() {
        online = new GroupsOnline("groupfanout");
        world = online.world;
    }

    @AfterAll
    static void stop() {
        online.close();
    }

    @Test
    @Requirement({"A-103", "X-023"})
    void onlyNodesThatHoldMembersGetAnEvent() {
        List<Account> u = world.users("owner", "here", "there", "stranger");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        try (TestClient stranger = online.socket(1, u.get(3));
                TestClient here = online.socket(0, u.get(1))) {
            online.awaitOnline(topic, Set.of(u.get(1)), Set.of());
            awaitHead(u.get(0), "n_" + GroupWorld.id(topic), 1);
            settled();
            double before = deliveries();
            rename(u.get(0), topic, "one");
            GroupsOnline.group(here, topic, "info");
            settled();
            // The message of the notification and the event that says the same.
            assertThat(deliveries() - before).isEqualTo(2);
            try (TestClient there = online.socket(1, u.get(2))) {
                online.awaitOnline(topic, Set.of(u.get(1)), Set.of(u.get(2)));
                before = deliveries();
                rename(u.get(0), topic, "two");
                GroupsOnline.group(here, topic, "info");
                GroupsOnline.group(there, topic, "info");
                settled();
                assertThat(deliveries() - before).isEqualTo(4);
            }
            assertThat(stranger.events()).isEmpty();
        }
    }

    @Test
    @Requirement("A-141")
    void aGroupOfAThousandCostsWhatItsTwentyOnlineMembersCost() {
        Account owner = world.cluster.user("owner");
        List<Account> few = new ArrayList<>();
        for (int i = 0; i < FEW; i++) {
            few.add(world.cluster.user("few"));
        }
        String topic = world.group(owner);
        List<Long> all = new ArrayList<>(world.crowd("fanned-" + System.nanoTime(), MANY - FEW));
        few.forEach(one -> all.add(one.uid()));
        world.call(0, owner, "POST", "/" + topic + "/members", GroupWorld.uids(all.subList(0, 500)))
                .ok();
        world.call(0, owner, "POST", "/" + topic + "/members", GroupWorld.uids(all.subList(500, MANY)))
                .ok();
        List<TestClient> sockets = new ArrayList<>();
        few.forEach(one -> sockets.add(online.socket(0, one)));
        online.awaitOnline(topic, new HashSet<>(few), Set.of());
        awaitHead(owner, "n_" + GroupWorld.id(topic), 3);
        settled();

        String members = world.key("group:" + GroupWorld.id(topic) + ":members");
        world.redis.del(members);
        double deliveries = deliveries();
        long looked = commands();
        rename(owner, topic, "one of a thousand");
        sockets.forEach(socket -> GroupsOnline.group(socket, topic, "info"));
        settled();
        assertThat(deliveries() - deliveries).isEqualTo(2);
        assertThat(commands() - looked)
                .as("nobody is asked for whoever is not there")
                .isLessThan(MANY / 2);
        assertThat(world.redis.exists(members)).as("no query for members").isFalse();
        sockets.forEach(TestClient::close);
    }

    @Test
    void whatWasLostOnTheWayIsAnnouncedWithinAHeartbeat() {
        List<Account> u = world.users("owner", "here", "there");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        String notices = "n_" + GroupWorld.id(topic);
        try (TestClient here = online.socket(0, u.get(1));
                TestClient there = online.socket(1, u.get(2))) {
            online.awaitOnline(topic, Set.of(u.get(1)), Set.of(u.get(2)));
            rename(u.get(0), topic, "heard of");
            GroupsOnline.group(here, topic, "info");
            GroupsOnline.group(there, topic, "info");
            unfound(topic, () -> {
                rename(u.get(0), topic, "unheard of");
                awaitHead(u.get(0), notices, 3);
            });
            for (TestClient one : List.of(here, there)) {
                JsonNode sync = one.awaitEvent("sync", GroupsOnline.SOON);
                assertThat(sync.path("conversations")
                                .path(0)
                                .path("conversation_id")
                                .asText())
                        .isEqualTo(notices);
                assertThat(sync.path("conversations").path(0).path("max_seq").asLong())
                        .isEqualTo(3);
                assertThat(one.call("ping", Json.object())
                                .path("conversations")
                                .path(0)
                                .path("conversation_id")
                                .asText())
                        .isEqualTo(notices);
                JsonNode page = one.call(
                        "pull", Json.object().put("conversation_id", notices).put("after_seq", 2));
                assertThat(page.path("messages")).hasSize(1);
                assertThat(one.call("ping", Json.object()).path("conversations"))
                        .isEmpty();
            }
        }
    }

    @Test
    void whoWasRemovedHearsOfThatAndOfNothingAfter() {
        List<Account> u = world.users("owner", "removed", "stays");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        try (TestClient removed = online.socket(1, u.get(1));
                TestClient stays = online.socket(1, u.get(2))) {
            online.awaitOnline(topic, Set.of(), Set.of(u.get(1), u.get(2)));
            world.call(
                    0, u.get(0), "DELETE", "/" + topic + "/members/" + u.get(1).uid(), null);
            rename(u.get(0), topic, "after");
            GroupsOnline.group(stays, topic, "info");
            GroupsOnline.group(removed, topic, "removed");
            settled();
            assertThat(removed.events()).noneMatch(event -> event.toString().contains("after"));
        }
    }

    @Test
    void aMessageIsForAttachedMembersWhoWantItButNotForTheSessionThatHasTheReply() {
        List<Account> u = world.users("sender", "member", "silent", "removed");
        String topic = world.group(u.get(0), u.get(1), u.get(2), u.get(3));
        String silent = world.key("CONVERSATION_NOT_RECEIVE_MESSAGE_USER_IDS:{sg_" + GroupWorld.id(topic) + "}");
        world.redis.sadd(silent, "loaded", Long.toString(u.get(2).uid()));
        world.redis.expire(silent, 100L);
        try (TestClient sender = TestClient.connect(world.cluster.url(0));
                TestClient otherDevice = online.socket(1, u.get(0));
                TestClient member = online.socket(1, u.get(1));
                TestClient quiet = online.socket(1, u.get(2));
                TestClient removed = online.socket(1, u.get(3))) {
            String session = sender.call(
                            "login", Json.object().put("token", u.get(0).token()))
                    .path("session_id")
                    .asText();
            online.awaitOnline(topic, Set.of(u.get(0)), new HashSet<>(u));
            said(topic, 1, new Cause(u.get(0).uid(), session, null));
            for (TestClient one : List.of(otherDevice, member, removed)) {
                assertThat(message(one, topic)).isEqualTo(1);
            }
            world.call(
                    0, u.get(0), "DELETE", "/" + topic + "/members/" + u.get(3).uid(), null);
            said(topic, 2, new Cause(u.get(2).uid(), null, null));
            for (TestClient one : List.of(sender, otherDevice, member, quiet)) {
                // Of one's own doing one is told whatever one has set.
                assertThat(message(one, topic)).isEqualTo(2);
            }
            settled();
            assertThat(removed.events())
                    .noneMatch(event ->
                            event.path("data").path("conversation_id").asText().equals("sg_" + GroupWorld.id(topic)));
        }
    }

    private static long message(TestClient client, String topic) {
        while (true) {
            JsonNode message = client.awaitEvent("message", GroupsOnline.SOON);
            assertThat(message).isNotNull();
            if (message.path("conversation_id").asText().equals("sg_" + GroupWorld.id(topic))) {
                return message.path("seq").asLong();
            }
        }
    }

    /** As whoever stores a message of a group tells of it. */
    private static void said(String topic, long seq, Cause cause) {
        String conversation = "sg_" + GroupWorld.id(topic);
        ObjectNode event = Json.object().put("event", "message");
        event.putObject("data").put("conversation_id", conversation).put("seq", seq);
        Push push = new Push(conversation, seq, 0, cause, null, Json.text(event), null);
        online.say(new GroupPush(GroupWorld.TENANT, GroupWorld.id(topic), List.of(push), List.of()));
    }

    private static void rename(Account by, String topic, String name) {
        world.call(0, by, "PATCH", "/" + topic, Json.object().put("name", name)).ok();
    }

    private static void awaitHead(Account member, String conversation, long seq) {
        Awaitility.await()
                .atMost(GroupsOnline.SOON)
                .until(() -> world.http(0)
                                .get("/v1/im/conversations/" + conversation + "/messages", member.token())
                                .body()
                                .path("max_seq")
                                .asLong()
                        >= seq);
    }

    /** Does something while nobody finds where a group is held, and until it has had time to be delivered nowhere. */
    private static void unfound(String topic, Runnable what) {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> forgetting = CompletableFuture.runAsync(() -> {
            String[] at = world.cluster.config(0).redis().addr().split(":");
            try (Jedis redis = new Jedis(at[0], Integer.parseInt(at[1]))) {
                redis.select(world.cluster.config(0).redis().db());
                while (!over.get()) {
                    redis.del(online.nodes(topic));
                }
            }
        });
        what.run();
        Pause.millis(500);
        over.set(true);
        forgetting.join();
    }

    /** Until nothing is handed to nodes any more. */
    private static void settled() {
        double before;
        do {
            before = deliveries();
            Pause.millis(400);
        } while (deliveries() > before);
    }

    /** Events of groups handed to nodes so far. */
    private static double deliveries() {
        double sum = 0;
        for (int node = 0; node < 2; node++) {
            for (String line : world.cluster.metrics(node).split("\n")) {
                if (line.startsWith("curlew_fanout_group_deliveries_total")) {
                    sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
                }
            }
        }
        return sum;
    }

    /** How often Redis was asked for sessions of a user. */
    private static long commands() {
        for (String line : world.redis.info("commandstats").split("\r\n")) {
            if (line.startsWith("cmdstat_hgetall:")) {
                return Long.parseLong(line.substring(line.indexOf('=') + 1, line.indexOf(',')));
            }
        }
        return 0;
    }
}
