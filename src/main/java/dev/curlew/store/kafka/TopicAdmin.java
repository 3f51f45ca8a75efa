package dev.curlew.store.kafka;

import dev.curlew.config.KafkaConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates the topics before anything is produced and reads back how durable they are (rule 17). */
public final class TopicAdmin {

    private static final long WAIT_S = 8;
    private static final long ASK_AGAIN_MS = 100;

    private final Vertx vertx;
    private final KafkaConfig config;
    private final Topics topics;

    public TopicAdmin(Vertx vertx, KafkaConfig config) {
        this.vertx = vertx;
        this.config = config;
        this.topics = Topics.of(config);
    }

    /**
     * Makes the missing topics. The admin client blocks, so this runs on a worker.
     *
     * @return what is less durable than a strict installation asks for, in words; empty when all is well
     */
    public Future<List<String>> prepare() {
        return vertx.executeBlocking(
                () -> {
                    try (Admin admin = Admin.create(KafkaSettings.admin(config))) {
                        create(admin);
                        return weaknesses(admin);
                    }
                },
                false);
    }

    private void create(Admin admin) throws InterruptedException, TimeoutException, ExecutionException {
        List<NewTopic> wanted = Topics.ALL.stream()
                .map(name -> new NewTopic(topics.topic(name), config.partitions(), config.replication())
                        .configs(Map.of(
                                "min.insync.replicas",
                                Integer.toString(config.minInsyncReplicas()),
                                "unclean.leader.election.enable",
                                "false")))
                .toList();
        for (Map.Entry<String, KafkaFuture<Void>> made :
                admin.createTopics(wanted).values().entrySet()) {
            try {
                made.getValue().get(WAIT_S, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
    }

    private List<String> weaknesses(Admin admin) throws InterruptedException, TimeoutException, ExecutionException {
        List<String> names = Topics.ALL.stream().map(topics::topic).toList();
        List<String> found = new ArrayList<>();
        Map<String, TopicDescription> descriptions =
                known(() -> admin.describeTopics(names).allTopicNames());
        descriptions.forEach((name, description) -> {
            int replicas = description.partitions().stream()
                    .mapToInt(partition -> partition.replicas().size())
                    .min()
                    .orElse(0);
            if (replicas < 3) {
                found.add("Kafka topic " + name + " has replication " + replicas + ", at least 3 is needed");
            }
        });
        List<ConfigResource> resources = names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        Map<ConfigResource, Config> configs =
                known(() -> admin.describeConfigs(resources).all());
        configs.forEach((resource, topicConfig) -> {
            if (Integer.parseInt(topicConfig.get("min.insync.replicas").value()) < 2) {
                found.add("Kafka topic " + resource.name() + " has min.insync.replicas below 2");
            }
            if (Boolean.parseBoolean(
                    topicConfig.get("unclean.leader.election.enable").value())) {
                found.add("Kafka topic " + resource.name() + " allows unclean leader election");
            }
        });
        return found;
    }

    /** A broker may hear of a topic a moment later than the one that made it. */
    static <T> T known(Supplier<KafkaFuture<T>> question)
            throws InterruptedException, TimeoutException, ExecutionException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (true) {
            try {
                return question.get().get(WAIT_S, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || System.nanoTime() - end >= 0) {
                    throw e;
                }
                Thread.sleep(ASK_AGAIN_MS);
            }
        }
    }
}
