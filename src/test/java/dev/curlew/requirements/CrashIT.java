package dev.curlew.requirements;

import static dev.curlew.requirements.Probe.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.DevStores;
import dev.curlew.dev.NodeAddress;
import dev.curlew.dev.NodeCode;
import dev.curlew.dev.NodeProcess;
import dev.curlew.dev.Ports;
import dev.curlew.dev.TestStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two nodes as processes on stores of their own: one is killed under load, Redis is emptied, Kafka stops. */
class CrashIT {

    private static final int MESSAGES = 10_000;
    private static final int WINDOW = 250;
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private static final List<NodeProcess> NODES = new ArrayList<>();
    private static DevStores stores;
    private static CurlewConfig config;
    private static Probe probe;

    @BeforeAll
    static void start() {
        stores = TestStores.fresh().start();
        config = TestConfig.on(stores, "crash");
        List<Integer> bus = List.of(Ports.free(), Ports.free());
        List<String> members = bus.stream().map(port -> "127.0.0.1:" + port).toList();
        for (int i = 0; i < 2; i++) {
            NODES.add(started(new NodeAddress("crash" + i, Ports.free(), Ports.free(), bus.get(i), members)));
        }
        NODES.forEach(NodeProcess::awaitReady);
        probe = new Probe(config);
    }

    @AfterAll
    static void stop() {
        NODES.forEach(NodeProcess::kill);
        if (probe != null) {
            probe.close();
        }
        stores.close();
    }

