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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What holds of events of groups whichever way they go from node to node. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GroupFanoutSuite {

    private static final int MANY = 1_000;
    private static final int FEW = 20;
    private static final int BURST = 100;

    private final String transport;
    GroupsOnline online;
    GroupWorld world;

    GroupFanoutSuite(String transport) {
        this.transport = transport;
    }

    @BeforeAll
    void start() {
        online = new GroupsOnline("fanout" + transport, "fanout.transport=" + transport);
        world = online.world;
    }

    @AfterAll
    void stop() {
        online.close();
    }

    @Test
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
        rename(owner, topic, "after all that was told of the members");
        sockets.forEach(socket -> GroupsOnline.group(socket, topic, "info"));
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

    static long message(TestClient client, String topic) {
        while (true) {
            JsonNode message = client.awaitEvent("message", GroupsOnline.SOON);
            assertThat(message).isNotNull();
            if (message.path("conversation_id").asText().equals("sg_" + GroupWorld.id(topic))) {
                return message.path("seq").asLong();
            }
        }
    }

    /** As whoever stores a message of a group tells of it. */
    void said(String topic, long seq, Cause cause) {
        String conversation = "sg_" + GroupWorld.id(topic);
        ObjectNode event = Json.object().put("event", "message");
        event.putObject("data").put("conversation_id", conversation).put("seq", seq);
        Push push = new Push(conversation, seq, 0, cause, null, Json.text(event), null);
        online.say(new GroupPush(GroupWorld.TENANT, GroupWorld.id(topic), List.of(push), List.of()));
    }

    void rename(Account by, String topic, String name) {
        world.call(0, by, "PATCH", "/" + topic, Json.object().put("name", name)).ok();
    }

    void awaitHead(Account member, String conversation, long seq) {
        Awaitility.await()
                .atMost(GroupsOnline.SOON)
                .until(() -> world.http(0)
                                .get("/v1/im/conversations/" + conversation + "/messages", member.token())
                                .body()
                                .path("max_seq")
                                .asLong()
                        >= seq);
    }

    /** Until nothing is handed to nodes any more. */
    void settled() {
        double before;
        do {
            before = deliveries();
            Pause.millis(1_000);
        } while (deliveries() > before);
    }

    /** Events of groups handed to nodes so far. */
    double deliveries() {
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
    long commands() {
        for (String line : world.redis.info("commandstats").split("\r\n")) {
            if (line.startsWith("cmdstat_hgetall:")) {
                return Long.parseLong(line.substring(line.indexOf('=') + 1, line.indexOf(',')));
            }
        }
        return 0;
    }

    @Test
    @Requirement({"X-003", "A-260"})
    void theSameGroupAndUserInTwoTenantsNeverMix() {
        List<Account> u = world.users("sender", "member");
        String topic = world.group(u.get(0), u.get(1));
        String tenant = "other" + transport;
        Account there = world.foreigner(tenant, u.get(1).uid());
        world.rows("ALTER TABLE " + world.table(tenant, "im_groups") + " AUTO_INCREMENT = " + GroupWorld.id(topic));
        String same = world.http(0)
                .post("/v1/im/groups", there.token(), GroupWorld.uids().put("name", "of the same number"))
                .ok()
                .path("topic")
                .asText();
        assertThat(same).isEqualTo(topic);
        try (TestClient member = online.socket(1, u.get(1));
                TestClient foreigner = online.socket(1, there)) {
            online.awaitOnline(topic, Set.of(), Set.of(u.get(1)));
            long seq = sent(u.get(0), topic, "for our own").path("seq").asLong();
            assertThat(message(member, topic)).isEqualTo(seq);
            long theirs = sent(there, topic, "for them").path("seq").asLong();
            JsonNode heard = foreigner.awaitEvent("message", GroupsOnline.SOON);
            while (!heard.path("conversation_id").asText().startsWith("sg_")) {
                heard = foreigner.awaitEvent("message", GroupsOnline.SOON);
            }
            assertThat(heard.path("content").path("text").asText()).isEqualTo("for them");
            assertThat(heard.path("seq").asLong()).isEqualTo(theirs);
            settled();
            assertThat(member.events()).noneMatch(event -> event.toString().contains("for them"));
            assertThat(foreigner.events()).noneMatch(event -> event.toString().contains("for our own"));
        }
    }

    @Test
    void whatManySayAtOnceComesToEverybodyInOrderAndOnce() {
        List<Account> u = world.users("sender", "here", "there", "batched");
        String topic = world.group(u.get(0), u.get(1), u.get(2), u.get(3));
        try (TestClient here = online.socket(0, u.get(1));
                TestClient there = online.socket(1, u.get(2));
                TestClient batched = TestClient.connect(world.cluster.url(1));
                TestClient sender = world.cluster.socket(0, u.get(0))) {
            batched.login(u.get(3).token(), 5, null, true);
            online.awaitOnline(topic, Set.of(u.get(0), u.get(1)), Set.of(u.get(2), u.get(3)));
            List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
            for (int i = 0; i < BURST; i++) {
                replies.add(sender.request("send", said(topic, "burst-" + i, "number " + i)));
            }
            replies.forEach(reply -> assertThat(TestClient.await(reply, TestClient.PATIENCE)
                            .path("code")
                            .asInt())
                    .isZero());
            for (TestClient one : List.of(here, there, batched)) {
                for (int i = 0; i < BURST; i++) {
                    assertThat(message(one, topic)).isEqualTo(i + 1L);
                }
            }
        }
    }

    /** The reply to a message sent over HTTP. */
    JsonNode sent(Account from, String topic, String text) {
        return world.http(0)
                .post("/v1/im/messages", from.token(), said(topic, "id-" + System.nanoTime(), text))
                .ok();
    }

    private static ObjectNode said(String topic, String id, String text) {
        ObjectNode body = Json.object().put("topic", topic).put("client_msg_id", id);
        body.put("content_type", 101).putObject("content").put("text", text);
        return body;
    }
}
