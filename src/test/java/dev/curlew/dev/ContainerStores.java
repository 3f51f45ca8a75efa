package dev.curlew.dev;

import java.time.Duration;
import java.util.List;
import org.testcontainers.containers.FixedHostPortGenericContainer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.utility.DockerImageName;

/** The stores as containers, for machines with Docker and its images: the servers of production, MySQL's cousin included. */
public final class ContainerStores implements Stores {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final GenericContainer<?> redis;
    private final GenericContainer<?> mysql;
    private final GenericContainer<?> mongo;
    private final GenericContainer<?> kafka;
    private final int kafkaPort;

    private ContainerStores() {
        this.redis = new GenericContainer<>(DockerImageName.parse("redis:7.4-alpine"))
                .withExposedPorts(6379)
                .withCommand("redis-server", "--save", "", "--appendonly", "yes");
        this.mysql = new GenericContainer<>(DockerImageName.parse("mariadb:11.4"))
                .withExposedPorts(3306)
                .withEnv("MARIADB_ALLOW_EMPTY_ROOT_PASSWORD", "1")
                .withCommand("--character-set-server=utf8mb4", "--collation-server=utf8mb4_unicode_ci");
        this.mongo = new GenericContainer<>(DockerImageName.parse("mongo:7.0")).withExposedPorts(27017);
        this.kafkaPort = Ports.free();
        this.kafka = kafka(kafkaPort);
    }

    static ContainerStores start() {
        ContainerStores stores = new ContainerStores();
        try {
            Startables.deepStart(stores.all()).join();
            stores.awaitReady();
        } catch (RuntimeException e) {
            stores.close();
            throw e;
        }
        return stores;
    }

    /** A broker tells its clients where it is, so its port outside must be known before it starts. */
    @SuppressWarnings("deprecation")
    private static GenericContainer<?> kafka(int port) {
        String image = "apache/kafka:4.1.1";
        return new FixedHostPortGenericContainer<>(image)
                .withFixedExposedPort(port, 9092)
                .withEnv("KAFKA_NODE_ID", "1")
                .withEnv("KAFKA_PROCESS_ROLES", "broker,controller")
                .withEnv("KAFKA_LISTENERS", "PLAINTEXT://:9092,CONTROLLER://:9093")
                .withEnv("KAFKA_ADVERTISED_LISTENERS", "PLAINTEXT://127.0.0.1:" + port)
                .withEnv("KAFKA_LISTENER_SECURITY_PROTOCOL_MAP", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT")
                .withEnv("KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER")
                .withEnv("KAFKA_CONTROLLER_QUORUM_VOTERS", "1@localhost:9093")
                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                .withEnv("KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR", "1")
                .withEnv("KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR", "1")
                .withEnv("KAFKA_TRANSACTION_STATE_LOG_MIN_ISR", "1")
                .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0")
                .withEnv("KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS", "2000")
                .waitingFor(Wait.forListeningPort().withStartupTimeout(PATIENCE));
    }

    private List<GenericContainer<?>> all() {
        return List.of(redis, mysql, mongo, kafka);
    }

    @Override
    public StoreAddresses addresses() {
        return new StoreAddresses(
                redis.getHost(),
                redis.getMappedPort(6379),
                mysql.getHost(),
                mysql.getMappedPort(3306),
                "root",
                "",
                "mongodb://" + mongo.getHost() + ":" + mongo.getMappedPort(27017),
                "127.0.0.1:" + kafkaPort);
    }

    @Override
    public void awaitReady() {
        new ExternalStores(addresses()).awaitReady();
    }

    @Override
    public void close() {
        all().forEach(GenericContainer::stop);
    }
}
