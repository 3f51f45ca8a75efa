package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.push.JPushServer;
import dev.curlew.store.kafka.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Nodes that remind through a JPush of the test, and a look into what is between. */
record PushPath(JPushServer jpush, TestCluster cluster, Probe probe, int size) implements AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(15);

    static PushPath start(String own, int size) {
        JPushServer jpush = new JPushServer();
        TestCluster cluster = TestCluster.start(TestStores.shared(), own, size, jpush.settings());
        return new PushPath(jpush, cluster, new Probe(cluster.config(0)), size);
    }

    void send(Account sender, ObjectNode message) {
        assertThat(TestClient.await(cluster.http(0).send(sender, message), SOON)
                        .path("code")
                        .asInt(-1))
                .isZero();
    }

    /** Returns when everything sent so far has gone all the way. */
    void settle() {
        List.of(Topics.TO_REDIS, Topics.TO_MONGO, Topics.TO_PUSH, Topics.TO_OFFLINE_PUSH)
                .forEach(probe::awaitNoLag);
    }

    /** Asks for a reminder again, as a repeated record would. */
    void again(Account user, byte[] task) {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", cluster.config(0).kafka().bootstrap()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            String topic = Topics.of(cluster.config(0).kafka()).topic(Topics.TO_OFFLINE_PUSH);
            producer.send(new ProducerRecord<>(topic, "demo|" + user.uid(), task));
        }
    }

    /** Over all nodes. */
    double metric(String name) {
        double sum = 0;
        for (int node = 0; node < size; node++) {
            sum += Metric.read(cluster.managementUrl(node), name);
        }
        return sum;
    }

    @Override
    public void close() {
        probe.close();
        cluster.close();
        jpush.close();
    }
}
