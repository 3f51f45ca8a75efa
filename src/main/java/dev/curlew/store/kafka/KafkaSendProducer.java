package dev.curlew.store.kafka;

import dev.curlew.domain.Message;
import dev.curlew.protocol.SendRecord;
import dev.curlew.store.SendProducer;
import io.vertx.core.Future;

/** Sends of single chats become records of {@code toRedisTopic}, keyed so that a conversation keeps its order. */
public final class KafkaSendProducer implements SendProducer {

    private final KafkaWriter writer;

    public KafkaSendProducer(KafkaWriter writer) {
        this.writer = writer;
    }

    @Override
    public Future<Void> produce(SendRecord record) {
        Message message = record.message();
        String key = Topics.conversationKey(message.tenant(), message.conversationId());
        return writer.write(Topics.TO_REDIS, key, record);
    }
}
