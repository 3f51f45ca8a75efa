package dev.curlew.push;

import dev.curlew.config.KafkaConfig;
import dev.curlew.store.kafka.BatchConsumer;
import dev.curlew.store.kafka.Topics;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Reads {@code toOfflinePushTopic} and reminds users who had no session. */
public final class PushVerticle extends VerticleBase {

    /** What it works with. */
    public record Parts(
            KafkaConfig kafka, RedisCommands redis, RedisKeys keys, PushProvider provider, MeterRegistry metrics) {}

    private final Parts parts;
    private BatchConsumer consumer;

    public PushVerticle(Parts parts) {
        this.parts = parts;
    }

    @Override
    public Future<?> start() {
        BatchReminder reminder = new BatchReminder(parts.redis(), parts.keys(), parts.provider(), parts.metrics());
        consumer = BatchConsumer.started(vertx, parts.kafka(), Topics.TO_OFFLINE_PUSH, reminder::remind, () -> {});
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        return consumer.stop();
    }
}
