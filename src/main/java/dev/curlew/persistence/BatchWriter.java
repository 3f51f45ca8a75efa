package dev.curlew.persistence;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.ReadMarks;
import dev.curlew.protocol.StoreBatch;
import dev.curlew.protocol.StoreRecord;
import dev.curlew.store.mongo.ConversationStore;
import dev.curlew.store.mongo.MessageStore;
import dev.curlew.store.mongo.SeqStore;
import dev.curlew.store.mongo.SeqUserStore;
import dev.curlew.store.redis.TotalCache;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes numbered messages to MongoDB: one bulk a collection for the whole batch. Each write may be repeated, so a batch that fails
 * anywhere is simply done again.
 */
final class BatchWriter {

    private static final Logger LOG = LoggerFactory.getLogger(BatchWriter.class);
    private static final int KNOWN_DOCUMENTS = 100_000;
    private static final int MARKS_AT_ONCE = 64;

    private final MessageStore messages;
    private final SeqStore seqs;
    private final SeqUserStore users;
    private final ConversationStore conversations;
    private final TotalCache totals;
    private final ReadMarker marker;
    private final Counter conflicts;
    private final Cache<String, Boolean> knownDocuments =
            Caffeine.newBuilder().maximumSize(KNOWN_DOCUMENTS).build();

    BatchWriter(
            MessageStore messages,
            SeqStore seqs,
            SeqUserStore users,
            ConversationStore conversations,
            TotalCache totals,
            ReadMarker marker,
            MeterRegistry metrics) {
        this.marker = marker;
        this.messages = messages;
        this.seqs = seqs;
        this.users = users;
        this.conversations = conversations;
        this.totals = totals;
        this.conflicts = Counter.builder("curlew.store.slot.conflicts")
                .description("Messages set aside because their slot holds another message")
                .register(metrics);
    }

    Future<Void> write(List<ConsumerRecord<String, byte[]>> records) {
        Map<String, List<StoreBatch>> batches = new LinkedHashMap<>();
        Map<String, List<ReadMarks>> reads = new LinkedHashMap<>();
        for (ConsumerRecord<String, byte[]> record : records) {
            StoreRecord stored = decode(record);
            if (stored instanceof StoreBatch batch) {
                batches.computeIfAbsent(batch.tenant(), tenant -> new ArrayList<>())
                        .add(batch);
            } else if (stored instanceof ReadMarks marks) {
                reads.computeIfAbsent(marks.tenant(), tenant -> new ArrayList<>())
                        .add(marks);
            }
        }
        return Future.join(batches.entrySet().stream()
                        .map(entry -> write(entry.getKey(), entry.getValue()))
                        .toList())
                .compose(written -> Future.join(reads.entrySet().stream()
                        .map(entry -> mark(entry.getKey(), entry.getValue()))
                        .toList()))
                .mapEmpty();
    }

