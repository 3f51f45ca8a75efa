package dev.curlew.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DevStoresIT {
    private static DevStores stores;

    @BeforeAll
    static void start() {
        stores = TestStores.fresh()
                .mongo(MongoKind.AUTO_FILE)
                .progress(System.out::println)
                .start();
    }

    @AfterAll
    static void stop() {
        stores.close();
        assertThat(stores.all()).noneMatch(StoreProcess::isRunning);
        assertThat(stores.redis().home()).doesNotExist();
    }

    @Test
    void allAnswerAfterTheStart() {
        assertThat(stores.all()).allMatch(StoreProcess::isUp).allMatch(store -> store.pid() > 0);
    }

    @ParameterizedTest
    @EnumSource
    void aFrozenStoreIsNotUpAndGoesOnAfterwards(Which which) {
        StoreProcess store = which.of(stores);
        long pid = store.pid();
        store.pause();
        assertThat(store.isUp()).isFalse();
        assertThat(store.isRunning()).isTrue();
        store.resume();
        store.awaitUp();
        assertThat(store.pid()).isEqualTo(pid);
    }

    @ParameterizedTest
    @EnumSource
    void dataOutlivesAKill(Which which) throws Exception {
        String fact = "killed-" + which.name().toLowerCase(Locale.ROOT);
        StoreFacts.write(stores, fact);
        if (!stores.mongo().isReal()) {
            Thread.sleep(5 * MongoStandIn.COMMIT_DELAY_MS);
        }
        StoreProcess store = which.of(stores);
        long pid = store.pid();
        store.kill();
        assertThat(store.isUp()).isFalse();
        store.start();
        assertThat(store.pid()).isNotEqualTo(pid).isPositive();
        assertThat(which.has(stores, fact)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void dataOutlivesAStopEvenOfAFrozenStore(Which which) throws Exception {
        String fact = "stopped-" + which.name().toLowerCase(Locale.ROOT);
        StoreFacts.write(stores, fact);
        StoreProcess store = which.of(stores);
        store.pause();
        Instant before = Instant.now();
        store.stop();
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(15));
        store.start();
        assertThat(which.has(stores, fact)).isTrue();
    }

    @Test
    void redisCanLoseItsMemory() throws Exception {
        StoreFacts.write(stores, "forgotten");
        stores.redis().restartEmpty();
        assertThat(StoreFacts.redisHas(stores, "forgotten")).isFalse();
    }

    @Test
    void aSecondSetRunsBesideTheFirst() throws Exception {
        StoreFacts.write(stores, "first");
        try (DevStores second = TestStores.fresh().start()) {
            assertThat(second.all()).allMatch(StoreProcess::isUp);
            assertThat(StoreFacts.redisHas(second, "first")).isFalse();
            assertThat(StoreFacts.mongoHas(second, "first")).isFalse();
        }
        assertThat(stores.all()).allMatch(StoreProcess::isUp);
    }

    @Test
    void theStandInKeepsItsFile(@TempDir Path directory) throws Exception {
        MongoStore mongo = new MongoStore(Ports.free(), directory, Path.of("var/tools"), MongoKind.STAND_IN_FILE);
        try {
            mongo.start();
            try (MongoCalls calls = new MongoCalls(mongo.uri())) {
                calls.insert("facts", "fact", "one");
            }
            mongo.stop();
            mongo.start();
            try (MongoCalls calls = new MongoCalls(mongo.uri())) {
                assertThat(calls.has("facts", "fact", "one")).isTrue();
            }
        } finally {
            mongo.kill();
        }
    }

    /** The stores by name, for parameters. */
    enum Which {
        REDIS,
        MYSQL,
        KAFKA,
        MONGO;

        StoreProcess of(DevStores stores) {
            return switch (this) {
                case REDIS -> stores.redis();
                case MYSQL -> stores.mysql();
                case KAFKA -> stores.kafka();
                case MONGO -> stores.mongo();
            };
        }

        boolean has(DevStores stores, String fact) throws Exception {
            return switch (this) {
                case REDIS -> StoreFacts.redisHas(stores, fact);
                case MYSQL -> StoreFacts.mysqlHas(stores, fact);
                case KAFKA -> StoreFacts.kafkaHas(stores, fact);
                case MONGO -> StoreFacts.mongoHas(stores, fact);
            };
        }
    }
}
