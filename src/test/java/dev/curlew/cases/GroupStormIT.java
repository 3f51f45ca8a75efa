package dev.curlew.cases;

import static dev.curlew.cases.Devices.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.FollowClient;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Much at once in groups on three nodes, as it made others lose, double or mix up messages. */
class GroupStormIT {

    private static TestCluster cluster;

    @BeforeAll
    static void start() {
        cluster = TestCluster.start(
                TestStores.shared(), "storm", 3, "socket.requests_per_second=100000", "socket.slow_close_ms=2000");
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** Many members speak in the same second: some sends are refused as too many of one batch, some are never seen. */
    @Test
    @Requirement({"A-131", "A-146"})
    void twoHundredMembersPutTwoThousandMessagesIntoOneGroupInASecond() {
        List<Account> members = users(200);
        Club club = Club.of(cluster, 0, members);
        List<FollowClient> followers = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            followers.add(club.follower(node, members.get(node)));
        }
        within(10, () -> assertThat(followers).allMatch(FollowClient::connected));
        List<TestClient> sockets = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            sockets.add(cluster.socket(i % 3, members.get(i)));
        }
        long begun = System.nanoTime();
        Map<String, CompletableFuture<JsonNode>> replies = new LinkedHashMap<>();
        for (int n = 0; n < 10; n++) {
            for (int i = 0; i < 200; i++) {
                String id = i + "-" + n;
                replies.put(id, sockets.get(i).request("send", club.text(id, id)));
            }
        }
        long put = (System.nanoTime() - begun) / 1_000_000;
        Map<String, Long> acked = new LinkedHashMap<>();
        int repeated = Pipeline.finishAll(replies, acked, id -> sockets.get(Integer.parseInt(id.split("-")[0])), club);
        System.out.printf(
                "2,000 sends written in %d ms, all acknowledged after %d ms, sent again: %d%n",
                put, (System.nanoTime() - begun) / 1_000_000, repeated);
        Pipeline.assertExactly(club.history(1, members.get(7)), acked);
        within(15, () -> {
            for (FollowClient follower : followers) {
                assertThat(Pipeline.seqs(follower.messages(club.id)))
                        .containsExactlyElementsOf(
                                LongStream.rangeClosed(1, 2_000).boxed().toList());
            }
        });
        // Another group has numbers of its own.
        assertThat(Club.of(cluster, members.get(0)).send(2, members.get(0), "first"))
                .isEqualTo(1);
        sockets.forEach(TestClient::close);
        followers.forEach(FollowClient::close);
    }

    /** A client that writes faster than it is answered finds its messages out of order, or the group stuck for good. */
    @Test
    void whatOneMemberSendsInOneGoIsSeenInThatOrderAndTheGroupGoesOn() {
        List<Account> two = users(2);
        Club club = Club.of(cluster, 0, two);
        Map<String, CompletableFuture<JsonNode>> replies = new LinkedHashMap<>();
        try (FollowClient other = club.follower(2, two.get(1));
                TestClient sender = cluster.socket(1, two.get(0))) {
            Pipeline.ids("p", 0, 2_000).forEach(id -> replies.put(id, sender.request("send", club.text(id, id))));
            Map<String, Long> acked = new LinkedHashMap<>();
            Pipeline.finishAll(replies, acked, id -> sender, club);
            Map<String, Long> inOrder = new LinkedHashMap<>();
            replies.keySet().forEach(id -> inOrder.put(id, acked.get(id)));
            assertThat(inOrder.values())
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 2_000).boxed().toList());
            assertThat(club.send(0, two.get(1), "after")).isEqualTo(2_001);
            within(
                    15,
                    () -> assertThat(other.messages(club.id))
                            .extracting(SeenMessage::clientMsgId)
                            .startsWith("p0", "p1", "p2")
                            .endsWith("p1999", "after")
                            .hasSize(2_001));
        }
    }

    /** The connection broke before the reply; what was sent again, by several devices at once, is there several times. */
    @Test
    @Requirement("A-118")
    void aSendWhoseReplyWasCutOffIsOneMessageForAll() {
        List<Account> two = users(2);
        Club club = Club.of(cluster, 0, two);
        Set<Long> seqs = new HashSet<>();
        try (TestClient other = cluster.socket(2, two.get(1))) {
            for (int round = 0; round < 8; round++) {
                String id = "cut" + round;
                TestClient first = cluster.socket(round % 3, two.get(0));
                first.request("send", club.text(id, id));
                first.cut();
                try (TestClient one = cluster.socket(0, two.get(0));
                        TestClient next = cluster.socket(1, two.get(0))) {
                    List<CompletableFuture<JsonNode>> tries = List.of(
                            one.request("send", club.text(id, id)),
                            next.request("send", club.text(id, id)),
                            cluster.http(2).send(two.get(0), club.text(id, id)));
                    Set<String> ids = new HashSet<>();
                    for (CompletableFuture<JsonNode> again : tries) {
                        JsonNode reply = TestClient.await(again, TestClient.PATIENCE);
                        assertThat(reply.path("code").asInt(-1))
                                .as(reply.toString())
                                .isIn(0, 40901);
                        if (reply.path("code").asInt() == 0) {
                            ids.add(reply.at("/data/server_msg_id").asText() + "/" + reply.at("/data/seq"));
                        }
                    }
                    long seq = club.send(0, two.get(0), id);
                    assertThat(ids).allMatch(known -> known.endsWith("/" + seq)).hasSizeLessThan(2);
                    seqs.add(seq);
                }
                assertThat(message(other, club).path("client_msg_id").asText()).isEqualTo(id);
            }
            assertThat(club.seqs(1, two.get(1)))
                    .containsExactlyInAnyOrderElementsOf(seqs)
                    .hasSize(8);
            assertThat(other.events())
                    .as("told of each once")
                    .noneMatch(event -> isMessage(event) && event.toString().contains(club.id));
        }
    }

    /** While groups come and go on all nodes, messages of another one get lost. */
    @Test
    void nothingIsMissingWhileOtherGroupsAreMadeAndEnded() throws Exception {
        List<Account> members = users(6);
        Club club = Club.of(cluster, 0, members);
        Map<String, Long> acked = new ConcurrentHashMap<>();
        AtomicBoolean over = new AtomicBoolean();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        try (FollowClient follower = club.follower(1, members.get(5))) {
            within(10, () -> assertThat(follower.connected()).isTrue());
            for (int node = 0; node < 3; node++) {
                int at = node;
                all.add(CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 25; i++) {
                        Account owner = members.get(at);
                        Club passing = Club.of(cluster, at, List.of(owner, members.get(3), members.get(5)));
                        passing.send((at + 1) % 3, owner, "here");
                        passing.group((at + 2) % 3, owner, "DELETE", "", null).ok();
                    }
                }));
                all.add(CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 100 || !over.get() && i < 3_000; i++) {
                        String id = at + "-" + i;
                        acked.put(id, club.send(at, members.get(at), id));
                    }
                }));
            }
            for (int i = 0; i < all.size(); i += 2) {
                all.get(i).get();
            }
            over.set(true);
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get();
            Pipeline.assertExactly(club.history(2, members.get(4)), acked);
            within(
                    15,
                    () -> assertThat(Pipeline.seqs(follower.messages(club.id)))
                            .containsExactlyElementsOf(
                                    acked.values().stream().sorted().toList()));
        }
    }

    /** A device that attaches and detaches all the time misses messages or gets some twice. */
    @Test
    void attachingAndDetachingDuringTrafficMissesAndDoublesNothing() {
        new AttachRace(cluster, users(2)).run(300);
    }

    /** The cache lost its memory in mid-run: numbers begin again, messages come twice, and read ones count as unread. */
    @Test
    void numbersGoOnAndNothingIsUnreadAnewAfterRedisWasEmptied() {
        List<Account> three = users(3);
        Club club = Club.of(cluster, 0, three);
        Map<String, Long> acked = new LinkedHashMap<>();
        try (FollowClient follower = club.follower(2, three.get(2))) {
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 25; i++) {
                    String id = round + "-" + i;
                    acked.put(id, club.send(i % 3, three.get(i % 2), id));
                }
                long read = acked.size();
                club.chat(1, three.get(1), "POST", "/read", Json.object().put("read_seq", read))
                        .ok();
                flush();
                assertThat(club.standing(2, three.get(1)).path("unread").asLong())
                        .as("what was read stays read")
                        .isZero();
                assertThat(club.standing(0, three.get(2)).path("unread").asLong())
                        .isEqualTo(read);
            }
            assertThat(List.copyOf(acked.values())).isSorted().doesNotHaveDuplicates();
            Pipeline.assertExactly(club.history(1, three.get(0)), acked);
            within(
                    // Nobody is known to be online until the next heartbeat.
                    45,
                    () -> assertThat(Pipeline.seqs(follower.messages(club.id)))
                            .containsExactlyElementsOf(acked.values()));
        }
    }

    /** Clients that vanished without a word, or read no more, make a node keep whatever is said in their groups. */
    @Test
    void whoReadsNoMoreCostsOneNodeABoundedRoom() {
        List<Account> members = users(5);
        Club club = Club.of(cluster, 0, members);
        double closes = metric(1, "curlew_slow_closes_total");
        List<DeafClient> deaf = new ArrayList<>();
        for (int i = 1; i < 4; i++) {
            deaf.add(new DeafClient(cluster.url(1), members.get(i)));
        }
        try (FollowClient follower = club.follower(1, members.get(4));
                TestClient sender = cluster.socket(0, members.get(0))) {
            String large = "x".repeat(20_000);
            for (int round = 0; round < 8; round++) {
                List<CompletableFuture<JsonNode>> some = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    some.add(sender.request("send", club.text(round + "-" + i, large)));
                }
                some.forEach(one -> assertThat(TestClient.await(one, TestClient.PATIENCE)
                                .path("code")
                                .asInt())
                        .isZero());
            }
            within(30, () -> assertThat(metric(1, "curlew_slow_closes_total")).isEqualTo(closes + 3));
            // 400 messages of 20 kB were said: what a deaf one was sent is what fits into its outbox and into the
            // kernel's buffers.
            for (DeafClient one : deaf) {
                assertThat(one.drain()).isLessThan(6_500_000);
            }
            within(30, () -> assertThat(follower.messages(club.id)).hasSize(400));
        }
    }

    static boolean isMessage(JsonNode event) {
        return event.path("event").asText().equals("message");
    }

    private static JsonNode message(TestClient client, Club club) {
        JsonNode event;
        do {
            event = client.awaitEvent("message", TestClient.PATIENCE);
            assertThat(event).isNotNull();
        } while (!event.path("conversation_id").asText().equals(club.id));
        return event;
    }

    private static double metric(int node, String name) {
        double sum = 0;
        for (String line : cluster.metrics(node).split("\n")) {
            if (line.startsWith(name)) {
                sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
            }
        }
        return sum;
    }

    private static void flush() {
        String[] at = cluster.config(0).redis().addr().split(":");
        try (Jedis redis = new Jedis(at[0], Integer.parseInt(at[1]))) {
            redis.select(cluster.config(0).redis().db());
            redis.flushDB();
        }
    }

    private static List<Account> users(int count) {
        List<Account> users = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            users.add(cluster.user("member"));
        }
        return users;
    }

    static ObjectNode topics(Club club) {
        ObjectNode data = Json.object();
        data.putArray("topics").add(club.topic);
        return data;
    }
}
