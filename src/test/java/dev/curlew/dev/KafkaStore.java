package dev.curlew.dev;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A real Kafka broker, its own controller, in a child JVM. Topics are the node's business: none is made by asking for it. */
public final class KafkaStore extends StoreProcess {
    private final int controllerPort;

    KafkaStore(int port, Path root) {
        super("kafka", port, root);
        this.controllerPort = Ports.free();
    }

    public String bootstrap() {
        return host() + ":" + port();
    }

    @Override
    void prepare() throws IOException {
        Files.createDirectories(data());
        try (Writer writer = Files.newBufferedWriter(propertiesFile())) {
            properties().store(writer, null);
        }
    }

    @Override
    List<String> command() {
        return ChildJvm.command(
                KafkaBroker.class.getName(), 256, List.of(propertiesFile().toString()));
    }

    @Override
    Map<String, String> environment() {
        return ChildJvm.environment();
    }

    @Override
    boolean ping(int patienceMs) {
        return Pings.listens(host(), port(), patienceMs) && Pings.kafka(bootstrap(), patienceMs);
    }

    private Path propertiesFile() {
        return home().resolve("server.properties").toAbsolutePath();
    }

    private Properties properties() {
        String controller = host() + ":" + controllerPort;
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "node.id",
                "1",
                "process.roles",
                "broker,controller",
                "listeners",
                "PLAINTEXT://" + bootstrap() + ",CONTROLLER://" + controller,
                "advertised.listeners",
                "PLAINTEXT://" + bootstrap(),
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "controller.listener.names",
                "CONTROLLER",
                "controller.quorum.voters",
                "1@" + controller,
                "log.dirs",
                data().toAbsolutePath().toString()));
        properties.putAll(Map.of(
                "auto.create.topics.enable", "false",
                "num.partitions", "4",
                "offsets.topic.replication.factor", "1",
                "offsets.topic.num.partitions", "4",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "transaction.state.log.num.partitions", "2",
                "share.coordinator.state.topic.replication.factor", "1",
                "share.coordinator.state.topic.min.isr", "1"));
        // A killed broker may register again only when its old session has ended, nine seconds later by default.
        properties.putAll(Map.of("broker.session.timeout.ms", "3000", "broker.heartbeat.interval.ms", "500"));
        properties.putAll(Map.of(
                "group.initial.rebalance.delay.ms", "0",
                "group.min.session.timeout.ms", "2000",
                "group.consumer.min.session.timeout.ms", "2000"));
        // Small in memory and on disk: the defaults are for machines that do nothing else.
        properties.putAll(Map.of(
                "num.network.threads", "2",
                "num.io.threads", "4",
                "background.threads", "2",
                "log.cleaner.dedupe.buffer.size", "4194304",
                "log.segment.bytes", "67108864",
                "log.index.size.max.bytes", "1048576"));
        return properties;
    }
}
