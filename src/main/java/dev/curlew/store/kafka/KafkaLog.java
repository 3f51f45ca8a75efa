package dev.curlew.store.kafka;

import dev.curlew.config.KafkaConfig;
import dev.curlew.protocol.Json;
import dev.curlew.store.LogRecord;
import dev.curlew.store.MessageLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The topics of document S in Kafka: written by one producer a node, each read in its own group. */
public final class KafkaLog implements MessageLog {

    private final KafkaConfig config;
    private final KafkaWriter writer;

    /** @param timeoutMs after this a record that no broker acknowledged has failed, its outcome unknown */
    public KafkaLog(Vertx vertx, KafkaConfig config, long timeoutMs) {
        this.config = config;
        this.writer = new KafkaWriter(vertx, config, timeoutMs);
    }

    @Override
    public Future<Void> write(String topic, String key, Object value) {
        return writer.write(topic, key, value);
    }

    @Override
    public Reading read(Vertx vertx, String topic, Function<List<LogRecord>, Future<Void>> handler, Runnable moved) {
        BatchConsumer consumer = BatchConsumer.started(
                vertx,
                config,
                topic,
                records -> handler.apply(records.stream().map(KafkaLog::record).toList()),
                moved);
        return consumer::stop;
    }

    @Override
    public long requests() {
        return writer.requests();
    }

    @Override
    public Future<Void> close() {
        return writer.close();
    }

    private static LogRecord record(ConsumerRecord<String, byte[]> record) {
        return new LogRecord() {
            @Override
            public String where() {
                return record.topic() + "-" + record.partition() + " at " + record.offset();
            }

            @Override
            public <T> T value(Class<T> type) {
                return Json.read(record.value(), type);
            }
        };
    }
}
