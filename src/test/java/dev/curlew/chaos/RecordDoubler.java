package dev.curlew.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes every record of every topic once more, behind the first. */
final class RecordDoubler implements AutoCloseable {

    private static final String COPY = "copy";
    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Thread thread = new Thread(this::run, "record-doubler");
    private volatile boolean stopped;
    private volatile long copies;

    /** Begins with what is written from now on. */
    RecordDoubler(String bootstrap) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "acks", "all"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        List<TopicPartition> all = consumer.listTopics().entrySet().stream()
                .filter(topic -> !topic.getKey().startsWith("__"))
                .flatMap(topic -> topic.getValue().stream())
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        consumer.assign(all);
        consumer.seekToEnd(all);
        all.forEach(consumer::position);
        thread.setDaemon(true);
        thread.start();
    }

    /** Records written so far. */
    long copies() {
        return copies;
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        consumer.close();
        producer.close();
    }

    private void run() {
        while (!stopped) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.headers().lastHeader(COPY) == null) {
                    producer.send(copyOf(record));
                    copies++;
                }
            }
        }
    }

    private static ProducerRecord<byte[], byte[]> copyOf(ConsumerRecord<byte[], byte[]> record) {
        ProducerRecord<byte[], byte[]> copy = new ProducerRecord<>(
                record.topic(), record.partition(), record.key(), record.value(), record.headers());
        copy.headers().add(COPY, new byte[0]);
        return copy;
    }
}
