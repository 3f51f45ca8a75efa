package dev.curlew.persistence;

import dev.curlew.config.KafkaConfig;
import dev.curlew.store.kafka.BatchConsumer;
import dev.curlew.store.kafka.Topics;
import dev.curlew.store.mongo.ConversationStore;
import dev.curlew.store.mongo.MessageStore;
import dev.curlew.store.mongo.SeqStore;
import dev.curlew.store.mongo.SeqUserStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Reads {@code toMongoTopic} and stores what it holds. */
public final class PersistenceVerticle extends VerticleBase {

    /** What it works with. */
    public record Parts(
            KafkaConfig kafka,
            MessageStore messages,
            SeqStore seqs,
            SeqUserStore users,
            ConversationStore conversations,
            MeterRegistry metrics) {}

    private final Parts parts;
    private BatchConsumer consumer;

    public PersistenceVerticle(Parts parts) {
        this.parts = parts;
    }

    @Override
    public Future<?> start() {
        BatchWriter writer =
                new BatchWriter(parts.messages(), parts.seqs(), parts.users(), parts.conversations(), parts.metrics());
        consumer = BatchConsumer.started(vertx, parts.kafka(), Topics.TO_MONGO, writer::write, () -> {});
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        return consumer.stop();
    }
}