    @Test
<<<<<<< HEAD
    @Requirement({"B-011", "B-016", "B-022", "B-183", "B-192", "B-216", "B-225", "B-226"})
    void crashesRebalancesAndLossesKeepEachMessageOnceInOrder() {
=======
    @Requirement({"B-011", "B-016", "B-022", "B-183", "B-192", "B-216", "B-222", "B-225", "B-226"})
    void crashesRebalancesLossesAndReplaysKeepEachMessageOnceInOrder() throws Exception {
>>>>>>> gate
        TestHttp http =
                new TestHttp("http://127.0.0.1:" + NODES.get(0).address().port());
        Account alice = http.register("demo", "alice-" + System.nanoTime(), "alice-pass", 5);
        Account bob = http.register("demo", "bob-" + System.nanoTime(), "bob-pass", 5);
        String conversation = alice.conversationWith(bob.uid());
        ConcurrentLinkedQueue<Long> received = new ConcurrentLinkedQueue<>();
        Map<String, Long> acked = new HashMap<>();
        try (TestClient sender = TestClient.connect(
                        "http://127.0.0.1:" + NODES.get(0).address().port());
                TestClient receiver = TestClient.connect(
                        "http://127.0.0.1:" + NODES.get(0).address().port())) {
            sender.login(alice.token(), 5, null, false);
            receiver.login(bob.token(), 5, null, false);
            receiver.onEvent(event -> {
                if (event.path("event").asText().equals("message")) {
                    received.add(event.at("/data/seq").asLong());
                }
            });
            for (int first = 0; first < MESSAGES; first += WINDOW) {
                disturb(first / WINDOW);
                List<String> ids = new ArrayList<>();
                for (int i = first; i < first + WINDOW; i++) {
                    ids.add("m" + i);
                }
                place(sender, bob, ids, acked);
            }
            // Five more times, over restarts: always the first place.
            place(sender, bob, List.of("m0", "m5000"), acked);
        }
        assertThat(acked).hasSize(MESSAGES);
        assertThat(new ArrayList<>(received)).isSorted().doesNotHaveDuplicates();
        probe.awaitElements(conversation, MESSAGES);
        Map<String, Long> stored = new HashMap<>();
        List<Long> seqs = new ArrayList<>();
        probe.elements(conversation).forEach(element -> {
            seqs.add(Probe.seq(element));
            stored.put(element.get("msg", Document.class).getString("client_msg_id"), Probe.seq(element));
        });
        assertThat(seqs).hasSize(MESSAGES).isSorted().doesNotHaveDuplicates();
        assertThat(stored).isEqualTo(acked);
        assertThat(pulled(http, bob, conversation, seqs.get(seqs.size() - 1))).containsExactlyElementsOf(seqs);
    }

    /** What happens before a window of the load. */
    private static void disturb(int window) {
        if (window == 8 || window == 28) {
            NODES.get(1).kill();
        } else if (window == 14 || window == 32) {
            NODES.set(1, started(NODES.get(1).address()));
        } else if (window == 20) {
            probe.redis().flushAll();
        } else if (window == 24) {
            stores.kafka().pause();
            CompletableFuture.delayedExecutor(12, TimeUnit.SECONDS)
                    .execute(() -> stores.kafka().resume());
        }
    }

    /** Sends until each has its place, again and again under the same id as the contract asks. */
    private static void place(TestClient sender, Account to, List<String> ids, Map<String, Long> acked) {
        List<String> left = ids;
        long deadline = System.nanoTime() + Duration.ofSeconds(120).toNanos();
        while (!left.isEmpty()) {
            assertThat(System.nanoTime()).as("left: " + left).isLessThan(deadline);
            Map<String, CompletableFuture<JsonNode>> replies = new TreeMap<>();
            left.forEach(id -> replies.put(id, sender.request("send", text(to, id, "body of " + id))));
            List<String> again = new ArrayList<>();
            replies.forEach((id, future) -> {
                JsonNode reply = TestClient.await(future, PATIENCE);
                long seq = reply.at("/data/seq").asLong();
                if (reply.path("code").asInt(-1) == 0 && seq > 0) {
                    Long before = acked.put(id, seq);
                    assertThat(before == null || before == seq)
                            .as("one place: " + id)
                            .isTrue();
                } else {
                    assertThat(reply.path("code").asInt() == 0
                                    || reply.path("retryable").asBoolean())
                            .as(reply.toString())
                            .isTrue();
                    again.add(id);
                }
            });
            left = again;
        }
    }

    private static List<Long> pulled(TestHttp http, Account reader, String conversation, long last) {
        List<Long> seqs = new ArrayList<>();
        for (long after = 0; after < last; ) {
            var page = http.pull(reader, conversation, after, 200);
            page.messages().forEach(message -> seqs.add(message.seq()));
            long end = page.messages().isEmpty() ? after : seqs.get(seqs.size() - 1);
            for (long[] run : page.absent()) {
                end = Math.max(end, run[1]);
            }
            assertThat(end).as("pages go on").isGreaterThan(after);
            after = end;
        }
        return seqs;
    }

<<<<<<< HEAD
=======
    /** Everything for MongoDB is read once more from the first record on: the documents stay as they are. */
    private static void replay(String conversation) throws Exception {
        NODES.get(0).stop();
        NODES.get(1).stop();
        Topics topics = Topics.of(config.kafka());
        String group = topics.group(Topics.TO_MONGO);
        Map<TopicPartition, OffsetAndMetadata> start = new HashMap<>();
        LongStream.range(0, 8)
                .forEach(partition -> start.put(
                        new TopicPartition(topics.topic(Topics.TO_MONGO), (int) partition), new OffsetAndMetadata(0)));
        Map<String, List<Document>> before = documents(conversation);
        Awaitility.await().atMost(60, TimeUnit.SECONDS).ignoreExceptions().until(() -> {
            probe.kafka().alterConsumerGroupOffsets(group, start).all().get(10, TimeUnit.SECONDS);
            return true;
        });
        assertThat(probe.lag(Topics.TO_MONGO)).isGreaterThan(10);
        NODES.set(0, started(NODES.get(0).address()));
        probe.awaitNoLag(Topics.TO_MONGO);
        assertThat(documents(conversation)).isEqualTo(before);
    }

    private static Map<String, List<Document>> documents(String conversation) {
        Map<String, List<Document>> documents = new TreeMap<>();
        for (String name : List.of("seq", "seq_user", "conversation")) {
            MongoCollection<Document> collection = probe.collection(name);
            documents.put(
                    name,
                    probe.all(
                            collection.find(eq("conversation_id", conversation)).sort(new Document("_id", 1))));
        }
        documents.put(
                "msg",
                probe.all(probe.collection("msg")
                        .find(regex("doc_id", "^" + conversation + ":"))
                        .sort(new Document("_id", 1))));
        return documents;
    }

>>>>>>> gate
    private static NodeProcess started(NodeAddress address) {
        Map<String, String> settings = new HashMap<>(stores.addresses().settings());
        settings.put("mysql.database_prefix", "crash");
        settings.put("mongo.database_prefix", "crash");
        settings.put("kafka.topic_prefix", "crash-");
        settings.put("kafka.group_prefix", "crash-");
        settings.put("socket.requests_per_second", "100000");
        settings.put("log.level", "warn");
        return NodeProcess.start(address, NodeCode.find(), settings, System.out);
    }
}
