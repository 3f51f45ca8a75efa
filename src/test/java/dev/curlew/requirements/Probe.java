package dev.curlew.requirements;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.model.Filters;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.curlew.client.Account;
import dev.curlew.config.CurlewConfig;
import dev.curlew.protocol.Json;
import dev.curlew.store.kafka.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import redis.clients.jedis.Jedis;

/** A look into the stores behind the nodes, past the product: what is really there. Blocks. */
final class Probe implements AutoCloseable {

    private final CurlewConfig config;
    private final MongoClient mongo;
    private final Jedis redis;
    private final Admin kafka;

    Probe(CurlewConfig config) {
        this.config = config;
        this.mongo = MongoClients.create(config.mongo().uri());
        this.redis = connect();
        this.kafka = Admin.create(Map.of("bootstrap.servers", config.kafka().bootstrap()));
    }

    static ObjectNode text(Account to, String clientMsgId, String text) {
        ObjectNode data = Json.object();
        data.put("to_uid", to.uid()).put("client_msg_id", clientMsgId).put("content_type", 101);
        data.putObject("content").put("text", text);
        return data;
    }

    /** Another connection to Redis, for another thread. */
    Jedis connect() {
        String[] at = config.redis().addr().split(":");
        Jedis connection = new Jedis(at[0], Integer.parseInt(at[1]));
        connection.select(config.redis().db());
        return connection;
    }

    Jedis redis() {
        return redis;
    }

    Admin kafka() {
        return kafka;
    }

    MongoCollection<Document> collection(String name) {
        return collection("demo", name);
    }

    MongoCollection<Document> collection(String tenant, String name) {
        return mongo.getDatabase(config.mongo().databasePrefix() + "_" + tenant).getCollection(name);
    }

    List<Document> find(String collection, Bson filter) {
        return all(collection(collection).find(filter));
    }

    /** The elements of a conversation's {@code msg} documents that hold a message, in order. */
    List<Document> elements(String conversationId) {
        List<Document> elements = new ArrayList<>();
        all(collection("msg")
                        .find(Filters.regex("doc_id", "^" + conversationId + ":"))
                        .sort(new Document("_id", 1)))
                .forEach(document -> document.getList("msgs", Document.class).stream()
                        .filter(element -> element != null && element.get("msg") != null)
                        .forEach(elements::add));
        elements.sort((a, b) -> Long.compare(seq(a), seq(b)));
        return elements;
    }

    List<Document> awaitElements(String conversationId, int count) {
        return Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> elements(conversationId), elements -> elements.size() >= count);
    }

    static long seq(Document element) {
        return element.get("msg", Document.class).getLong("seq");
    }

    /** The indexes of a collection, as {@code key} documents; true where unique. */
    Map<Document, Boolean> indexes(String collection) {
        Map<Document, Boolean> indexes = new HashMap<>();
        all(collection(collection).listIndexes())
                .forEach(index -> indexes.put(index.get("key", Document.class), index.getBoolean("unique", false)));
        return indexes;
    }

    /** Everything in a topic under one key, in the order of its partition. */
    List<ConsumerRecord<String, byte[]>> records(String topic, String key) {
        List<ConsumerRecord<String, byte[]>> found = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", config.kafka().bootstrap()),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            String name = Topics.of(config.kafka()).topic(topic);
            List<TopicPartition> partitions = consumer.partitionsFor(name).stream()
                    .map(info -> new TopicPartition(name, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
                consumer.poll(Duration.ofMillis(200)).forEach(found::add);
            }
        }
        found.removeIf(record -> !key.equals(record.key()));
        return found;
    }

    /** Records of a topic its group has not committed. */
    long lag(String topic) {
        Topics topics = Topics.of(config.kafka());
        try {
            Map<TopicPartition, OffsetAndMetadata> done = kafka.listConsumerGroupOffsets(topics.group(topic))
                    .partitionsToOffsetAndMetadata()
                    .get(10, TimeUnit.SECONDS);
            try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                    Map.of("bootstrap.servers", config.kafka().bootstrap()),
                    new StringDeserializer(),
                    new ByteArrayDeserializer())) {
                List<TopicPartition> partitions = consumer.partitionsFor(topics.topic(topic)).stream()
                        .map(info -> new TopicPartition(info.topic(), info.partition()))
                        .toList();
                return consumer.endOffsets(partitions).entrySet().stream()
                        .mapToLong(end -> end.getValue()
                                - (done.get(end.getKey()) == null
                                        ? 0
                                        : done.get(end.getKey()).offset()))
                        .sum();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    void awaitNoLag(String topic) {
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> lag(topic) == 0);
    }

    <T> T first(Publisher<T> publisher) {
        List<T> all = all(publisher);
        return all.isEmpty() ? null : all.get(0);
    }

    <T> List<T> all(Publisher<T> publisher) {
        CompletableFuture<List<T>> done = new CompletableFuture<>();
        List<T> items = new ArrayList<>();
        publisher.subscribe(new Subscriber<>() {
            @Override
            public void onSubscribe(Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(T item) {
                items.add(item);
            }

            @Override
            public void onError(Throwable error) {
                done.completeExceptionally(error);
            }

            @Override
            public void onComplete() {
                done.complete(items);
            }
        });
        return done.orTimeout(15, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        mongo.close();
        redis.close();
        kafka.close(Duration.ofSeconds(2));
    }
}