    /** A bounded number at a time. */
    private Future<Void> mark(String tenant, List<ReadMarks> reads) {
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < reads.size(); from += MARKS_AT_ONCE) {
            List<ReadMarks> some = reads.subList(from, Math.min(reads.size(), from + MARKS_AT_ONCE));
            chain = chain.compose(done -> marker.mark(tenant, some));
        }
        return chain;
    }

    private Future<Void> write(String tenant, List<StoreBatch> batches) {
        // A doubled record names the same message twice; the slots of one update must differ.
        Map<String, Message> distinct = new LinkedHashMap<>();
        batches.forEach(
                batch -> batch.messages().forEach(message -> distinct.putIfAbsent(message.serverMsgId(), message)));
        List<Message> all = List.copyOf(distinct.values());
        return createDocuments(tenant, all)
                .compose(created -> messages.write(tenant, all))
                .compose(left -> writeEach(tenant, left))
                .compose(written -> Future.join(
                        users.raiseRead(tenant, reads(all)),
                        list(tenant, touches(all)),
                        seqs.raiseHeads(tenant, heads(batches))))
                .mapEmpty();
    }

    /** Which conversations count has changed for their members, and was not known when their change counters rose. */
    private Future<Void> list(String tenant, List<ConversationStore.Touch> touches) {
        Set<Long> owners = new LinkedHashSet<>();
        touches.forEach(touch -> {
            owners.add(touch.conversation().lowUid());
            owners.add(touch.conversation().highUid());
        });
        return conversations
                .touch(tenant, touches)
                .compose(done -> totals.drop(tenant, owners).otherwiseEmpty());
    }

    private Future<Void> createDocuments(String tenant, List<Message> all) {
        Set<String> unknown = new LinkedHashSet<>();
        for (Message message : all) {
            String docId = MessageStore.docId(message);
            if (knownDocuments.getIfPresent(tenant + docId) == null) {
                unknown.add(docId);
            }
        }
        return unknown.isEmpty()
                ? Future.succeededFuture()
                : messages.createDocuments(tenant, unknown)
                        .onSuccess(made -> unknown.forEach(docId -> knownDocuments.put(tenant + docId, true)));
    }

    /** Documents with a slot that was taken: the other slots one by one; a slot with another message is an alarm (rule 7). */
    private Future<Void> writeEach(String tenant, List<Message> left) {
        Future<Void> chain = Future.succeededFuture();
        for (Message message : left) {
            chain = chain.compose(v -> messages.writeOne(tenant, message)).map(written -> {
                if (!written) {
                    conflicts.increment();
                    LOG.error(
                            "Set aside a message whose slot holds another, tenant {}, conversation {}: {}",
                            tenant,
                            message.conversationId(),
                            message.seq());
                }
                return null;
            });
        }
        return chain;
    }

    private static List<SeqUserStore.Rise> reads(List<Message> all) {
        Map<String, SeqUserStore.Rise> highest = new LinkedHashMap<>();
        for (Message message : all) {
            highest.merge(
                    message.conversationId() + "|" + message.sendUid(),
                    new SeqUserStore.Rise(message.sendUid(), message.conversationId(), message.seq()),
                    (a, b) -> a.readSeq() > b.readSeq() ? a : b);
        }
        return List.copyOf(highest.values());
    }

    /** Where a message moves its conversation up in a member's list, unless it was sent not to. */
    private static List<ConversationStore.Touch> touches(List<Message> all) {
        Map<String, ConversationStore.Touch> latest = new LinkedHashMap<>();
        for (Message message : all) {
            ConversationId.parse(message.conversationId()).ifPresent(id -> {
                boolean moves = message.option("conversation_update");
                boolean movesSender = moves && message.option("sender_conversation_update");
                boolean senderIsLow = message.sendUid() == id.lowUid();
                long low = (senderIsLow ? movesSender : moves) ? message.sendTime() : 0;
                long high = (senderIsLow ? moves : movesSender) ? message.sendTime() : 0;
                latest.merge(
                        id.value(),
                        new ConversationStore.Touch(id, low, high, moves ? message.seq() : 0),
                        BatchWriter::later);
            });
        }
        return List.copyOf(latest.values());
    }

    private static ConversationStore.Touch later(ConversationStore.Touch one, ConversationStore.Touch other) {
        return new ConversationStore.Touch(
                one.conversation(),
                Math.max(one.lowTime(), other.lowTime()),
                Math.max(one.highTime(), other.highTime()),
                Math.max(one.latestSeq(), other.latestSeq()));
    }

    private static Map<String, Long> heads(List<StoreBatch> batches) {
        Map<String, Long> heads = new HashMap<>();
        batches.forEach(batch -> heads.merge(batch.conversationId(), batch.head(), Math::max));
        return heads;
    }

    private static StoreRecord decode(ConsumerRecord<String, byte[]> record) {
        try {
            return Json.read(record.value(), StoreRecord.class);
        } catch (IllegalArgumentException e) {
            LOG.error(
                    "Set aside unreadable messages at {}-{}: {}", record.topic(), record.partition(), record.offset());
            return null;
        }
    }
}
