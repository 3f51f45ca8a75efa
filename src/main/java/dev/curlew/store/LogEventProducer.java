package dev.curlew.store;

import dev.curlew.protocol.PushRecord;
import dev.curlew.store.kafka.Topics;
import io.vertx.core.Future;

/** Events become records of {@code toPushTopic}, keyed by user or group. */
public final class LogEventProducer implements EventProducer {

    private final MessageLog log;

    public LogEventProducer(MessageLog log) {
        this.log = log;
    }

    @Override
    public Future<Void> produce(PushRecord record) {
        return log.write(Topics.TO_PUSH, Topics.pushKey(record), record);
    }
}
