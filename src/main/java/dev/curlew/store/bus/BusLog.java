package dev.curlew.store.bus;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.Handover;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.NodeCommand;
import dev.curlew.store.LogRecord;
import dev.curlew.store.MessageLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * A log without a store behind it, for installations without Kafka. A record is read on the node that writes it, when that reads the topic,
 * else it is handed over the bus to one that does, the same for all records of a key while nodes neither come nor go. What waits is
 * bounded, and ends with its node.
 */
public final class BusLog implements MessageLog {

    private static final int MOST_TRIES = 3;
    private static final DeliveryOptions WAIT = new DeliveryOptions().setSendTimeout(3_000);

    private final Vertx vertx;
    private final String nodeId;
    private final Function<String, Set<String>> readers;
    private final Map<String, BusReading> here = new ConcurrentHashMap<>();
    private final LongAdder asked = new LongAdder();
    private MessageConsumer<Handover> handovers;

    /** @param readers ids of the nodes that read a topic now */
    public BusLog(Vertx vertx, String nodeId, Function<String, Set<String>> readers) {
        this.vertx = vertx;
        this.nodeId = nodeId;
        this.readers = readers;
    }

    @Override
    public Future<Void> write(String topic, String key, Object value) {
        BusReading reading = here.get(topic);
        return reading != null ? reading.add(new Local(topic, value)) : handOver(topic, key, value, 1);
    }

    private Future<Void> handOver(String topic, String key, Object value, int tries) {
        Set<String> others = new TreeSet<>(readers.apply(topic));
        others.remove(nodeId);
        if (others.isEmpty() || tries > MOST_TRIES) {
            return Future.failedFuture(ApiException.unavailable("No node is there that reads " + topic + "."));
        }
        String node = List.copyOf(others).get(Math.floorMod(key.hashCode() + tries - 1, others.size()));
        asked.increment();
        return vertx.eventBus()
                .request(BusAddresses.handovers(node), new Handover(topic, Json.bytes(value)), WAIT)
                .<Void>mapEmpty()
                .recover(failure -> handOver(topic, key, value, tries + 1));
    }

    @Override
    public synchronized Reading read(
            Vertx on, String topic, Function<List<LogRecord>, Future<Void>> handler, Runnable moved) {
        if (handovers == null) {
            handovers = vertx.eventBus().consumer(BusAddresses.handovers(nodeId), message -> {
                BusReading reading = here.get(message.body().topic());
                Future<Void> taken = reading == null
                        ? Future.failedFuture(ApiException.unavailable("This node reads no such topic."))
                        : reading.add(new Remote(message.body()));
                taken.onSuccess(done -> message.reply(new NodeCommand.Reply(true)))
                        .onFailure(failure -> message.fail(1, failure.getMessage()));
            });
        }
        BusReading reading = new BusReading(on.getOrCreateContext(), topic, handler);
        here.put(topic, reading);
        return () -> reading.stop().onComplete(ended -> here.remove(topic, reading));
    }

    @Override
    public long requests() {
        return asked.sum();
    }

    @Override
    public synchronized Future<Void> close() {
        List<Future<Void>> ends = new ArrayList<>();
        here.values().forEach(reading -> ends.add(reading.stop()));
        if (handovers != null) {
            ends.add(handovers.unregister());
        }
        return Future.join(ends).mapEmpty();
    }

    private record Local(String topic, Object object) implements LogRecord {

        @Override
        public String where() {
            return topic + " here";
        }

        @Override
        public <T> T value(Class<T> type) {
            if (!type.isInstance(object)) {
                throw new IllegalArgumentException("Not a " + type);
            }
            return type.cast(object);
        }
    }

    private record Remote(Handover handover) implements LogRecord {

        @Override
        public String where() {
            return handover.topic() + " handed over";
        }

        @Override
        public <T> T value(Class<T> type) {
            return Json.read(handover.value(), type);
        }
    }
}
