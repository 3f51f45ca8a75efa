package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.ClientObserver;
import dev.curlew.client.Device;
import dev.curlew.client.FollowClient;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The path of a group message as the stores see it, and the way back of a client that was away. */
class GroupTraceIT extends GroupSendProbe {

    private static final Pattern HIGHEST = Pattern.compile("(?i)max\\s*\\(\\s*`?seqid");
    private static final Pattern OF_A_GROUP = Pattern.compile("(?s)WHERE.*\\b(topic|group_id)\\W+(=|IN)|^INSERT");

    GroupTraceIT() {
        super("gtrace");
    }

    @BeforeAll
    @Override
    void begin() {
        cluster = TestCluster.start(TestStores.shared(), "gtrace", 2, "socket.requests_per_second=20000");
        world = new GroupWorld(cluster);
    }

    @Test
    @Requirement({"A-108", "A-116", "A-118", "A-136", "A-137"})
    void aSendIsClaimedThenNumberedThenDoneAndARepeatTakesNoNumber() throws Exception {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        TestClient other = cluster.socket(0, owner);
        send(0, owner, text(topic, "first", "a"));
        StoreWatch watch = new StoreWatch(cluster.config(0));
        List<String> seen =
                watch.commands("topic:{" + topic + "}:", () -> seq(send(1, owner, text(topic, "second", "b"))));
        String claim = claimKey(topic, owner, "second");
        List<String> ran = seen.stream()
                .filter(line -> line.contains(" lua]"))
                .filter(line -> line.contains("\"SET\" \"" + claim + "\"") || line.contains("\"INCR\""))
                .toList();
        assertThat(ran).as(seen.toString()).hasSizeGreaterThanOrEqualTo(4);
        assertThat(ran.get(0)).as("claimed").contains("pending", "\"NX\" \"EX\" \"120\"");
        assertThat(ran.get(1)).as("numbered").contains("\"INCR\" \"" + world.key("topic:{" + topic + "}:last_seq"));
        assertThat(ran.get(2)).as("the claim knows its number").contains("pending", "\\\"seq\\\":2");
        assertThat(ran.get(ran.size() - 1)).as("done").contains("done", "\\\"seq\\\":2");
        assertThat(seqs(topic)).as("what Redis gave is what MySQL has").containsExactly(1L, 2L);
        assertThat(ran.stream().filter(line -> line.contains("\"INCR\""))).hasSize(1);
        assertThat(seen)
                .noneMatch(line -> line.toUpperCase(java.util.Locale.ROOT).contains("\"SETNX\""));

        try (other) {
            List<String> again = watch.commands(
                    "topic:{" + topic + "}:",
                    () -> assertThat(send(0, owner, text(topic, "second", "b"))
                                    .at("/data/duplicate")
                                    .asBoolean())
                            .isTrue());
            assertThat(again).noneMatch(line -> line.contains("\"INCR\""));
            assertThat(seq(send(1, owner, text(topic, "third", "c")))).isEqualTo(3);
            for (long seq = 1; seq <= 3; seq++) {
                assertThat(message(other, topic).path("seq").asLong())
                        .as("no second word of the second")
                        .isEqualTo(seq);
            }
        }
    }

    @Test
    @Requirement({"A-099", "A-129", "A-180", "A-219", "A-226", "A-229"})
    void noStatementWorksOutANumberAndEachNamesItsGroup() throws Exception {
        List<Account> two = world.users("owner", "member");
        Account owner = two.get(0);
        String topic = world.group(owner, two.get(1));
        long id = GroupWorld.id(topic);
        send(0, owner, text(topic, "first", "a"));
        long others = world.number("SELECT COUNT(*) FROM {im_messages}");
        long before = world.number("SELECT COUNT(*) FROM {im_group_messages}");
        List<String> sending = new StoreWatch(cluster.config(0)).statements(() -> {
            for (int i = 0; i < 10; i++) {
                seq(send(i % 2, two.get(i % 2), text(topic, "m" + i, "m" + i)));
            }
            world.redis.del(claimKey(topic, owner, "m0"));
            seq(send(1, owner, text(topic, "m0", "m0")));
        });
        assertThat(sending).isNotEmpty().noneMatch(one -> HIGHEST.matcher(one).find());
        List<String> inserts = sending.stream()
                .filter(one -> one.startsWith("INSERT INTO") && one.contains("im_group_messages"))
                .toList();
        assertThat(inserts).isNotEmpty();
        assertThat(String.join("", inserts)).contains("topic, group_id, seqid").doesNotContain("seqid +", "SELECT");
        assertThat(world.number("SELECT COUNT(*) FROM {im_messages}")).isEqualTo(others);
        assertThat(world.number("SELECT COUNT(*) FROM {im_group_messages}")).isEqualTo(before + 10);

        String chat = "/v1/im/conversations/sg_" + id;
        List<String> reading = new StoreWatch(cluster.config(0)).statements(() -> {
            for (String path : List.of(
                    "/messages?after_seq=0", "/messages?before_seq=9", "/changes?after_version=0", "/receipts?seq=3")) {
                world.http(0).get(chat + path, owner.token()).ok();
            }
            world.http(1)
                    .post(chat + "/messages/2/revoke", two.get(0).token(), json())
                    .ok();
            world.http(1)
                    .call("DELETE", chat + "/messages/4?scope=self", two.get(1).token(), null)
                    .ok();
            world.http(0)
                    .post(chat + "/read", two.get(1).token(), json().put("read_seq", 5))
                    .ok();
            world.http(1).get("/v1/im/conversations", two.get(1).token()).ok();
            world.http(0).get("/v1/im/unread", owner.token()).ok();
        });
        assertThat(reading.stream().filter(one -> one.contains("im_group_messages")))
                .as("no statement goes over all groups")
                .isNotEmpty()
                .allMatch(one -> OF_A_GROUP.matcher(one).find());

        ObjectNode alone = Json.object().put("to_uid", two.get(1).uid()).put("client_msg_id", "alone");
        alone.put("content_type", 101).putObject("content").put("text", "between two");
        assertThat(code(send(0, owner, alone))).isZero();
        assertThat(world.number("SELECT COUNT(*) FROM {im_group_messages}")).isEqualTo(before + 10);
        String row = "SELECT id, seqid FROM {im_group_messages} WHERE ";
        assertThat(world.rows(row + "topic = ? ORDER BY seqid", topic).stream()
                        .map(one -> one.getLong(0) + "/" + one.getLong(1)))
                .containsExactlyElementsOf(world.rows(row + "group_id = ? ORDER BY seqid", id).stream()
                        .map(one -> one.getLong(0) + "/" + one.getLong(1))
                        .toList());
    }

