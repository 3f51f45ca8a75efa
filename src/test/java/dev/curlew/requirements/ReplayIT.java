package dev.curlew.requirements;

import static dev.curlew.requirements.Probe.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.store.kafka.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Records read again, from the first: what is stored stays as it is. */
class ReplayIT {

    private static final int MESSAGES = 230;
    private static final Duration SOON = Duration.ofSeconds(15);

    @Test
    @Requirement("B-222")
    void readingAllRecordsAgainChangesNothing() throws Exception {
        CurlewConfig config;
        Map<String, List<Document>> before;
        String conversation;
        try (TestCluster cluster = TestCluster.start(TestStores.shared(), "replay", 1);
                Probe probe = new Probe(cluster.config(0))) {
            config = cluster.config(0);
            Account alice = cluster.user("alice");
            Account bob = cluster.user("bob");
            conversation = alice.conversationWith(bob.uid());
            try (TestClient sender = cluster.socket(0, alice)) {
                IntStream.range(0, MESSAGES)
                        .mapToObj(i -> sender.request("send", text(bob, "m" + i, "text " + i)))
                        .toList()
                        .forEach(reply -> TestClient.await(reply, SOON));
            }
            Topics.ALL.forEach(probe::awaitNoLag);
            before = stored(probe, conversation);
        }
        try (Probe probe = new Probe(config)) {
            rewind(probe, Topics.of(config.kafka()));
        }
        try (TestCluster again = TestCluster.start(TestStores.shared(), "replay", 1);
                Probe probe = new Probe(again.config(0))) {
            Topics.ALL.forEach(probe::awaitNoLag);
            assertThat(stored(probe, conversation)).isEqualTo(before);
            assertThat(probe.elements(conversation)).hasSize(MESSAGES);
        }
    }

    private static Map<String, List<Document>> stored(Probe probe, String conversation) {
        Map<String, List<Document>> all = new HashMap<>();
        all.put("msg", probe.find("msg", Filters.regex("doc_id", "^" + conversation + ":")));
        for (String name : List.of("msg_claim", "seq", "seq_user", "conversation")) {
            all.put(name, probe.find(name, Filters.eq("conversation_id", conversation)));
        }
        return all;
    }

    private static void rewind(Probe probe, Topics topics) throws Exception {
        for (String name : List.of(Topics.TO_REDIS, Topics.TO_MONGO)) {
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
