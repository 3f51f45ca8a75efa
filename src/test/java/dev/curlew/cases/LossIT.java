package dev.curlew.cases;

import static dev.curlew.cases.Devices.WEB;
import static dev.curlew.cases.Devices.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.dev.DevStores;
import dev.curlew.dev.MongoKind;
import dev.curlew.dev.NodeAddress;
import dev.curlew.dev.NodeCode;
import dev.curlew.dev.NodeProcess;
import dev.curlew.dev.Ports;
import dev.curlew.dev.StoreProcess;
import dev.curlew.dev.TestStores;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import redis.clients.jedis.Jedis;

/** What is acknowledged stays, whatever is paused, emptied or killed: two nodes as processes on stores of their own. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LossIT {

    private static final List<NodeProcess> NODES = new ArrayList<>();
    private static DevStores stores;

    private Account alice;
    private Account bob;
    private String conversation;

    @BeforeAll
    static void start() {
        stores = TestStores.fresh().mongo(MongoKind.AUTO_FILE).start();
        List<Integer> bus = List.of(Ports.free(), Ports.free());
        List<String> members = bus.stream().map(port -> "127.0.0.1:" + port).toList();
        for (int i = 0; i < 2; i++) {
            NODES.add(started(new NodeAddress("keep" + i, Ports.free(), Ports.free(), bus.get(i), members)));
        }
        NODES.forEach(NodeProcess::awaitReady);
    }

    @AfterAll
    static void stop() {
        NODES.forEach(NodeProcess::kill);
        stores.close();
    }

    @BeforeEach
    void twoUsers() {
        alice = user("alice");
        bob = user("bob");
        conversation = alice.conversationWith(bob.uid());
    }

    /** A client that writes faster than it is answered finds its messages out of order, or the conversation stuck for good. */
    @Test
    @Order(1)
    void twoThousandSendsInOneGoKeepTheirOrderAndTheConversationGoesOn() {
        Map<String, Long> acked = new LinkedHashMap<>();
        try (TestClient sender = socket(0, alice)) {
            List<String> ids = Pipeline.ids("m", 0, 2_000);
            Pipeline.place(sender, bob, ids, acked);
            List<Long> inOrderOfSending = ids.stream().map(acked::get).toList();
            assertThat(inOrderOfSending)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 2_000).boxed().toList());
            Pipeline.place(sender, bob, List.of("and on"), acked);
            assertThat(acked.get("and on")).isEqualTo(2_001);
        }
        Pipeline.assertExactly(Pipeline.history(http(1), bob, conversation, 200), acked);
    }

    /** Messages that were acknowledged while the cache stalled are missing from the history, or in it twice. */
    @Test
    @Order(2)
    void everyAcknowledgedMessageIsThereOnceAfterRedisStalledThreeTimes() {
        Map<String, Long> acked = new LinkedHashMap<>();
        try (TestClient sender = socket(0, alice)) {
            for (int first = 0; first < 1_000; first += 50) {
                if (first == 200 || first == 500 || first == 800) {
                    stores.redis().pause();
                    CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS)
                            .execute(() -> stores.redis().resume());
                }
                Pipeline.place(sender, bob, Pipeline.ids("m", first, first + 50), acked);
            }
        }
        assertThat(acked).hasSize(1_000);
        Pipeline.assertExactly(Pipeline.history(http(1), bob, conversation, 200), acked);
        Pipeline.assertExactly(Pipeline.history(http(0), alice, conversation, 200), acked);
    }

    /** The cache lost its memory in mid-run: numbers begin again, messages come twice, and read ones count as unread. */
    @Test
    @Order(3)
    @Requirement("B-216")
    void numbersGoOnAndNothingIsUnreadAnewAfterRedisWasEmptied() {
        Map<String, Long> acked = new LinkedHashMap<>();
        ConcurrentLinkedQueue<Long> live = new ConcurrentLinkedQueue<>();
        try (TestClient sender = socket(0, alice);
                TestClient receiver = socket(1, bob)) {
            receiver.onEvent(event -> {
                if (event.path("event").asText().equals("message")) {
                    live.add(event.at("/data/seq").asLong());
                }
            });
            for (int first = 0; first < 600; first += 50) {
                List<String> ids = Pipeline.ids("m", first, first + 50);
                Map<String, CompletableFuture<JsonNode>> replies = Pipeline.start(sender, bob, ids);
                if (first % 200 == 100) {
                    flush();
                }
                Pipeline.place(sender, bob, Pipeline.finish(replies, acked), acked);
                if (first == 250) {
                    read(bob, acked.get("m200"));
                }
            }
            assertThat(new ArrayList<>(live)).isSorted().doesNotHaveDuplicates();
        }
        List<SeenMessage> history = Pipeline.history(http(1), bob, conversation, 200);
        Pipeline.assertExactly(history, acked);
        long unread = Pipeline.seqs(history).stream()
                .filter(seq -> seq > acked.get("m200"))
                .count();
        flush();
        within(10, () -> assertThat(http(0).unreadTotal(bob)).isEqualTo(unread));
        within(10, () -> assertThat(http(1).unreadTotal(alice)).isZero());
    }

    /** A node says "sent", dies, and takes the message with it. */
    @Test
    @Order(4)
    void whatWasAcknowledgedIsStoredThoughTheNodeDiesRightAfter() {
        Map<String, Long> acked = new LinkedHashMap<>();
        List<String> ids = Pipeline.ids("m", 0, 600);
        List<String> left;
        try (TestClient sender = socket(1, alice)) {
            Map<String, CompletableFuture<JsonNode>> replies = Pipeline.start(sender, bob, ids);
            TestClient.await(replies.get("m100"), TestClient.PATIENCE);
            NODES.get(1).kill();
            left = Pipeline.finish(replies, acked);
        }
        assertThat(acked).hasSizeGreaterThan(100);
        Map<String, Long> told = Map.copyOf(acked);
        within(20, () -> {
            List<SeenMessage> history = Pipeline.history(http(0), bob, conversation, 200);
            assertThat(Pipeline.seqs(history)).containsAll(told.values()).doesNotHaveDuplicates();
        });
        try (TestClient sender = socket(0, alice)) {
            Pipeline.place(sender, bob, left, acked);
        }
        Pipeline.assertExactly(Pipeline.history(http(0), bob, conversation, 200), acked);
    }

    /** After a power cut old conversations cannot be opened, or take no new message. */
    @Test
    @Order(5)
    void afterAllWasKilledOldConversationsCanBeReadAndSentTo() {
        List<Account> peers = List.of(bob, user("carol"), user("dave"), user("erin"), user("frank"));
        Map<Account, Map<String, Long>> acked = new LinkedHashMap<>();
        try (TestClient sender = socket(0, alice)) {
            peers.forEach(peer -> Pipeline.place(
                    sender, peer, Pipeline.ids("m", 0, 20), acked.computeIfAbsent(peer, k -> new LinkedHashMap<>())));
        }
        read(bob, 15);
        NODES.forEach(NodeProcess::kill);
        List<StoreProcess> killed = stores.all().stream()
                .filter(store -> store != stores.mongo() || stores.mongo().keepsData())
                .toList();
        killed.forEach(StoreProcess::kill);
        killed.parallelStream().forEach(StoreProcess::start);
        NODES.replaceAll(node -> started(node.address()));
        NODES.forEach(NodeProcess::awaitReady);
        assertThat(http(0).unreadTotal(bob)).isEqualTo(5);
        try (TestClient sender = socket(1, alice)) {
            for (Account peer : peers) {
                try (TestClient receiver = socket(0, peer)) {
                    Pipeline.place(sender, peer, List.of("after"), acked.get(peer));
                    assertThat(receiver.awaitEvent("message", TestClient.PATIENCE)
                                    .path("client_msg_id")
                                    .asText())
                            .isEqualTo("after");
                }
                List<SeenMessage> history = Pipeline.history(http(0), peer, alice.conversationWith(peer.uid()), 200);
                Pipeline.assertExactly(history, acked.get(peer));
                assertThat(history.get(20).clientMsgId()).isEqualTo("after");
            }
        }
    }

    private static void flush() {
        try (Jedis redis = new Jedis(stores.redis().host(), stores.redis().port())) {
            redis.flushAll();
        }
    }

    private void read(Account reader, long seq) {
        String path = "/v1/im/conversations/" + conversation + "/read";
        http(0).post(path, reader.token(), Json.object().put("read_seq", seq)).ok();
    }

    private static Account user(String name) {
        return http(0).adminToken(Devices.SECRET, "demo", name + "-" + System.nanoTime(), WEB);
    }

    private static TestHttp http(int node) {
        return new TestHttp(url(node));
    }

    private static TestClient socket(int node, Account account) {
        TestClient client = TestClient.connect(url(node));
        client.login(account.token(), WEB, null, false);
        return client;
    }

    private static String url(int node) {
        return "http://127.0.0.1:" + NODES.get(node).address().port();
    }

    private static NodeProcess started(NodeAddress address) {
        Map<String, String> settings = new LinkedHashMap<>(stores.addresses().settings());
        settings.put("socket.requests_per_second", "100000");
        settings.put("log.level", "warn");
        return NodeProcess.start(address, NodeCode.find(), settings, System.out);
    }
}
