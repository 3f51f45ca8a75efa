package dev.curlew.fanout;

import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.protocol.DeliveryBatch.Delivery;
import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.OfflineRecord;
import dev.curlew.protocol.PushBatch;
import dev.curlew.protocol.PushRecord;
import dev.curlew.store.ConversationSettings.Key;
import dev.curlew.store.LogRecord;
import dev.curlew.store.MessageLog;
import dev.curlew.store.Receivers;
import dev.curlew.store.SessionDirectory;
import dev.curlew.store.SessionDirectory.SessionRef;
import dev.curlew.store.kafka.Topics;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds where the users of a batch are connected, in one pipeline, and sends each of those nodes one envelope. Users without a live
 * session are handed on to be reminded.
 */
final class BatchFanout {

    private static final Logger LOG = LoggerFactory.getLogger(BatchFanout.class);

    private final SessionDirectory sessions;
    private final Receivers receivers;
    private final GroupFanout groups;
    private final NodeSender nodes;
    private final Optional<ChannelPublisher> channel;
    private final MessageLog log;
    private final Supplier<Set<String>> liveNodes;

    BatchFanout(
            SessionDirectory sessions,
            Receivers receivers,
            GroupFanout groups,
            NodeSender nodes,
            Optional<ChannelPublisher> channel,
            MessageLog log,
            Supplier<Set<String>> liveNodes) {
        this.sessions = sessions;
        this.receivers = receivers;
        this.groups = groups;
        this.nodes = nodes;
        this.channel = channel;
        this.log = log;
        this.liveNodes = liveNodes;
    }

    /**
     * Done when the envelopes are on their way and the reminders are durable. Envelopes are not waited for: a silent node must not
     * hold up the others.
     */
    Future<Void> deliver(List<LogRecord> records) {
        Map<String, List<PushBatch>> byTenant = new LinkedHashMap<>();
        List<GroupPush> forGroups = new ArrayList<>();
        for (LogRecord record : records) {
            PushRecord decoded = decode(record);
            if (decoded instanceof PushBatch batch) {
                byTenant.computeIfAbsent(batch.tenant(), tenant -> new ArrayList<>())
                        .add(batch);
            } else if (decoded instanceof GroupPush push) {
                forGroups.add(push);
            }
        }
        List<Future<Where>> lookups = byTenant.entrySet().stream()
                .map(entry -> where(entry.getKey(), entry.getValue()))
                .toList();
        Future<Map<String, List<GroupDelivery>>> ofGroups = groups.deliveries(forGroups);
        return Future.join(lookups).compose(found -> ofGroups).compose(groupsByNode -> {
            Map<String, List<Delivery>> byNode = new LinkedHashMap<>();
            List<Future<Void>> reminders = new ArrayList<>();
            int index = 0;
            for (List<PushBatch> batches : byTenant.values()) {
                Where where = lookups.get(index++).result();
                batches.forEach(batch -> route(batch, where, byNode, reminders));
            }
            Set<String> targets = new LinkedHashSet<>(byNode.keySet());
            targets.addAll(groupsByNode.keySet());
            targets.forEach(node -> {
                List<GroupDelivery> events = groupsByNode.getOrDefault(node, List.of());
                Future<Void> taken = nodes.send(node, new DeliveryBatch(byNode.getOrDefault(node, List.of()), events));
                if (!events.isEmpty()) {
                    channel.ifPresent(others -> others.publish(taken, events));
                }
            });
            return Future.join(reminders).mapEmpty();
        });
    }

    /**
     * What a tenant's batches need to know.
     *
     * @param sessions live sessions by user
     * @param silent who gets no live messages of which conversation
     */
    private record Where(Map<Long, List<SessionRef>> sessions, Set<Key> silent) {}

    private Future<Where> where(String tenant, List<PushBatch> batches) {
        Set<Key> keys = new LinkedHashSet<>();
        batches.forEach(batch -> batch.pushes().stream()
                .filter(push -> mayBeSilenced(batch, push))
                .forEach(push -> keys.add(new Key(batch.uid(), push.conversationId()))));
        Future<Set<Key>> silent =
                keys.isEmpty() ? Future.succeededFuture(Set.of()) : receivers.notReceiving(tenant, keys);
        return Future.all(sessions.sessions(tenant, uids(batches)), silent)
                .map(both -> new Where(both.resultAt(0), both.resultAt(1)));
    }

    /** What others did; what a user did on another device is always wanted. */
    private static boolean mayBeSilenced(PushBatch batch, PushBatch.Push push) {
        return push.cause().uid() != 0 && push.cause().uid() != batch.uid();
    }

    private void route(PushBatch batch, Where where, Map<String, List<Delivery>> byNode, List<Future<Void>> reminders) {
        Set<String> alive = liveNodes.get();
        Set<String> targets = new LinkedHashSet<>();
        where.sessions().getOrDefault(batch.uid(), List.of()).stream()
                .map(SessionRef::nodeId)
                .filter(alive::contains)
                .forEach(targets::add);
        List<Delivery> deliveries = targets.isEmpty() ? List.of() : deliveries(batch, where.silent());
        targets.forEach(
                node -> byNode.computeIfAbsent(node, id -> new ArrayList<>()).addAll(deliveries));
        if (targets.isEmpty()) {
            List<OfflineRecord.Item> items = batch.pushes().stream()
                    .filter(push -> push.reminder() != null && !isSilent(batch, push, where.silent()))
                    .map(push -> new OfflineRecord.Item(push.conversationId(), push.seq(), push.reminder()))
                    .toList();
            if (!items.isEmpty()) {
                OfflineRecord record = new OfflineRecord(batch.tenant(), batch.uid(), items);
                String key = Topics.userKey(batch.tenant(), batch.uid());
                reminders.add(log.write(Topics.TO_OFFLINE_PUSH, key, record));
            }
        }
    }

    private static boolean isSilent(PushBatch batch, PushBatch.Push push, Set<Key> silent) {
        return mayBeSilenced(batch, push) && silent.contains(new Key(batch.uid(), push.conversationId()));
    }

    private static List<Delivery> deliveries(PushBatch batch, Set<Key> silent) {
        return batch.pushes().stream()
                .map(push -> new Delivery(
                        batch.tenant(),
                        batch.uid(),
                        push.conversationId(),
                        push.seq(),
                        push.change(),
                        push.cause(),
                        push.line(),
                        isSilent(batch, push, silent)
                                ? Delivery.NOTHING
                                : push.frame().getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    private static Set<Long> uids(List<PushBatch> batches) {
        Set<Long> uids = new LinkedHashSet<>();
        batches.forEach(batch -> uids.add(batch.uid()));
        return uids;
    }

    private static PushRecord decode(LogRecord record) {
        try {
            return record.value(PushRecord.class);
        } catch (IllegalArgumentException e) {
            LOG.error("Set aside unreadable events: {}", record.where());
            return null;
        }
    }
}
