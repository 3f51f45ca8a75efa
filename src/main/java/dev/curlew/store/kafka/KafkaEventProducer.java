package dev.curlew.store.kafka;

import dev.curlew.protocol.PushBatch;
import dev.curlew.store.EventProducer;
import io.vertx.core.Future;

/** Events become records of {@code toPushTopic}, keyed by user. */
public final class KafkaEventProducer implements EventProducer {

    private final KafkaWriter writer;

    public KafkaEventProducer(KafkaWriter writer) {
        this.writer = writer;
    }

    @Override
    public Future<Void> produce(PushBatch batch) {
        return writer.write(Topics.TO_PUSH, Topics.userKey(batch.tenant(), batch.uid()), batch);
    }
}
