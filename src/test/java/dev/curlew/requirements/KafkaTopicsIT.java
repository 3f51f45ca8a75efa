package dev.curlew.requirements;

import static dev.curlew.requirements.Probe.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.config.CurlewConfig;
import dev.curlew.protocol.Json;
import dev.curlew.store.kafka.TopicAdmin;
import dev.curlew.store.kafka.Topics;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The four topics: how they are made, what is keyed how, and who reads them. */
class KafkaTopicsIT extends SharedClusterProbe {

    @Test
    @Requirement({"B-217", "B-218", "B-219", "B-220"})
    void eachTopicHasItsPartitionsKeyGroupAndOrder() throws Exception {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        String conversation = "demo|" + alice.conversationWith(bob.uid());
        for (int i = 0; i < 20; i++) {
            TestClient.await(cluster.http(i % 2).send(alice, text(bob, "m" + i, "text " + i)), SOON);
        }
        Topics.ALL.forEach(probe::awaitNoLag);
        Topics topics = Topics.of(cluster.config(0).kafka());
        for (String name : Topics.ALL) {
            assertThat(describe(topics.topic(name)).partitions()).hasSize(8);
            assertThat(group(topics.group(name))).isEqualTo(2);
        }
        assertThat(topics.group(Topics.TO_REDIS)).endsWith("toRedisGroupID");
        assertThat(topics.group(Topics.TO_MONGO)).endsWith("toMongoGroupID");
        assertThat(topics.group(Topics.TO_PUSH)).endsWith("toPushGroupID");
        assertThat(topics.group(Topics.TO_OFFLINE_PUSH)).endsWith("toOfflineGroupID");
        assertThat(clientIds(onOnePartition(Topics.TO_REDIS, conversation)))
                .containsExactlyElementsOf(
                        oneTo(20).stream().map(i -> "m" + (i - 1)).toList());
        assertThat(numbers(onOnePartition(Topics.TO_MONGO, conversation), "messages"))
                .containsExactlyElementsOf(oneTo(20));
        assertThat(numbers(onOnePartition(Topics.TO_PUSH, "demo|" + bob.uid()), "pushes"))
                .containsExactlyElementsOf(oneTo(20));
        assertThat(numbers(onOnePartition(Topics.TO_OFFLINE_PUSH, "demo|" + bob.uid()), "items"))
                .containsExactlyElementsOf(oneTo(20));
        assertThat(defaults()).contains("partitions: 8").contains("replication: 3");
    }

    @Test
    @Requirement({"B-221", "B-223", "B-224"})
    void aMessageGoesFromTopicToTopicAndEachDeviceGetsOneFrame() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        String conversation = alice.conversationWith(bob.uid());
        try (TestClient phone = cluster.socket(0, bob);
                TestClient desk = cluster.socket(1, bob)) {
            JsonNode ack = TestClient.await(cluster.http(0).send(alice, text(bob, "m1", "hello")), SOON)
                    .path("data");
            for (TestClient device : List.of(phone, desk)) {
                assertThat(device.awaitEvent("message", SOON).path("server_msg_id"))
                        .isEqualTo(ack.path("server_msg_id"));
            }
            Topics.ALL.forEach(probe::awaitNoLag);
            assertThat(phone.events()).isEmpty();
            assertThat(desk.events()).isEmpty();
            List<ConsumerRecord<String, byte[]>> asked = probe.records(Topics.TO_REDIS, "demo|" + conversation);
            assertThat(asked).hasSize(1);
            assertThat(json(asked.get(0)).at("/message/seq").asLong()).isZero();
            assertThat(numbers(probe.records(Topics.TO_MONGO, "demo|" + conversation), "messages"))
                    .containsExactly(1L);
            assertThat(numbers(probe.records(Topics.TO_PUSH, "demo|" + bob.uid()), "pushes"))
                    .containsExactly(1L);
            assertThat(numbers(probe.records(Topics.TO_PUSH, "demo|" + alice.uid()), "pushes"))
                    .containsExactly(1L);
            assertThat(probe.redis().exists("im:demo:MSG_CACHE:{" + conversation + "}:1"))
                    .isTrue();
            assertThat(probe.elements(conversation)).hasSize(1);
            assertThat(probe.records(Topics.TO_OFFLINE_PUSH, "demo|" + bob.uid()))
                    .isEmpty();
        }
        Awaitility.await()
                .atMost(SOON)
                .until(() -> cluster.http(0).presence(alice, bob.uid()).equals("offline"));
        TestClient.await(cluster.http(0).send(alice, text(bob, "m2", "are you there")), SOON);
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(
                                numbers(probe.records(Topics.TO_OFFLINE_PUSH, "demo|" + bob.uid()), "items"))
                        .containsExactly(2L));
    }

    @Test
    @Requirement("B-227")
    void namesPartitionsAndReplicationAreWhatTheConfigurationSays() throws Exception {
        CurlewConfig config = TestConfig.on(cluster.stores(), "named", "kafka.partitions=3");
        assertThat(config.kafka().replication()).isEqualTo((short) 1);
        Vertx vertx = Vertx.vertx();
        try {
            new TopicAdmin(vertx, config.kafka())
                    .prepare()
                    .timeout(30, TimeUnit.SECONDS)
                    .await();
        } finally {
            vertx.close().timeout(10, TimeUnit.SECONDS).await();
        }
        TopicDescription made = describe("named-toRedisTopic");
        assertThat(made.partitions()).hasSize(3);
        assertThat(made.partitions().get(0).replicas()).hasSize(1);
        assertThat(Topics.of(config.kafka()).group(Topics.TO_REDIS)).isEqualTo("named-toRedisGroupID");
    }

    private static List<ConsumerRecord<String, byte[]>> onOnePartition(String topic, String key) {
        List<ConsumerRecord<String, byte[]>> records = probe.records(topic, key);
        assertThat(records).isNotEmpty();
        assertThat(records.stream().map(ConsumerRecord::partition).distinct()).hasSize(1);
        return records;
    }

    private static List<String> clientIds(List<ConsumerRecord<String, byte[]>> records) {
        return records.stream()
                .map(record -> json(record).at("/message/client_msg_id").asText())
                .toList();
    }

    private static List<Long> numbers(List<ConsumerRecord<String, byte[]>> records, String list) {
        List<Long> numbers = new ArrayList<>();
        records.forEach(record -> json(record)
                .path(list)
                .forEach(item -> numbers.add(item.path("seq").asLong())));
        return numbers;
    }

    private static List<Long> oneTo(long last) {
        List<Long> numbers = new ArrayList<>();
        for (long number = 1; number <= last; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    private static JsonNode json(ConsumerRecord<String, byte[]> record) {
        return Json.read(record.value(), JsonNode.class);
    }

    private static TopicDescription describe(String topic) throws Exception {
        return probe.kafka()
                .describeTopics(List.of(topic))
                .allTopicNames()
                .get(10, TimeUnit.SECONDS)
                .get(topic);
    }

    private static int group(String group) throws Exception {
        return probe.kafka()
                .describeConsumerGroups(List.of(group))
                .all()
                .get(10, TimeUnit.SECONDS)
                .get(group)
                .members()
                .size();
    }

    private static String defaults() throws IOException {
        try (InputStream file = KafkaTopicsIT.class.getResourceAsStream("/curlew-defaults.yaml")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
