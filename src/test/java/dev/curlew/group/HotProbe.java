package dev.curlew.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;

/** Two nodes whose copies of groups' messages have little room, and a look at those. */
abstract class HotProbe extends GroupSendProbe {

    static final int COPY = 3_000;
    static final int GROUP = 40_000;
    static final int TENANT = 100_000;

    HotProbe() {
        super("hot");
    }

    @BeforeAll
    @Override
    void begin() {
        cluster = TestCluster.start(
                TestStores.shared(),
                "hot",
                2,
                "socket.requests_per_second=20000",
                "redis.hot_copy_bytes=" + COPY,
                "redis.hot_group_bytes=" + GROUP,
                "redis.hot_tenant_bytes=" + TENANT);
        world = new GroupWorld(cluster);
    }

    String large(Account... members) {
        String topic = world.group(members);
        world.admin("PATCH", "/" + topic, json().put("large", "yes")).ok();
        return topic;
    }

    /** Statements about messages of groups. */
    List<String> ofMessages(StoreWatch.Work work) throws Exception {
        return new StoreWatch(cluster.config(0))
                .statements(work).stream()
                        .filter(one -> one.contains("im_group_"))
                        .toList();
    }

    static ObjectNode image(String topic, String id, String url) {
        ObjectNode data = text(topic, id, "").put("content_type", 102);
        data.putObject("content")
                .put("url", url)
                .put("width", 1)
                .put("height", 1)
                .put("size", 1)
                .put("mime", "image/png");
        return data;
    }

    String key(String topic, String rest) {
        return world.key("topic:{" + topic + "}:" + rest);
    }

    void awaitCopy(String topic, long seq) {
        Awaitility.await().until(() -> world.redis.exists(key(topic, "hot_msg:" + seq)));
    }

    JsonNode copied(String topic, long seq) {
        return Json.read(world.redis.get(key(topic, "hot_msg:" + seq)), JsonNode.class);
    }

    /** Copies of messages, without marks. */
    List<String> copies(String topic) {
        return world.redis.keys(key(topic, "hot_msg:*")).stream()
                .filter(name -> world.redis.get(name).startsWith("{"))
                .toList();
    }

    long bytes(String topic) {
        return world.redis.keys(key(topic, "hot_msg:*")).stream()
                .mapToLong(world.redis::strlen)
                .sum();
    }

    JsonNode pull(int node, Account as, String topic, long after) {
        return pull(node, as, topic, after, 200);
    }

    JsonNode pull(int node, Account as, String topic, long after, int limit) {
        return world.http(node)
                .get(
                        "/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages?limit=" + limit + "&after_seq="
                                + after,
                        as.token())
                .ok();
    }

    List<Long> pulled(int node, Account as, String topic) {
        return GroupPullIT.seqs(pull(node, as, topic, 0));
    }

    static String message(String topic, long seq) {
        return "/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages/" + seq;
    }
}
