package dev.curlew.store.kafka;

import dev.curlew.protocol.PushRecord;
import dev.curlew.store.EventProducer;
import io.vertx.core.Future;

/** Events become records of {@code toPushTopic}, keyed by user or group. */
public final class KafkaEventProducer implements EventProducer {

    private final KafkaWriter writer;

    public KafkaEventProducer(KafkaWriter writer) {
        this.writer = writer;
    }

    @Override
    public Future<Void> produce(PushRecord record) {
        return writer.write(Topics.TO_PUSH, Topics.pushKey(record), record);
    }
}
