package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.config.MysqlConfig;
import dev.curlew.dev.Pause;
import io.vertx.sqlclient.Row;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Sends to groups over three nodes: each message has one place, whatever happens to it on the way. */
class GroupSendIT extends GroupSendProbe {

    /** Messages of each of many clients; the long form is the flood of {@code make chaos}. */
    private static final int EACH = 50;

    GroupSendIT() {
        super("gsend");
    }

    @Test
    @Requirement({"A-117", "A-068"})
    void fiftyParallelSendsOfOneIdAreOneMessage() {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        List<CompletableFuture<JsonNode>> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            all.add(sending(i % 3, owner, text(topic, "one", "hello")));
        }
        List<JsonNode> replies = all.stream()
                .map(one -> TestClient.await(one, TestClient.PATIENCE))
                .toList();
        List<JsonNode> placed = replies.stream().filter(one -> code(one) == 0).toList();
        assertThat(placed).isNotEmpty().allMatch(one -> seq(one) == 1);
        assertThat(replies).allMatch(one -> code(one) == 0 || code(one) == PROCESSING);
        assertThat(placed.stream().filter(one -> !one.at("/data/duplicate").asBoolean()))
                .hasSize(1);
        assertThat(placed.stream()
                        .map(one -> one.at("/data/server_msg_id").asText())
                        .distinct())
                .hasSize(1);
        assertThat(seqs(topic)).containsExactly(1L);
        assertThat(counter(topic)).isEqualTo("1");
        JsonNode again = send(2, owner, text(topic, "one", "hello"));
        assertThat(seq(again)).isEqualTo(1);
        assertThat(again.at("/data/duplicate").asBoolean()).isTrue();
        assertThat(counter(topic)).isEqualTo("1");
        assertThat(code(send(1, owner, text(topic, "one", "other")))).isEqualTo(MISMATCH);
    }

    @Test
    @Requirement("A-130")
    void twoHundredSendersOfTwoGroupsEachHaveTheirPlaces() {
        List<Account> senders = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            senders.add(cluster.user("sender" + i));
        }
        List<String> topics =
                List.of(world.group(senders.toArray(Account[]::new)), world.group(senders.toArray(Account[]::new)));
        Map<String, Map<Long, String>> placed = new ConcurrentHashMap<>();
        topics.forEach(topic -> placed.put(topic, new ConcurrentHashMap<>()));
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < senders.size(); i++) {
            int at = i;
            String topic = topics.get(i % 2);
            CompletableFuture<?> chain = CompletableFuture.completedFuture(null);
            for (int n = 0; n < 10; n++) {
                String id = "m" + n;
                chain = chain.thenCompose(done -> sending(at % 3, senders.get(at), text(topic, id, "hi")))
                        .thenAccept(reply -> placed.get(topic).put(seq(reply), at + id));
            }
            all.add(chain);
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        for (String topic : topics) {
            assertThat(new TreeMap<>(placed.get(topic)).keySet())
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 1_000).boxed().toList());
            assertThat(seqs(topic)).hasSize(1_000);
            assertThat(counter(topic)).isEqualTo("1000");
            assertThat(world.redis.get(world.key("topic:{" + topic + "}:head"))).isEqualTo("1000");
        }
    }

    @Test
    void twoThousandPipelinedSendsKeepTheirOrder() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        List<CompletableFuture<JsonNode>> all = new ArrayList<>();
        try (TestClient sender = cluster.socket(1, two.get(0))) {
            for (int i = 0; i < 2_000; i++) {
                all.add(sender.request("send", text(topic, "p" + i, "line " + i)));
            }
            List<Long> seqs = all.stream()
                    .map(one -> seq(TestClient.await(one, TestClient.PATIENCE)))
                    .toList();
            assertThat(seqs)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 2_000).boxed().toList());
        }
        assertThat(messages(topic).get(1_234).getString("client_msg_id")).isEqualTo("p1234");
    }

    @Test
    @Requirement({"A-112", "A-113", "A-114", "A-121", "A-125", "A-138", "A-139"})
    void whatIsStoredIsKnownInRedis() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        JsonNode reply = send(0, two.get(1), text(topic, "known", "hello"));
        JsonNode claim = claim(topic, two.get(1), "known");
        Row row = messages(topic).get(0);
        assertThat(claim.path("status").asText()).isEqualTo("done");
        assertThat(claim.path("seq").isNumber()).isTrue();
        assertThat(claim.path("seq").asLong()).isEqualTo(seq(reply)).isEqualTo(row.getLong("seqid"));
        assertThat(claim.path("message_id").isNumber()).isTrue();
        assertThat(claim.path("message_id").asLong()).isEqualTo(row.getLong("id"));
        String created = claim.path("created_at").asText();
        assertThat(created).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}[+-]\\d\\d:\\d\\d");
        assertThat(OffsetDateTime.parse(created).toInstant().toEpochMilli())
                .isEqualTo(reply.at("/data/send_time").asLong());
        assertThat(world.redis.ttl(claimKey(topic, two.get(1), "known"))).isBetween(86_300L, 86_400L);
        assertThat(world.redis.get(world.key("topic:{" + topic + "}:head"))).isEqualTo("1");
    }

    @Test
    @Requirement({"A-111", "A-120", "X-010", "A-122", "A-124", "A-126", "A-167"})
    void whatFailedLeavesAHoleAndMayBeSentAgain() throws Exception {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        assertThat(seq(send(0, owner, text(topic, "before", "a")))).isEqualTo(1);
        try (Sabotage sabotage = new Sabotage(cluster.config(0).mysql(), GroupWorld.TENANT)) {
            JsonNode reply = sabotage.endedAt(
                    "im_group_messages", () -> send(0, owner, text(topic, "lost", "b")), connection -> {
                        JsonNode claim = claim(topic, owner, "lost");
                        assertThat(claim.path("status").asText()).isEqualTo("pending");
                        assertThat(claim.path("seq").asLong()).isEqualTo(2);
                        assertThat(world.redis.ttl(claimKey(topic, owner, "lost")))
                                .isBetween(30L, 120L);
                        GroupWorld.await(world.mysql.query("KILL CONNECTION " + connection));
                    });
            assertThat(code(reply)).isEqualTo(NOT_STORED);
        }
        JsonNode failed = claim(topic, owner, "lost");
        assertThat(failed.path("status").asText()).isEqualTo("failed");
        assertThat(world.redis.ttl(claimKey(topic, owner, "lost"))).isBetween(300L, 600L);
        assertThat(counter(topic)).isEqualTo("2");
        assertThat(seq(send(2, owner, text(topic, "lost", "b")))).isEqualTo(3);
        assertThat(seq(send(0, owner, text(topic, "after", "c")))).isEqualTo(4);
        assertThat(seqs(topic)).containsExactly(1L, 3L, 4L);
        assertThat(gaps(topic)).isZero();
    }

    @Test
    @Requirement("A-119")
    void whoComesAgainWhileItIsBeingStoredGetsNoSecondNumber() throws Exception {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        MysqlConfig mysql = cluster.config(0).mysql();
        String url = "jdbc:mariadb://" + mysql.host() + ":" + mysql.port() + "/gsend_demo";
        try (Connection holder = DriverManager.getConnection(url, mysql.user(), mysql.password());
                Statement lock = holder.createStatement()) {
            lock.execute("LOCK TABLES im_group_messages WRITE");
            CompletableFuture<JsonNode> first = sending(0, owner, text(topic, "slow", "hello"));
            Awaitility.await().until(() -> claim(topic, owner, "slow") != null);
            CompletableFuture<JsonNode> second = sending(1, owner, text(topic, "slow", "hello"));
            Pause.millis(1_500);
            lock.execute("UNLOCK TABLES");
            assertThat(seq(TestClient.await(first, TestClient.PATIENCE))).isEqualTo(1);
            JsonNode other = TestClient.await(second, TestClient.PATIENCE);
            assertThat(code(other)).isIn(0, PROCESSING);
            assertThat(other.at("/data/seq").asLong(1)).isEqualTo(1);
        }
        assertThat(seqs(topic)).containsExactly(1L);
        assertThat(counter(topic)).isEqualTo("1");
    }

    @Test
    @Requirement({"A-110", "A-123", "A-165"})
    void whatRedisForgotMySqlKnows() {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        JsonNode first = send(0, owner, text(topic, "kept", "hello"));
        JsonNode next = send(0, owner, text(topic, "next", "hello"));
        for (int node = 0; node < 3; node++) {
            world.redis.del(claimKey(topic, owner, "kept"));
            JsonNode again = send(node, owner, text(topic, "kept", "hello"));
            assertThat(seq(again)).isEqualTo(seq(first));
            assertThat(again.at("/data/server_msg_id")).isEqualTo(first.at("/data/server_msg_id"));
            assertThat(again.at("/data/send_time")).isEqualTo(first.at("/data/send_time"));
            assertThat(again.at("/data/duplicate").asBoolean()).isTrue();
            assertThat(claim(topic, owner, "kept").path("seq").asLong()).isEqualTo(seq(first));
        }
        world.redis.del(claimKey(topic, owner, "kept"));
        assertThat(code(send(1, owner, text(topic, "kept", "other")))).isEqualTo(MISMATCH);
        assertThat(seqs(topic)).containsExactly(seq(first), seq(next));
    }

    @Test
    @Requirement("X-025")
    void whatACrashLeftPendingIsAdoptedOrComesFree() {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        JsonNode first = send(0, owner, text(topic, "stored", "hello"));
        String dead = "{\"status\":\"pending\",\"seq\":1,\"message_id\":0,\"created_at\":"
                + "\"2026-08-25T12:00:00.000+08:00\",\"hash\":\"\",\"owner\":\"dead\"}";
        world.redis.setex(claimKey(topic, owner, "stored"), 100L, dead);
        world.redis.setex(claimKey(topic, owner, "never"), 1L, dead);
        JsonNode again = send(1, owner, text(topic, "stored", "hello"));
        assertThat(seq(again)).isEqualTo(seq(first));
        assertThat(claim(topic, owner, "stored").path("status").asText()).isEqualTo("done");
        assertThat(code(send(1, owner, text(topic, "never", "hello")))).isEqualTo(PROCESSING);
        Awaitility.await().until(() -> code(send(1, owner, text(topic, "never", "hello"))) == 0);
        assertThat(seqs(topic)).hasSize(2);
    }

    @Test
    @Requirement({"A-133", "X-006"})
    void aCounterThatIsLostUnderLoadGivesNoNumberTwice() {
        List<Account> nine = world.users("a", "b", "c", "d", "e", "f", "g", "h", "i");
        String topic = world.group(nine.toArray(Account[]::new));
        Map<String, Long> acked = new ConcurrentHashMap<>();
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < nine.size(); i++) {
            Account who = nine.get(i);
            int node = i % 3;
            CompletableFuture<?> chain = CompletableFuture.completedFuture(null);
            for (int n = 0; n < 60; n++) {
                String id = "m" + n;
                boolean drop = n % 10 == 5;
                chain = chain.thenCompose(done -> sending(node, who, text(topic, id, "hi")))
                        .thenAccept(reply -> acked.put(who.uid() + id, seq(reply)))
                        .thenRun(() -> {
                            if (drop) {
                                synchronized (world) {
                                    world.redis.del(world.key("topic:{" + topic + "}:last_seq"));
                                }
                            }
                        });
            }
            all.add(chain);
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        assertThat(new HashSet<>(acked.values())).hasSize(9 * 60);
        assertThat(seqs(topic)).containsExactlyInAnyOrderElementsOf(acked.values());
        long highest = acked.values().stream().mapToLong(Long::longValue).max().orElseThrow();
        world.redis.del(world.key("topic:{" + topic + "}:last_seq"));
        assertThat(seq(send(0, nine.get(0), text(topic, "last", "hi")))).isGreaterThan(highest);
        assertThat(gaps(topic)).isZero();
    }

    @Test
    @Requirement("A-105")
    void numbersOfSixtyFourClientsOnThreeNodesRiseAndAreGivenOnce() {
        List<Account> senders = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            senders.add(cluster.user("counted" + i));
        }
        String topic = world.group(senders.toArray(Account[]::new));
        List<CompletableFuture<List<Long>>> all = new ArrayList<>();
        for (int i = 0; i < senders.size(); i++) {
            Account who = senders.get(i);
            TestClient socket = cluster.socket(i % 3, who);
            all.add(CompletableFuture.supplyAsync(() -> {
                List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
                for (int n = 0; n < EACH; n++) {
                    replies.add(socket.request("send", text(topic, "m" + n, "hi")));
                }
                List<Long> given = replies.stream()
                        .map(one -> seq(TestClient.await(one, TestClient.PATIENCE)))
                        .toList();
                socket.close();
                return given;
            }));
        }
        Set<Long> once = new HashSet<>();
        for (CompletableFuture<List<Long>> one : all) {
            List<Long> given = one.join();
            assertThat(given).isSorted();
            once.addAll(given);
        }
        assertThat(once).hasSize(senders.size() * EACH);
        assertThat(seqs(topic)).containsExactlyInAnyOrderElementsOf(once);
        assertThat(gaps(topic)).isZero();
        assertThat(counter(topic)).isEqualTo(Long.toString(Collections.max(once)));
    }

    @Test
    @Requirement({"A-185", "A-218"})
    void numbersGoBeyondThirtyTwoBits() {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        world.redis.set(world.key("topic:{" + topic + "}:last_seq"), "2147483648");
        assertThat(seq(send(0, owner, text(topic, "far", "hi")))).isEqualTo(2_147_483_649L);
        assertThat(seqs(topic)).containsExactly(2_147_483_649L);
        assertThat(seq(send(1, owner, text(topic, "on", "hi")))).isEqualTo(2_147_483_650L);
        world.redis.set(world.key("topic:{" + topic + "}:last_seq"), Long.toString(1L << 40));
        assertThat(seq(send(2, owner, text(topic, "farther", "hi")))).isEqualTo((1L << 40) + 1);
        assertThat(seqs(topic)).hasSize(3).endsWith((1L << 40) + 1);
    }
}
