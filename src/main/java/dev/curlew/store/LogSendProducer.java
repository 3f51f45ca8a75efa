package dev.curlew.store;

import dev.curlew.domain.Message;
import dev.curlew.protocol.SendRecord;
import dev.curlew.store.kafka.Topics;
import io.vertx.core.Future;

/** Sends of single chats become records of {@code toRedisTopic}, keyed so that a conversation keeps its order. */
public final class LogSendProducer implements SendProducer {

    private final MessageLog log;

    public LogSendProducer(MessageLog log) {
        this.log = log;
    }

    @Override
    public Future<Void> produce(SendRecord record) {
        Message message = record.message();
        String key = Topics.conversationKey(message.tenant(), message.conversationId());
        return log.write(Topics.TO_REDIS, key, record);
    }
}
