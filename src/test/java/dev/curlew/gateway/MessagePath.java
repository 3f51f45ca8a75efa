package dev.curlew.gateway;

import dev.curlew.domain.Message;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.protocol.DeliveryBatch.Delivery;
import dev.curlew.protocol.MessageJson;
import dev.curlew.protocol.NodeCommand;
import dev.curlew.protocol.NodeCommand.Settled;
import dev.curlew.protocol.SendRecord;
import dev.curlew.store.Heads;
import dev.curlew.store.SendProducer;
import dev.curlew.store.SessionDirectory;
import dev.curlew.store.SessionDirectory.SessionRef;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What lies between a produced send and its delivery, in a few lines, with ways to lose things. */
final class MessagePath implements SendProducer, Heads {

    private final Vertx vertx;
    private final RedisCommands redis;
    private final RedisKeys keys = new RedisKeys("im");
    private final SessionDirectory sessions;
    private final Map<String, Long> heads = new ConcurrentHashMap<>();
    private final Map<String, Long> placed = new ConcurrentHashMap<>();
    private final List<SendRecord> records = new CopyOnWriteArrayList<>();

    /** Answers of these attempts get lost. */
    volatile boolean loseAnswers;
    /** Records wait instead of being placed. */
    volatile boolean hold;
    /** Deliveries to these users get lost. */
    volatile Predicate<Delivery> lose = delivery -> false;

    MessagePath(Vertx vertx, RedisCommands redis, SessionDirectory sessions) {
        this.vertx = vertx;
        this.redis = redis;
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

    Future<?> place(SendRecord record) {
        Message message = record.message();
        Long before = placed.get(message.serverMsgId());
        if (before != null) {
            return settle(
                    record,
                    new Settled(
                            record.origin().attempt(),
                            0,
                            null,
                            message.serverMsgId(),
                            before,
                            message.sendTime(),
                            true));
        }
        long seq = heads.merge(message.conversationId(), 1L, Long::sum);
        placed.put(message.serverMsgId(), seq);
        Message numbered = message.placed(seq, message.sendTime());
        Future<?> counted = Future.join(
                count(numbered.toUid(), numbered.conversationId()),
                count(numbered.sendUid(), numbered.conversationId()));
        return counted.compose(v -> {
            settle(
                    record,
                    new Settled(
                            record.origin().attempt(), 0, null, message.serverMsgId(), seq, message.sendTime(), false));
            return deliver(record, numbered);
        });
    }

    Future<?> settle(SendRecord record, Settled outcome) {
        return loseAnswers
                ? Future.succeededFuture()
                : vertx.eventBus()
                        .request(
                                BusAddresses.control(record.origin().nodeId()),
                                new NodeCommand.SettleSends(List.of(outcome)));
    }

    private Future<Long> count(long uid, String conversation) {
        return redis.send(Request.cmd(Command.INCR).arg(keys.changeCounter("demo", uid)))
                .compose(counter -> redis.send(Request.cmd(Command.ZADD)
                                .arg(keys.changedConversations("demo", uid))
                                .arg(counter.toLong())
                                .arg(conversation))
                        .map(done -> {
                            changes.put(uid + conversation + heads.get(conversation), counter.toLong());
                            return counter.toLong();
                        }));
    }

    private final Map<String, Long> changes = new ConcurrentHashMap<>();

    private Future<?> deliver(SendRecord record, Message message) {
        byte[] frame = MessageJson.event(message).getBytes(StandardCharsets.UTF_8);
        List<Long> uids = List.of(message.toUid(), message.sendUid());
        return sessions.sessions("demo", uids).map(found -> {
            for (long uid : uids) {
                boolean own = uid == message.sendUid();
                Delivery delivery = new Delivery(
                        "demo",
                        uid,
                        message.conversationId(),
                        message.seq(),
                        changes.getOrDefault(uid + message.conversationId() + message.seq(), 0L),
                        own ? record.origin().sessionId() : null,
                        own ? record.origin().attempt() : null,
                        frame);
                if (!lose.test(delivery)) {
                    found.getOrDefault(uid, List.of()).stream()
                            .map(SessionRef::nodeId)
                            .distinct()
                            .forEach(node -> vertx.eventBus()
                                    .send(BusAddresses.deliveries(node), new DeliveryBatch(List.of(delivery))));
                }
            }
            return null;
        });
    }

    @Override
    public Future<Map<String, Long>> heads(String tenant, Collection<String> conversationIds) {
        return Future.succeededFuture(
                conversationIds.stream().collect(Collectors.toMap(id -> id, id -> heads.getOrDefault(id, 0L))));
    }
}
