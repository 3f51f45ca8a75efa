package dev.curlew.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.LogEar;
import dev.curlew.TestConfig;
import dev.curlew.dev.Pause;
import dev.curlew.dev.TestStores;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Redis that is there and does not want us: people are told why. */
class RedisRefusesIT {

    private static final String SECRET = "not-the-password";

    private final LogEar log = new LogEar(RedisConnectionKeeper.class);

    @AfterEach
    void deaf() {
        log.close();
    }

    @ParameterizedTest
    @CsvSource({"99999, '', DB index", "0, nobody, WRONGPASS"})
    void theReasonIsSaidOnce(int db, String user, String reason) throws Exception {
        Vertx vertx = Vertx.vertx();
        RedisLink redis = new RedisLink(
                vertx,
                TestConfig.on(
                                TestStores.shared(),
                                "refused",
                                "redis.db=" + db,
                                "redis.username=" + user,
                                "redis.password=" + (user.isEmpty() ? "" : SECRET),
                                "redis.connections=1")
                        .redis());
        redis.open();
        Pause.until(Duration.ofSeconds(10), () -> !log.lines().isEmpty());
        // Several attempts later.
        Pause.millis(1_000);
        assertThat(log.lines()).singleElement().asString().contains(reason).doesNotContain(SECRET);
        assertThat(redis.up()).isFalse();
        redis.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
