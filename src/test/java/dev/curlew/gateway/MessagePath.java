package dev.curlew.gateway;

import dev.curlew.domain.Message;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.protocol.DeliveryBatch.Delivery;
import dev.curlew.protocol.MessageJson;
import dev.curlew.protocol.NodeCommand;
import dev.curlew.protocol.NodeCommand.Settled;
import dev.curlew.protocol.SendRecord;
import dev.curlew.store.SendProducer;
import dev.curlew.store.SessionDirectory;
import dev.curlew.store.SessionDirectory.SessionRef;
import dev.curlew.store.Standings;
import dev.curlew.store.UserKey;
import dev.curlew.store.redis.ChangeCounters;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What lies between a produced send and its delivery, in a few lines, with ways to lose things. */
final class MessagePath implements SendProducer, Standings {

    private final Vertx vertx;
    private final ChangeCounters counters;
    private final SessionDirectory sessions;
    private final Map<String, Long> heads = new ConcurrentHashMap<>();
    private final Map<String, Long> placed = new ConcurrentHashMap<>();
    private Future<?> turn = Future.succeededFuture();
    private final List<SendRecord> records = new CopyOnWriteArrayList<>();

    /** Answers of these attempts get lost. */
    volatile boolean loseAnswers;
    /** Records wait instead of being placed. */
    volatile boolean hold;
    /** Deliveries to these users get lost. */
    volatile Predicate<Delivery> lose = delivery -> false;

    MessagePath(Vertx vertx, RedisCommands redis, SessionDirectory sessions) {
        this.vertx = vertx;
        this.counters = new ChangeCounters(redis, new RedisKeys("im"));
        this.sessions = sessions;
    }

    @Override
    public Future<Void> produce(SendRecord record) {
        records.add(record);
        if (!hold) {
            place(record);
        }
        return Future.succeededFuture();
    }

    List<SendRecord> records() {
        return records;
    }

    /** One after the other, as one partition would; what is to be lost is decided now. */
    synchronized Future<?> place(SendRecord record) {
        Predicate<Delivery> losing = lose;
        boolean silent = loseAnswers;
        turn = turn.transform(before -> placeNow(record, losing, silent));
        return turn;
    }

    private Future<Object> placeNow(SendRecord record, Predicate<Delivery> losing, boolean silent) {
        Message message = record.message();
        String attempt = record.origin().attempt();
        String id = message.serverMsgId();
        Long before = placed.get(id);
        if (before != null) {
            settle(record, new Settled(attempt, 0, null, id, before, message.sendTime(), true));
            return Future.succeededFuture();
        }
        long seq = heads.merge(message.conversationId(), 1L, Long::sum);
        placed.put(id, seq);
        Message numbered = message.placed(seq, message.sendTime());
        Future<Long> recipient = count(numbered.toUid(), numbered.conversationId());
        Future<Long> sender = count(numbered.sendUid(), numbered.conversationId());
        return Future.join(recipient, sender).compose(counted -> {
            if (!silent) {
                settle(record, new Settled(attempt, 0, null, id, seq, message.sendTime(), false));
            }
            return deliver(
                    record,
                    numbered,
                    Map.of(numbered.toUid(), recipient.result(), numbered.sendUid(), sender.result()),
                    losing);
        });
    }

    Future<?> settle(SendRecord record, Settled outcome) {
        return vertx.eventBus()
                .request(BusAddresses.control(record.origin().nodeId()), new NodeCommand.SettleSends(List.of(outcome)));
    }

    private Future<Long> count(long uid, String conversation) {
        return counters.raise("demo", conversation, List.of(uid)).map(numbers -> numbers.get(uid));
    }

    private Future<Object> deliver(
            SendRecord record, Message message, Map<Long, Long> changes, Predicate<Delivery> losing) {
        byte[] frame = MessageJson.event(message).getBytes(StandardCharsets.UTF_8);
        return sessions.sessions("demo", changes.keySet()).map(found -> {
            changes.forEach((uid, change) -> {
                boolean own = uid == message.sendUid();
                Delivery delivery = new Delivery(
                        "demo",
                        uid,
                        message.conversationId(),
                        message.seq(),
                        change,
                        new Cause(
                                message.sendUid(),
                                own ? record.origin().sessionId() : null,
                                own ? record.origin().attempt() : null),
                        null,
                        frame);
                if (!losing.test(delivery)) {
                    found.getOrDefault(uid, List.of()).stream()
                            .map(SessionRef::nodeId)
                            .distinct()
                            .forEach(node -> vertx.eventBus()
                                    .send(BusAddresses.deliveries(node), DeliveryBatch.of(List.of(delivery))));
                }
            });
            return null;
        });
    }

    @Override
    public Future<Map<String, Standing>> of(UserKey user, Collection<String> conversationIds) {
        return Future.succeededFuture(conversationIds.stream()
                .collect(Collectors.toMap(id -> id, id -> new Standing(heads.getOrDefault(id, 0L), 0))));
    }
}
