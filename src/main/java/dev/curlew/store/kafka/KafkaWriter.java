package dev.curlew.store.kafka;

import dev.curlew.config.KafkaConfig;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;

/** The node's producer. Records with one key keep the order of the calls; each call ends within the produce timeout. */
public final class KafkaWriter {

    private final KafkaProducer<String, byte[]> producer;
    private final Topics topics;

    /** @param timeoutMs after this a record that no broker acknowledged has failed, its outcome unknown */
    public KafkaWriter(Vertx vertx, KafkaConfig config, long timeoutMs) {
        this.producer = KafkaProducer.create(vertx, KafkaSettings.producer(config, timeoutMs));
        this.topics = Topics.of(config);
        producer.exceptionHandler(failure -> {
            // Every failure also reaches the caller through its future.
        });
    }

    /** @param topic one of {@link Topics#ALL} */
    public Future<Void> write(String topic, String key, Object value) {
        return producer.send(KafkaProducerRecord.create(topics.topic(topic), key, Json.bytes(value)))
                .mapEmpty();
    }

    /** Requests sent so far; a batch of records is one. */
    public long requests() {
        return producer.unwrap().metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("request-total")
                        && metric.getKey().group().equals("producer-metrics"))
                .mapToLong(metric -> ((Number) metric.getValue().metricValue()).longValue())
                .sum();
    }

    public Future<Void> close() {
        return producer.close(5_000);
    }
}
