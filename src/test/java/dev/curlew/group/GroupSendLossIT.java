package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.DevStores;
import dev.curlew.dev.MongoKind;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Sends to groups while a store is away or a node leaves. The stores are the test's own. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class GroupSendLossIT extends GroupSendProbe {

    private DevStores stores;

    GroupSendLossIT() {
        super("gloss");
    }

    @BeforeAll
    @Override
    void begin() {
        stores = TestStores.fresh().mongo(MongoKind.AUTO_FILE).start();
        cluster = TestCluster.start(
                stores,
                "gloss",
                2,
                "redis.pending_ttl_seconds=7",
                "redis.done_ttl_seconds=60",
                "redis.failed_ttl_seconds=60");
        world = new GroupWorld(cluster);
    }

    @AfterAll
    @Override
    void end() {
        world.close();
        cluster.node(0).stop().timeout(60, TimeUnit.SECONDS).await();
        stores.close();
    }

    @Test
    @Order(1)
    @Requirement({"A-274", "A-275", "A-276"})
    void theSettingsSayHowLongAClaimIsRemembered() throws Exception {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        try (Sabotage sabotage = new Sabotage(cluster.config(0).mysql(), GroupWorld.TENANT)) {
            sabotage.endedAt("im_group_messages", () -> send(0, owner, text(topic, "a", "a")), connection -> {
                assertThat(world.redis.pttl(claimKey(topic, owner, "a"))).isBetween(6_001L, 7_000L);
                GroupWorld.await(world.mysql.query("KILL CONNECTION " + connection));
            });
        }
        assertThat(world.redis.ttl(claimKey(topic, owner, "a"))).isBetween(56L, 60L);
        assertThat(claim(topic, owner, "a").path("status").asText()).isEqualTo("failed");
        send(0, owner, text(topic, "b", "b"));
        assertThat(claim(topic, owner, "b").path("status").asText()).isEqualTo("done");
        assertThat(world.redis.ttl(claimKey(topic, owner, "b"))).isBetween(56L, 60L);
    }

    @Test
    @Order(2)
    void whatTakesTooLongIsNotKnownAndNeverQueued() {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        send(0, owner, text(topic, "first", "a"));
        stores.mysql().pause();
        JsonNode reply;
        long since = System.nanoTime();
        try {
            reply = send(0, owner, text(topic, "slow", "a"));
        } finally {
            stores.mysql().resume();
        }
        assertThat(code(reply)).isIn(UNKNOWN, NOT_STORED);
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since)).isLessThan(5_000);
        Awaitility.await()
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> code(send(1, owner, text(topic, "slow", "a"))) == 0);
        assertThat(messages(topic)).hasSize(2);
        assertThat(gaps(topic)).isZero();
    }

    @Test
    @Order(3)
    @Requirement({"A-134", "X-004"})
    void withoutRedisNothingIsNumbered() {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        assertThat(seq(send(0, owner, text(topic, "first", "a")))).isEqualTo(1);
        stores.redis().stop();
        try {
            for (int node = 0; node < 2; node++) {
                long since = System.nanoTime();
                JsonNode reply = send(node, owner, text(topic, "away", "a"));
                assertThat(code(reply)).isEqualTo(NOT_STORED);
                assertThat(reply.path("retryable").asBoolean()).isTrue();
                assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since))
                        .isLessThan(3_000);
            }
            assertThat(seqs(topic)).containsExactly(1L);
        } finally {
            world.redisIsBack(stores);
        }
        Awaitility.await()
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> code(send(1, owner, text(topic, "away", "a"))) == 0);
        List<Long> seqs = seqs(topic);
        assertThat(seqs).hasSize(2);
        assertThat(seqs.get(1)).isGreaterThan(1);
    }

    @Test
    @Order(3)
    @Requirement("A-063")
    void withoutRedisEachNodeKnowsWhoIsOnItself() {
        List<Account> u = world.users("owner", "here", "there");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        try (TestClient here = cluster.socket(1, u.get(1));
                TestClient there = cluster.socket(1, u.get(0))) {
            assertThat(world.members(1, u.get(0), topic, "&online=true")).hasSize(2);
            stores.redis().stop();
            try {
                Awaitility.await()
                        .atMost(30, TimeUnit.SECONDS)
                        .untilAsserted(() -> assertThat(world.members(1, u.get(0), topic, "&online=true"))
                                .containsExactly(u.get(0).uid(), u.get(1).uid()));
                assertThat(world.members(1, u.get(0), topic, "&online=false"))
                        .containsExactly(u.get(2).uid());
                assertThat(world.members(1, u.get(0), topic, "")).hasSize(3);
            } finally {
                world.redisIsBack(stores);
            }
            assertThat(here.closed()).isNotDone();
            assertThat(there.closed()).isNotDone();
        }
    }

    @Test
    @Order(4)
    @Requirement("A-231")
    void aCopyThatRedisBringsBackIsNotReadAfterItsMessageWasTakenBack() throws Exception {
        List<Account> two = world.users("owner", "reader");
        String topic = world.group(two.get(0), two.get(1));
        world.admin("PATCH", "/" + topic, json().put("large", "yes")).ok();
        awaitRedis(world.group(two.get(0)), two.get(0));
        send(0, two.get(0), text(topic, "a", "secret"));
        String copy = world.key("topic:{" + topic + "}:hot_msg:1");
        Awaitility.await().until(() -> world.redis.exists(copy));
        String path = "/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages";
        stores.redis().snapshot();
        stores.redis().stop();
        assertThat(GroupWorld.code(
                        world.http(1).post(path + "/1/revoke", two.get(0).token(), json())))
                .as("without Redis nothing is taken back")
                .isEqualTo(NOT_STORED);
        world.redisIsBack(stores);
        awaitRedis(topic, two.get(0));

        Awaitility.await()
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> world.http(0)
                                .post(path + "/1/revoke", two.get(0).token(), json())
                                .status()
                        == 200);
        stores.redis().restartFromSnapshot();
        stores.redis().awaitUp();
        world.connectAgain();
        awaitRedis(topic, two.get(0));
        for (int i = 0; i < 50; i++) {
            JsonNode page = world.http(i % 2).get(path, two.get(1).token()).ok();
            assertThat(page.at("/messages/0/status").asInt()).isEqualTo(5);
            assertThat(page.toString()).doesNotContain("secret");
        }
    }

    @Test
    @Order(5)
    @Requirement({"A-172", "A-245", "A-251", "A-252", "A-254"})
    void withoutRedisWhatIsAskedComesFromMySqlAndWhatIsCommittedStays() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        for (int i = 1; i <= 5; i++) {
            send(0, two.get(0), text(topic, "m" + i, "m" + i));
        }
        String path = "/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages?after_seq=0";
        JsonNode history = world.http(0).get(path, two.get(1).token()).ok();
        double before = faults();
        stores.redis().stop();
        try (TestClient socket = cluster.socket(1, two.get(1))) {
            assertThat(socket.call("ping", json()).has("server_time")).isTrue();
            assertThat(world.http(1).get(path, two.get(1).token()).ok().path("messages"))
                    .isEqualTo(history.path("messages"));
            assertThat(world.members(1, two.get(1), topic, "")).hasSize(2);
            assertThat(world.http(0).presence(two.get(1), two.get(0).uid())).isIn("unknown", "offline");
            ObjectNode alone = Json.object().put("to_uid", two.get(0).uid()).put("client_msg_id", "alone");
            alone.put("content_type", 101).putObject("content").put("text", "is kept");
            assertThat(TestClient.await(socket.request("send", alone), TestClient.PATIENCE)
                            .path("code")
                            .asInt(-1))
                    .as("a single chat goes on")
                    .isZero();
            assertThat(change(1, two.get(0), topic, json().put("name", "renamed")))
                    .isZero();
            assertThat(world.rows("SELECT name FROM {im_groups} WHERE group_id = ?", GroupWorld.id(topic))
                            .get(0)
                            .getString(0))
                    .isEqualTo("renamed");
            assertThat(faults()).isGreaterThan(before);
        } finally {
            stores.redis().restartEmpty();
            stores.redis().awaitUp();
            world.connectAgain();
        }
        for (int node = 0; node < 2; node++) {
            int at = node;
            Awaitility.await()
                    .atMost(30, TimeUnit.SECONDS)
                    .until(() ->
                            seen(at, two.get(1), topic).path("name").asText().equals("renamed"));
            assertThat(world.http(at).get(path, two.get(1).token()).ok().path("messages"))
                    .isEqualTo(history.path("messages"));
            assertThat(world.members(at, two.get(0), topic, "")).hasSize(2);
        }
        assertThat(world.rows("SELECT audit_status FROM {im_group_messages} WHERE topic = ? AND from_user <> 0", topic))
                .hasSize(5)
                .allMatch(row -> row.getString(0).equals("pass"));
    }

    private double faults() {
        double sum = 0;
        for (int node = 0; node < 2; node++) {
            for (String line : cluster.metrics(node).split("\n")) {
                if (line.startsWith("curlew_redis_fallback_total") && line.contains("fault")) {
                    sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
                }
            }
        }
        return sum;
    }

    @Test
    @Order(9)
    void aNodeThatLeavesHandsItsGroupsOverWithoutLossOrRepeat() throws Exception {
        List<Account> senders = world.users("a", "b", "c", "d");
        List<String> topics = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            topics.add(world.group(senders.toArray(Account[]::new)));
        }
        Map<String, Map<String, Long>> placed = new ConcurrentHashMap<>();
        topics.forEach(topic -> placed.put(topic, new ConcurrentHashMap<>()));
        AtomicBoolean gone = new AtomicBoolean();
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (Account who : senders) {
            for (String topic : topics) {
                all.add(CompletableFuture.runAsync(() -> {
                    for (int n = 0; n < 40 || !gone.get() && n < 2_000; n++) {
                        place(who, topic, who.uid() + "m" + n, placed.get(topic));
                    }
                }));
            }
        }
        cluster.node(1).stop().timeout(60, TimeUnit.SECONDS).await();
        gone.set(true);
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(120, TimeUnit.SECONDS);
        for (String topic : topics) {
            Set<Long> seqs = new HashSet<>(placed.get(topic).values());
            assertThat(seqs).hasSize(placed.get(topic).size());
            assertThat(seqs(topic)).containsExactlyInAnyOrderElementsOf(seqs);
            assertThat(gaps(topic)).isZero();
        }
    }

    private void place(Account who, String topic, String id, Map<String, Long> placed) {
        for (int tries = 0; tries < 100; tries++) {
            JsonNode reply = TestClient.await(sending(0, who, text(topic, id, "hi")), TestClient.PATIENCE);
            if (code(reply) == 0) {
                placed.put(id, seq(reply));
                return;
            }
            if (!reply.path("retryable").asBoolean()) {
                throw new AssertionError("Refused: " + reply);
            }
        }
        throw new AssertionError("Never placed: " + id);
    }
}