    @Test
    @Requirement({"A-145", "A-238"})
    void whoWasAwayFindsExactlyWhatWasMissedThoughRedisForgetsMeanwhile() {
        List<Account> two = world.users("owner", "away");
        String topic = world.group(two.get(0), two.get(1));
        world.admin("PATCH", "/" + topic, json().put("large", "yes")).ok();
        String id = "sg_" + GroupWorld.id(topic);
        FollowClient client = follower(two.get(1), ClientObserver.NONE);
        send(0, two.get(0), text(topic, "before", "before"));
        Awaitility.await().until(() -> client.messages(id).size() == 1);
        client.close();
        say(two.get(0), topic, 500);
        List<Long> pulled = new ArrayList<>();
        while (pulled.size() < 500) {
            long after = 1 + pulled.size();
            JsonNode page = world.http(pulled.size() / 100 % 2)
                    .get(
                            "/v1/im/conversations/" + id + "/messages?limit=100&after_seq=" + after,
                            two.get(1).token())
                    .ok();
            pulled.addAll(GroupPullIT.seqs(page));
            if (pulled.size() == 200) {
                world.redis.flushDB();
            }
        }
        assertThat(pulled)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(2, 501).boxed().toList());
        try (FollowClient back = follower(two.get(1), ClientObserver.NONE)) {
            Awaitility.await()
                    .atMost(20, java.util.concurrent.TimeUnit.SECONDS)
                    .until(() -> back.messages(id).size() == 501);
            assertThat(back.messages(id))
                    .extracting(SeenMessage::seq)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 501).boxed().toList());
        }
    }

    @Test
    @Requirement("A-147")
    void oneLostMessageCausesOnePull() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        String id = "sg_" + GroupWorld.id(topic);
        List<Long> pulls = new CopyOnWriteArrayList<>();
        ClientObserver observer = new ClientObserver() {
            @Override
            public void request(String session, long uid, String request, String op, JsonNode data) {
                if (op.equals("pull") && data.path("conversation_id").asText().equals(id)) {
                    pulls.add(data.path("after_seq").asLong());
                }
            }
        };
        try (FollowClient client = follower(two.get(1), observer)) {
            send(0, two.get(0), text(topic, "one", "one"));
            Awaitility.await().until(() -> client.messages(id).size() == 1 && client.complete());
            int before = pulls.size();
            String nodes = world.key("topic:{" + topic + "}:nodes");
            byte[] held = world.redis.dump(nodes);
            world.redis.del(nodes);
            send(0, two.get(0), text(topic, "lost", "lost"));
            Awaitility.await()
                    .during(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(8))
                    .until(() -> client.messages(id).size() == 1);
            world.redis.restore(nodes, 0L, held);
            send(0, two.get(0), text(topic, "three", "three"));
            Awaitility.await().until(() -> client.messages(id).size() == 3 && client.complete());
            assertThat(client.messages(id)).extracting(SeenMessage::seq).containsExactly(1L, 2L, 3L);
            assertThat(pulls.subList(before, pulls.size())).containsExactly(1L);
        }
    }

    private static JsonNode message(TestClient client, String topic) {
        JsonNode message;
        do {
            message = client.awaitEvent("message", TestClient.PATIENCE);
            assertThat(message).isNotNull();
        } while (!message.path("conversation_id").asText().equals("sg_" + GroupWorld.id(topic)));
        return message;
    }

    private void say(Account who, String topic, int count) {
        try (TestClient socket = cluster.socket(1, who)) {
            List<CompletableFuture<JsonNode>> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                all.add(socket.request("send", text(topic, "s" + i, "s" + i)));
            }
            all.forEach(one -> seq(TestClient.await(one, TestClient.PATIENCE)));
        }
    }

    /** It pings seldom, so that it is not by pings that it learns of what it missed. */
    private FollowClient follower(Account who, ClientObserver observer) {
        Device device = new Device(TestCluster.WEB, "follower", false, 0, Duration.ofSeconds(20));
        return new FollowClient(who.name(), who, List.of(cluster.url(0), cluster.url(1)), device, observer).start();
    }
}
