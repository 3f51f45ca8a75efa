package dev.curlew.requirements;

import static dev.curlew.requirements.Probe.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import dev.curlew.push.JPushServer;
import dev.curlew.store.kafka.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** One reminder for each message, however many nodes there are and however often records are read. */
class PushReplayIT {

    private static final int MESSAGES = 1_000;
    private static final int AT_ONCE = 50;
    private static final int OF_GROUP = 20;
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final List<String> PATH =
            List.of(Topics.TO_REDIS, Topics.TO_PUSH, Topics.TO_OFFLINE_PUSH, Topics.TO_GROUP_OFFLINE_PUSH);

    @Test
    @Requirement({"A-109", "A-163"})
    void threeNodesRemindOnceForEachMessageAndARestartOverAllRecordsRemindsOfNothing() throws Exception {
        CurlewConfig config;
        try (JPushServer jpush = new JPushServer()) {
            try (TestCluster cluster = TestCluster.start(TestStores.shared(), "pushthree", 3, jpush.settings());
                    Probe probe = new Probe(cluster.config(0))) {
                config = cluster.config(0);
                Account alice = cluster.user("alice");
                Account bob = cluster.user("bob");
                for (int from = 0; from < MESSAGES; from += AT_ONCE) {
                    List<CompletableFuture<JsonNode>> replies = IntStream.range(from, from + AT_ONCE)
                            .mapToObj(i -> cluster.http(i % 3).send(alice, text(bob, "m" + i, "body-of-" + i + "-end")))
                            .toList();
                    replies.forEach(reply -> assertThat(
                                    TestClient.await(reply, SOON).path("code").asInt(-1))
                            .isZero());
                }
                String topic = group(cluster, alice, bob);
                for (int i = 0; i < OF_GROUP; i++) {
                    JsonNode reply = TestClient.await(cluster.http(i % 3).send(alice, ofGroup(topic, i)), SOON);
                    assertThat(reply.path("code").asInt(-1)).isZero();
                }
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> jpush.notices().size() >= MESSAGES + OF_GROUP);
                PATH.forEach(probe::awaitNoLag);
                assertThat(jpush.calls()).hasSize(MESSAGES + OF_GROUP);
                assertThat(jpush.noticesOf(topic).stream()
                                .map(PushReplayIT::seq)
                                .distinct())
                        .hasSize(OF_GROUP);
                assertThat(jpush.notices(alice.conversationWith(bob.uid())).stream()
                                .map(PushReplayIT::seq)
                                .distinct())
                        .hasSize(MESSAGES);
                assertThat(jpush.calls()).noneMatch(call -> call.toString().contains("body-of-"));
            }
            try (Probe probe = new Probe(config)) {
                rewind(probe, Topics.of(config.kafka()));
            }
            try (TestCluster again = TestCluster.start(TestStores.shared(), "pushthree", 1, jpush.settings());
                    Probe probe = new Probe(again.config(0))) {
                PATH.forEach(probe::awaitNoLag);
                assertThat(jpush.calls()).hasSize(MESSAGES + OF_GROUP);
            }
        }
    }

    private static String group(TestCluster cluster, Account owner, Account member) {
        ObjectNode body = Json.object().put("name", "both");
        body.putArray("member_uids").add(member.uid());
        return cluster.http(0)
                .post("/v1/im/groups", owner.token(), body)
                .ok()
                .path("topic")
                .asText();
    }

    private static ObjectNode ofGroup(String topic, int number) {
        ObjectNode data = Json.object().put("topic", topic).put("client_msg_id", "g" + number);
        data.put("content_type", 101).putObject("content").put("text", "body-of-group-" + number);
        return data;
    }

    private static long seq(JsonNode notice) {
        return notice.at("/notification/ios/extras/seq").asLong();
    }

    private static void rewind(Probe probe, Topics topics) throws Exception {
        for (String name : PATH) {
            Map<TopicPartition, OffsetAndMetadata> start = new HashMap<>();
            for (int partition = 0; partition < 8; partition++) {
                start.put(new TopicPartition(topics.topic(name), partition), new OffsetAndMetadata(0));
            }
            probe.kafka()
                    .alterConsumerGroupOffsets(topics.group(name), start)
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }
}
