package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.TestStores;
import dev.curlew.domain.GroupId;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.GroupReminders;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.PushBatch.Reminder;
import dev.curlew.push.JPushServer;
import dev.curlew.store.kafka.KafkaReminderQueue;
import dev.curlew.store.kafka.KafkaWriter;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;

/** Nodes that remind members of groups through a JPush of the test. Blocks. */
final class RemindedGroups implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(20);

    final JPushServer jpush;
    final TestCluster cluster;
    final GroupWorld world;
    private final Vertx vertx = Vertx.vertx();
    private final KafkaWriter kafka;
    private final KafkaReminderQueue queue;

    RemindedGroups(String own, int nodes, JPushServer jpush, String... more) {
        this.jpush = jpush;
        cluster = TestCluster.start(TestStores.shared(), own, nodes, jpush.settings(more));
        world = new GroupWorld(cluster);
        kafka = new KafkaWriter(vertx, cluster.config(0).kafka(), 10_000);
        queue = new KafkaReminderQueue(kafka);
    }

    static ObjectNode text(String topic, String text) {
        ObjectNode data = Json.object().put("topic", topic).put("client_msg_id", "m" + System.nanoTime());
        data.put("content_type", 101).putObject("content").put("text", text);
        return data;
    }

    /** Answers the message's number. */
    long send(int node, Account from, ObjectNode message) {
        JsonNode reply = TestClient.await(cluster.http(node).send(from, message), SOON);
        assertThat(reply.path("code").asInt(-1)).as(reply.toString()).isZero();
        return reply.at("/data/seq").asLong();
    }

    /** A task as the sequencer hands it on. */
    static GroupReminders task(String topic, long seq, Account from) {
        Reminder reminder = new Reminder(from.uid(), from.name(), null, null, null, true, 101, null);
        return task(topic, System.currentTimeMillis(), new GroupReminders.Item(seq, reminder, List.of(), false));
    }

    static GroupReminders task(String topic, long at, GroupReminders.Item item) {
        return new GroupReminders(
                GroupWorld.TENANT, GroupId.ofTopic(topic).orElseThrow().value(), at, List.of(item));
    }

    void again(GroupReminders task) {
        GroupWorld.await(queue.add(task));
    }

    List<JsonNode> awaitNotices(String topic, int count) {
        return Awaitility.await().atMost(SOON).until(() -> jpush.noticesOf(topic), all -> all.size() >= count);
    }

    /** Everything this group was to be reminded of before has been: its tasks are worked off in order. */
    void settled(String topic, Account from) {
        String mark = "settled-" + System.nanoTime();
        ObjectNode message = text(topic, "the last");
        message.putObject("push").put("title", mark);
        send(0, from, message);
        Awaitility.await()
                .atMost(SOON)
                .until(() -> jpush.noticesOf(topic).stream()
                        .anyMatch(notice -> notice.toString().contains(mark)));
    }

    List<JsonNode> notices(String topic, long seq) {
        return jpush.noticesOf(topic).stream()
                .filter(notice -> extras(notice).path("seq").asLong() == seq)
                .toList();
    }

    static JsonNode extras(JsonNode notice) {
        return notice.at("/notification/ios/extras");
    }

    static List<String> targets(List<JsonNode> notices) {
        List<String> targets = new ArrayList<>();
        notices.forEach(notice -> targets.addAll(JPushServer.targets(notice)));
        return targets;
    }

    static String alias(Account user) {
        return alias(user.uid());
    }

    static String alias(long uid) {
        return GroupWorld.TENANT + "_" + uid;
    }

    String mark(String topic, long seq, Account user) {
        return world.key("push:dedup:" + topic + ":" + seq + ":" + user.uid());
    }

    /** Calls about a message, refused and repeated ones too. */
    List<JsonNode> calls(String topic, long seq) {
        return jpush.calls().stream()
                .filter(call -> extras(call).path("topic").asText().equals(topic)
                        && extras(call).path("seq").asLong() == seq)
                .toList();
    }

    /** How long the mark lives that says the user was reminded. */
    long awaitMark(String topic, long seq, Account user) {
        Awaitility.await().atMost(SOON).until(() -> "1".equals(world.redis.get(mark(topic, seq, user))));
        return world.redis.ttl(mark(topic, seq, user));
    }

    /** The members Redis has in shards, shard by shard. */
    List<Set<String>> shards(String topic) {
        List<Set<String>> shards = new ArrayList<>();
        new TreeSet<>(world.redis.keys(world.key("topic:{" + topic + "}:shard:*:members")))
                .forEach(key -> shards.add(world.redis.smembers(key)));
        return shards;
    }

    /** Over all nodes. */
    double metric(String name) {
        double sum = 0;
        for (int node = 0; node < cluster.size(); node++) {
            for (String line : cluster.metrics(node).split("\n")) {
                if (line.startsWith(name + "{") || line.startsWith(name + " ")) {
                    sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
                }
            }
        }
        return sum;
    }

    @Override
    public void close() {
        GroupWorld.await(kafka.close());
        world.close();
        cluster.close();
        GroupWorld.await(vertx.close());
    }
}
