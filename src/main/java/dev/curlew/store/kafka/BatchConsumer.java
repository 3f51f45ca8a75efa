package dev.curlew.store.kafka;

import dev.curlew.config.KafkaConfig;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one topic in batches, with one thread that owns the Kafka consumer and nothing else on it.
 *
 * <p>What has arrived is handed over as one batch; while that is in flight the partitions are paused and the next batch gathers. A
 * batch that fails is tried again, with growing pauses, until it succeeds or its partitions go to another node: nothing is ever
 * skipped. Offsets are committed after a batch is done, so a crash repeats it and handlers must be idempotent. When partitions
 * are taken away, the batch in flight is waited for and committed first.
 */
public final class BatchConsumer {

    private static final Logger LOG = LoggerFactory.getLogger(BatchConsumer.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration CLOSE = Duration.ofSeconds(3);
    private static final long REVOKE_WAIT_MS = 4_000;
    private static final long LONGEST_PAUSE_MS = 2_000;

    private final Context context;
    private final Map<String, Object> settings;
    private final String topic;
    private final Function<List<ConsumerRecord<String, byte[]>>, Future<Void>> handler;
    private final Runnable onPartitionsChanged;
    private final Thread thread;
    private final Promise<Void> stopped = Promise.promise();
    private volatile boolean stopping;
    private KafkaConsumer<String, byte[]> consumer;
    private final Map<TopicPartition, OffsetAndMetadata> finished = new HashMap<>();
    private Batch inFlight;

    private final class Batch {
        final List<ConsumerRecord<String, byte[]>> records;
        final Map<TopicPartition, OffsetAndMetadata> next;
        final CompletableFuture<Void> done = new CompletableFuture<>();
        volatile boolean abandoned;

        Batch(ConsumerRecords<String, byte[]> polled) {
            this.records = new ArrayList<>(polled.count());
            this.next = new HashMap<>();
            for (TopicPartition partition : polled.partitions()) {
                List<ConsumerRecord<String, byte[]>> some = polled.records(partition);
                records.addAll(some);
                next.put(
                        partition,
                        new OffsetAndMetadata(some.get(some.size() - 1).offset() + 1));
            }
        }

        void run(long pauseMs) {
            if (abandoned) {
                done.completeExceptionally(new IllegalStateException("partitions went to another node"));
                return;
            }
            Future.<Void>future(promise -> handler.apply(records).onComplete(promise))
                    .onSuccess(done::complete)
                    .onFailure(failure -> {
                        if (stopping) {
                            // Whoever reads on does it.
                            done.completeExceptionally(failure);
                            return;
                        }
                        LOG.warn("A batch of {} will be tried again in {} ms: {}", topic, pauseMs, failure.toString());
                        context.owner().setTimer(pauseMs, timer -> run(Math.min(LONGEST_PAUSE_MS, pauseMs * 2)));
                    });
        }
    }

    /**
     * @param handler runs on the context this is created on; its future must complete
     * @param onPartitionsChanged called on that context when this node reads other partitions than before
     */
    private BatchConsumer(
            Vertx vertx,
            Map<String, Object> settings,
            String topic,
            Function<List<ConsumerRecord<String, byte[]>>, Future<Void>> handler,
            Runnable onPartitionsChanged) {
        this.context = vertx.getOrCreateContext();
        this.settings = settings;
        this.topic = topic;
        this.handler = handler;
        this.onPartitionsChanged = onPartitionsChanged;
        this.thread = new Thread(this::loop, "kafka-" + topic);
        thread.setDaemon(true);
    }

    /** Starts reading one of {@link Topics#ALL} in its own group, as an installation names them. */
    public static BatchConsumer started(
            Vertx vertx,
            KafkaConfig config,
            String name,
            Function<List<ConsumerRecord<String, byte[]>>, Future<Void>> handler,
            Runnable onPartitionsChanged) {
        Topics topics = Topics.of(config);
        BatchConsumer consumer = new BatchConsumer(
                vertx,
                KafkaSettings.consumer(config, topics.group(name)),
                topics.topic(name),
                handler,
                onPartitionsChanged);
        consumer.start();
        return consumer;
    }

    private void start() {
        thread.start();
    }

    /** Ends after the batch in flight is done and committed, or was given up after a few seconds. */
    public Future<Void> stop() {
        stopping = true;
        if (!thread.isAlive()) {
            return Future.succeededFuture();
        }
        return stopped.future();
    }

    private void loop() {
        try {
            while (!stopping) {
                try {
                    read();
                } catch (KafkaException e) {
                    LOG.warn("Reading {} failed, starting over: {}", topic, e.toString());
                    pause();
                }
            }
        } finally {
            context.runOnContext(v -> stopped.tryComplete());
        }
    }

    private void read() {
        KafkaConsumer<String, byte[]> fresh = new KafkaConsumer<>(settings);
        try {
            consumer = fresh;
            finished.clear();
            consumer.subscribe(List.of(topic), new Rebalance());
            while (!stopping) {
                turn();
            }
            settle();
        } catch (InterruptException e) {
            LOG.debug("Consumer of {} was interrupted", topic);
        } finally {
            abandon();
            fresh.close(CloseOptions.timeout(CLOSE));
        }
    }

    private void turn() {
        collect();
        if (inFlight == null) {
            commit();
            consumer.resume(consumer.paused());
        }
        ConsumerRecords<String, byte[]> polled = consumer.poll(inFlight == null ? POLL : Duration.ZERO);
        if (!polled.isEmpty()) {
            begin(polled);
        }
        if (inFlight != null) {
            waitBriefly(inFlight);
        }
    }

    private void begin(ConsumerRecords<String, byte[]> polled) {
        Batch batch = new Batch(polled);
        inFlight = batch;
        consumer.pause(consumer.assignment());
        context.runOnContext(v -> batch.run(100));
    }

    /** Most batches take a few milliseconds: waiting for one costs less than another poll. */
    private void waitBriefly(Batch batch) {
        try {
            batch.done.get(100, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException ignored) {
            // The next turns look again.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void collect() {
        if (inFlight != null && inFlight.done.isDone()) {
            if (!inFlight.done.isCompletedExceptionally()) {
                finished.putAll(inFlight.next);
            }
            inFlight = null;
        }
    }

    /** Offsets that cannot be committed while partitions move are kept and committed afterwards. */
    private void commit() {
        finished.keySet().retainAll(consumer.assignment());
        if (finished.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(finished);
            finished.clear();
        } catch (RebalanceInProgressException e) {
            LOG.debug("Committing {} later: {}", topic, e.toString());
        }
    }

    /** Waits for the batch in flight, then commits it; gives it up when it does not end. */
    private void settle() {
        if (inFlight == null) {
            commitQuietly();
            return;
        }
        try {
            inFlight.done.get(REVOKE_WAIT_MS, TimeUnit.MILLISECONDS);
            collect();
        } catch (TimeoutException | ExecutionException e) {
            LOG.warn("A batch of {} did not end in time and will be read again", topic);
            abandon();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        commitQuietly();
    }

    private void commitQuietly() {
        try {
            commit();
        } catch (KafkaException e) {
            LOG.warn("Offsets of {} could not be committed: {}", topic, e.toString());
        }
    }

    private void abandon() {
        if (inFlight != null) {
            inFlight.abandoned = true;
            inFlight = null;
        }
    }

    private void pause() {
        try {
            Thread.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Rebalance implements ConsumerRebalanceListener {

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                settle();
                context.runOnContext(v -> onPartitionsChanged.run());
            }
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            LOG.info("Reading {}: {}", topic, consumer.assignment());
            context.runOnContext(v -> onPartitionsChanged.run());
            if (inFlight != null) {
                consumer.pause(consumer.assignment());
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            abandon();
            context.runOnContext(v -> onPartitionsChanged.run());
        }
    }
}
