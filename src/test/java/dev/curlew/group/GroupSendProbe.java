package dev.curlew.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What tests of sends to groups on three nodes have in common. */
abstract class GroupSendProbe extends GroupProbe {

    static final int PROCESSING = 40901;
    static final int MISMATCH = 40902;
    static final int UNKNOWN = 50300;
    static final int NOT_STORED = 50301;

    private final String own;
    TestCluster cluster;

    GroupSendProbe(String own) {
        this.own = own;
    }

    @BeforeAll
    @Override
    void begin() {
        cluster = TestCluster.start(TestStores.shared(), own, 3, "socket.requests_per_second=20000");
        world = new GroupWorld(cluster);
    }

    @AfterAll
    @Override
    void end() {
        super.end();
        cluster.close();
    }

    static ObjectNode text(String topic, String id, String text) {
        ObjectNode data = Json.object().put("topic", topic).put("client_msg_id", id);
        data.put("content_type", 101).putObject("content").put("text", text);
        return data;
    }

    CompletableFuture<JsonNode> sending(int node, Account who, ObjectNode data) {
        return world.http(node).send(who, data);
    }

    JsonNode send(int node, Account who, ObjectNode data) {
        return TestClient.await(sending(node, who, data), TestClient.PATIENCE);
    }

    static int code(JsonNode reply) {
        return reply.path("code").asInt(-1);
    }

    static long seq(JsonNode reply) {
        if (code(reply) != 0) {
            throw new AssertionError("Refused: " + reply);
        }
        return reply.at("/data/seq").asLong();
    }

    List<Row> messages(String topic) {
        return world.rows("SELECT * FROM {im_group_messages} WHERE topic = ? AND from_user <> 0 ORDER BY seqid", topic);
    }

    List<Long> seqs(String topic) {
        List<Long> seqs = new ArrayList<>();
        messages(topic).forEach(row -> seqs.add(row.getLong("seqid")));
        return seqs;
    }

    /** Numbers up to the highest settled one that have neither a message nor a hole. */
    long gaps(String topic) {
        return world.number("SELECT high FROM {im_topic_seq} WHERE topic = ?", topic)
                - world.number(
                        "SELECT COUNT(*) FROM {im_group_messages} WHERE topic = ? AND seqid <="
                                + " (SELECT high FROM {im_topic_seq} WHERE topic = ?)",
                        topic,
                        topic);
    }

    String counter(String topic) {
        return world.redis.get(world.key("topic:{" + topic + "}:last_seq"));
    }

    String claimKey(String topic, Account who, String id) {
        return world.key("topic:{" + topic + "}:uniq:msg:" + who.uid() + ":" + id);
    }

    JsonNode claim(String topic, Account who, String id) {
        String value = world.redis.get(claimKey(topic, who, id));
        return value == null ? null : Json.read(value, JsonNode.class);
    }

    /** Several calls, as a node has several connections. */
    final void awaitRedis(String topic, Account sender) {
        Awaitility.await()
                .until(() ->
                        IntStream.range(0, 8).allMatch(i -> code(send(1, sender, text(topic, "again", "b"))) == 0));
    }
}
