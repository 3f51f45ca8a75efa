package dev.curlew.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.TestConfig;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.TestStores;
import dev.curlew.domain.Message;
import dev.curlew.store.redis.MessageCache.Wanted;
import dev.curlew.store.redis.Placements.Placement;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of a message that were on their way to Redis while the message was changed. */
class MessageCopiesIT {

    private static final String TENANT = "demo";

    private static Vertx vertx;
    private static RedisLink redis;
    private static Placements placements;
    private static MessageCache copies;
    private static UncountedCache uncounted;

    private final String conversation = "si_1_" + System.nanoTime();

    @BeforeAll
    static void open() {
        CurlewConfig config = TestConfig.on(TestStores.shared(), "messagecopies");
        vertx = Vertx.vertx();
        redis = new RedisLink(vertx, config.redis());
        await(redis.open());
        RedisKeys keys = new RedisKeys(config.redis().keyPrefix());
        placements = new Placements(redis, keys, new ChangeCounters(redis, keys));
        copies = new MessageCache(redis, keys);
        uncounted = new UncountedCache(redis, keys);
    }

    @AfterAll
    static void close() {
        await(redis.close());
        await(vertx.close());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCopyFromBeforeAChangeIsNotThereAfterIt(boolean placedBefore) {
        if (placedBefore) {
            place();
            assertThat(copy()).isNotNull();
        }
        await(uncounted.forAll(TENANT, conversation, List.of(1L, 2L), List.of(7L), List.of()));
        place();
        await(copies.update(TENANT, List.of(message())));
        assertThat(copy()).isNull();
    }

    private void place() {
        Placement late = new Placement(conversation, 7, List.of(message()), List.of(), Map.of());
        await(placements.place(TENANT, List.of(late), Map.of()));
    }

    private Message copy() {
        Wanted wanted = new Wanted(conversation, 7);
        return await(copies.find(TENANT, List.of(wanted))).get(wanted);
    }

    private Message message() {
        return new Message(
                TENANT,
                conversation,
                1,
                7,
                "m-7",
                "000000000000000000000007",
                1,
                2,
                "Alice",
                "",
                5,
                100,
                101,
                "{\"text\":\"from before\"}",
                "hash",
                1,
                1,
                Map.of(),
                List.of(),
                false,
                null,
                null,
                null,
                null,
                null);
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }
}
