package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.Pause;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.PushBatch.Push;
import dev.curlew.store.kafka.KafkaWriter;
import dev.curlew.store.kafka.Topics;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Two nodes whose heartbeat is a second, sockets that follow groups, and what Redis holds of who is there. Blocks. */
final class GroupsOnline implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(20);

    final TestCluster cluster;
    final GroupWorld world;
    private final Vertx vertx = Vertx.vertx();
    private final KafkaWriter kafka;

    GroupsOnline(String own, String... settings) {
        cluster = TestCluster.start(
                TestStores.shared(),
                own,
                2,
                Stream.concat(Stream.of("presence.ttl_ms=4000"), Stream.of(settings))
                        .toArray(String[]::new));
        world = new GroupWorld(cluster);
        kafka = new KafkaWriter(vertx, cluster.config(0).kafka(), 10_000);
    }

    /** A socket that shows signs of life, but asks for nothing it missed. */
    TestClient socket(int node, Account user) {
        return alive(cluster.socket(node, user));
    }

    /** One that follows no group by itself. */
    TestClient detached(int node, Account user) {
        TestClient client = TestClient.connect(cluster.url(node));
        client.call("login", Json.object().put("token", user.token()).put("auto_attach", false));
        return alive(client);
    }

    private static TestClient alive(TestClient client) {
        Thread thread = new Thread(() -> {
            while (!client.closed().isDone()) {
                client.request("unread", Json.object());
                Pause.millis(300);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return client;
    }

    static ObjectNode topics(String... topics) {
        ObjectNode data = Json.object();
        for (String topic : topics) {
            data.withArray("topics").add(topic);
        }
        return data;
    }

    static int code(TestClient client, String op, String... topics) {
        return TestClient.await(client.request(op, topics(topics)), TestClient.PATIENCE)
                .path("code")
                .asInt();
    }

    String online(String topic) {
        return world.key("topic:{" + topic + "}:online_members");
    }

    String online(String topic, int node) {
        return world.key(
                "topic:{" + topic + "}:node:" + cluster.config(node).node().id() + ":online_members");
    }

    String nodes(String topic) {
        return world.key("topic:{" + topic + "}:nodes");
    }

    /** Waits until exactly these are online in a group, the first on node 0 and the second on node 1. */
    void awaitOnline(String topic, Set<Account> first, Set<Account> second) {
        Set<String> all = uids(Stream.concat(first.stream(), second.stream()));
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            assertThat(world.redis.smembers(online(topic, 0))).isEqualTo(uids(first.stream()));
            assertThat(world.redis.smembers(online(topic, 1))).isEqualTo(uids(second.stream()));
            assertThat(world.redis.smembers(online(topic))).isEqualTo(all);
            assertThat(world.redis.zcard(nodes(topic)))
                    .isEqualTo((first.isEmpty() ? 0 : 1) + (second.isEmpty() ? 0 : 1));
        });
    }

    /** A {@code group} event as the sequencer makes it. */
    Push event(String topic, String kind) {
        ObjectNode event = Json.object().put("event", "group");
        event.putObject("data").put("topic", topic).put("kind", kind);
        String conversation = "n_" + GroupWorld.id(topic);
        return new Push(conversation, 0, 0, Cause.NONE, null, Json.text(event), null);
    }

    /** Hands something to the fan-out as whoever stored it does. */
    void say(GroupPush push) {
        GroupWorld.await(kafka.write(Topics.TO_PUSH, Topics.pushKey(push), push));
    }

    /** They were there all the time. */
    static void stillOpen(TestClient... clients) {
        for (TestClient client : clients) {
            assertThat(client.closed()).isNotDone();
        }
    }

    static Set<String> uids(Stream<Account> accounts) {
        return accounts.map(one -> Long.toString(one.uid())).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The next event of that name about a group; whatever comes before is passed over. */
    static JsonNode group(TestClient client, String topic, String kind) {
        while (true) {
            JsonNode event = client.awaitEvent("group", SOON);
            assertThat(event).as(kind + " of " + topic).isNotNull();
            if (event.path("topic").asText().equals(topic)
                    && event.path("kind").asText().equals(kind)) {
                return event;
            }
        }
    }

    @Override
    public void close() {
        GroupWorld.await(kafka.close());
        GroupWorld.await(vertx.close());
        world.close();
        cluster.close();
    }
}
