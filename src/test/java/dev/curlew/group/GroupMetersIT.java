package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What nodes tell of groups in numbers. */
class GroupMetersIT {

    private static final int MESSAGES = 10;

    private static GroupsOnline online;
    private static GroupWorld world;

    @BeforeAll
    static void start() {
        online = new GroupsOnline("groupmeters");
        world = online.world;
    }

    @AfterAll
    static void stop() {
        online.close();
    }

    @Test
    @Requirement({"A-329", "A-330", "A-331"})
    void onlineMembersDispatchesDeliveriesAndPullsAreCounted() {
        List<Account> u = world.users("owner", "here", "there", "away");
        String topic = world.group(u.get(0), u.get(1), u.get(2), u.get(3));
        String conversation = "sg_" + GroupWorld.id(topic);
        try (TestClient sender = online.socket(0, u.get(0));
                TestClient here = online.socket(0, u.get(1));
                TestClient there = online.socket(1, u.get(2))) {
            online.awaitOnline(topic, Set.of(u.get(0), u.get(1)), Set.of(u.get(2)));
            Awaitility.await().atMost(GroupsOnline.SOON).untilAsserted(() -> {
                for (int node = 0; node < 2; node++) {
                    assertThat(metric(node, "curlew_group_online_members", "topic=\"" + topic + "\""))
                            .isEqualTo(3);
                }
            });
            // The notification of the group's making is through when it was read to its end.
            GroupsOnline.group(here, renamed(u.get(0), topic), "info");
            GroupsOnline.group(there, topic, "info");
            double targets = sum("curlew_group_push_targets_total");
            double delivered = sum("curlew_group_push_delivered_total");
            double dispatches = sum("curlew_fanout_group_dispatch_seconds_count");
            for (int i = 1; i <= MESSAGES; i++) {
                ObjectNode data = Json.object().put("topic", topic).put("client_msg_id", "m" + i);
                data.put("content_type", 101).putObject("content").put("text", "hello");
                sender.call("send", data);
                for (TestClient one : List.of(here, there)) {
                    awaitMessage(one, conversation, i);
                }
            }
            Awaitility.await().atMost(GroupsOnline.SOON).untilAsserted(() -> {
                assertThat(sum("curlew_group_push_targets_total") - targets).isEqualTo(2 * MESSAGES);
                assertThat(sum("curlew_group_push_delivered_total") - delivered).isEqualTo(2 * MESSAGES);
                assertThat(sum("curlew_fanout_group_dispatch_seconds_count") - dispatches)
                        .as("one envelope for each of two nodes and message")
                        .isEqualTo(2 * MESSAGES);
            });
            for (int node = 0; node < 2; node++) {
                String to = world.cluster.config(node).node().id();
                assertThat(metric(0, "curlew_fanout_group_dispatch_seconds_bucket", "to_node=\"" + to + "\"")
                                + metric(1, "curlew_fanout_group_dispatch_seconds_bucket", "to_node=\"" + to + "\""))
                        .isPositive();
            }
        }
        double pulls = sum("curlew_group_pulls_total");
        double pulled = sum("curlew_group_pulled_total");
        String path = "/v1/im/conversations/" + conversation + "/messages?after_seq=0&limit=200";
        assertThat(world.http(0).get(path, u.get(3).token()).ok().path("messages"))
                .hasSize(MESSAGES);
        assertThat(sum("curlew_group_pulls_total")).isEqualTo(pulls + 1);
        assertThat(sum("curlew_group_pulled_total")).isEqualTo(pulled + MESSAGES);
    }

    private static String renamed(Account by, String topic) {
        world.call(0, by, "PATCH", "/" + topic, Json.object().put("name", "renamed"))
                .ok();
        return topic;
    }

    private static void awaitMessage(TestClient client, String conversation, long seq) {
        JsonNode message = client.awaitEvent("message", GroupsOnline.SOON);
        while (!message.path("conversation_id").asText().equals(conversation)) {
            message = client.awaitEvent("message", GroupsOnline.SOON);
        }
        assertThat(message.path("seq").asLong()).isEqualTo(seq);
    }

    private static double sum(String name) {
        return metric(0, name, "") + metric(1, name, "");
    }

    private static double metric(int node, String name, String label) {
        double sum = 0;
        for (String line : world.cluster.metrics(node).split("\n")) {
            if ((line.startsWith(name + "{") || line.startsWith(name + " ")) && line.contains(label)) {
                sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
            }
        }
        return sum;
    }
}
