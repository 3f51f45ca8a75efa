package dev.curlew.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.config.RedisConfig;
import dev.curlew.dev.TestStores;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import dev.curlew.protocol.FanoutRecord;
import dev.curlew.store.redis.GroupChannel;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.RedisLink;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChannelPublisherIT {

    private final Vertx vertx = Vertx.vertx();
    private final List<Long> heard = new CopyOnWriteArrayList<>();
    private RedisLink redis;
    private GroupChannel channel;
    private ChannelPublisher publisher;

    @BeforeEach
    void start() {
        RedisConfig config = TestConfig.on(TestStores.shared(), "publisher", "redis.key_prefix=publisher")
                .redis();
        redis = new RedisLink(vertx, config);
        await(redis.open());
        channel = new GroupChannel(vertx, config, redis, new RedisKeys(config.keyPrefix()));
        await(channel.subscribe(
                record -> heard.add(FanoutRecord.decode(record).delivery().seq())));
        Awaitility.await().until(channel::listening);
        publisher = new ChannelPublisher("a", channel, new SimpleMeterRegistry());
    }

    @AfterEach
    void stop() {
        await(channel.close());
        await(redis.close());
        await(vertx.close());
    }

    @Test
    @Requirement("A-282")
    void nothingIsPublishedBeforeOwnMembersHaveItAndTheOrderStays() {
        Promise<Void> first = Promise.promise();
        Promise<Void> second = Promise.promise();
        vertx.runOnContext(turn -> {
            publisher.publish(first.future(), List.of(event(1), event(2)));
            publisher.publish(second.future(), List.of(event(3)));
            second.complete();
        });
        Awaitility.await().until(second.future()::isComplete);
        // What was published before this has come when this has.
        await(channel.publish(List.of(new FanoutRecord("b", event(99)).encode())));
        Awaitility.await().until(() -> heard.contains(99L));
        assertThat(heard).containsExactly(99L);
        // A node that did not confirm is no reason to keep it from the others.
        vertx.runOnContext(turn -> first.fail("not confirmed"));
        Awaitility.await().until(() -> heard.size() == 4);
        assertThat(heard).containsExactly(99L, 1L, 2L, 3L);
    }

    private static GroupDelivery event(long seq) {
        byte[] frame = "{}".getBytes(StandardCharsets.UTF_8);
        return new GroupDelivery("demo", 7, "sg_7", seq, Cause.NONE, null, frame, Set.of(), List.of(), false);
    }

    private static void await(Future<?> future) {
        future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }
}
