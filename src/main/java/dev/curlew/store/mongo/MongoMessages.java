package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.curlew.domain.Message;
import dev.curlew.store.chat.MessageStore;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * Message bodies in {@code msg}: 100 slots a document. A slot is only ever set where it does not exist (rule 7), so a replay
 * changes nothing and never brings back what was taken away.
 */
public final class MongoMessages implements MessageStore {

    private static final List<Object> EMPTY_SLOTS = Arrays.asList(new Object[MessageDocuments.SLOTS]);
    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);

    private final MongoLink mongo;
    private final MongoSchema schema;

    public MongoMessages(MongoLink mongo, MongoSchema schema) {
        this.mongo = mongo;
        this.schema = schema;
    }

    /** The document a message belongs to. */
    public static String docId(Message message) {
        return MessageDocuments.docId(message.conversationId(), message.seq());
    }

    /** Makes empty documents; those that exist stay as they are. */
    public Future<Void> createDocuments(String tenant, Set<String> docIds) {
        List<WriteModel<Document>> writes = docIds.stream()
                .map(docId -> (WriteModel<Document>) new UpdateOneModel<Document>(
                        eq("doc_id", docId),
                        Updates.setOnInsert("msgs", EMPTY_SLOTS),
                        new UpdateOptions().upsert(true)))
                .toList();
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant).bulkWrite(writes, ANY_ORDER)))
                .<Void>mapEmpty()
                .recover(failure ->
                        MongoErrors.isDuplicate(failure) ? Future.succeededFuture() : Future.failedFuture(failure));
    }

    /**
     * Sets the slots that are free, one update a document.
     *
     * @return the messages whose document had a slot taken, to be looked at one by one
     */
    public Future<List<Message>> write(String tenant, Collection<Message> messages) {
        Map<String, List<Message>> byDocument = new LinkedHashMap<>();
        messages.forEach(message -> byDocument
                .computeIfAbsent(docId(message), id -> new ArrayList<>())
                .add(message));
        List<WriteModel<Document>> writes = byDocument.entrySet().stream()
                .map(entry -> setFree(entry.getKey(), entry.getValue()))
                .toList();
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant).bulkWrite(writes, ANY_ORDER)))
                .compose(result -> result.getMatchedCount() == writes.size()
                        ? Future.succeededFuture(List.of())
                        : unwritten(tenant, byDocument));
    }

    /** Sets one slot if it is free; false when it is not. */
    public Future<Boolean> writeOne(String tenant, Message message) {
        return write(tenant, message).map(matched -> matched == 1);
    }

    @Override
    public Future<Map<Long, Stored>> range(String tenant, String conversationId, long from, long to) {
        List<Future<List<Document>>> reads = new ArrayList<>();
        for (long first = from; first <= to; first = nextDocument(first)) {
            long last = Math.min(to, nextDocument(first) - 1);
            int skip = MessageDocuments.slot(first);
            int count = (int) (last - first + 1);
            reads.add(mongo.all(collection(tenant)
                    .find(eq("doc_id", MessageDocuments.docId(conversationId, first)))
                    .projection(Projections.slice("msgs", skip, count))));
        }
        return schema.ready(tenant).compose(ready -> Future.join(reads)).map(all -> {
            Map<Long, Stored> found = new TreeMap<>();
            reads.forEach(read -> read.result().forEach(document -> collect(tenant, document, found)));
            return found;
        });
    }

    @Override
    public Future<Map<Long, Stored>> find(String tenant, String conversationId, Collection<Long> seqs) {
        Set<String> docIds = new LinkedHashSet<>();
        seqs.forEach(seq -> docIds.add(MessageDocuments.docId(conversationId, seq)));
        return schema.ready(tenant)
                .compose(ready -> mongo.all(collection(tenant).find(in("doc_id", docIds))))
                .map(documents -> {
                    Map<Long, Stored> found = new TreeMap<>();
                    documents.forEach(document -> collect(tenant, document, found));
                    found.keySet().retainAll(Set.copyOf(seqs));
                    return found;
                });
    }

    @Override
    public Future<Void> putBack(String tenant, Collection<Message> messages) {
        Set<String> documents = new LinkedHashSet<>();
        messages.forEach(message -> documents.add(docId(message)));
        return createDocuments(tenant, documents)
                .compose(made -> write(tenant, messages))
                .mapEmpty();
    }

    /** Which of these are not in their slots, one read a document. */
    private Future<List<Message>> unwritten(String tenant, Map<String, List<Message>> byDocument) {
        List<Future<List<Message>>> looks = byDocument.values().stream()
                .map(some -> {
                    LongSummaryStatistics seqs =
                            some.stream().mapToLong(Message::seq).summaryStatistics();
                    return range(tenant, some.get(0).conversationId(), seqs.getMin(), seqs.getMax())
                            .map(found -> some.stream()
                                    .filter(message -> !isThere(found.get(message.seq()), message))
                                    .toList());
                })
                .toList();
        return Future.join(looks)
                .map(all ->
                        looks.stream().flatMap(look -> look.result().stream()).toList());
    }

    private static boolean isThere(Stored stored, Message message) {
        return stored != null && stored.message().serverMsgId().equals(message.serverMsgId());
    }

    private Future<Long> write(String tenant, Message message) {
        return mongo.first(collection(tenant).bulkWrite(List.of(setFree(docId(message), List.of(message)))))
                .map(result -> (long) result.getMatchedCount());
    }

    /** {@code msgs.N: null} would also match other slots, so freedom is asked of the number inside. */
    private static WriteModel<Document> setFree(String docId, List<Message> messages) {
        List<Bson> conditions = new ArrayList<>(messages.size() + 1);
        List<Bson> changes = new ArrayList<>(messages.size());
        conditions.add(eq("doc_id", docId));
        for (Message message : messages) {
            String slot = MessageDocuments.path(message.seq());
            conditions.add(exists(slot + ".msg.seq", false));
            changes.add(Updates.set(slot, MessageDocuments.element(message)));
        }
        return new UpdateOneModel<>(and(conditions), Updates.combine(changes));
    }

    private static void collect(String tenant, Document document, Map<Long, Stored> found) {
        for (Document element : document.getList("msgs", Document.class)) {
            if (element != null && element.get("msg") != null) {
                Stored stored = MessageDocuments.stored(tenant, element);
                found.put(stored.message().seq(), stored);
            }
        }
    }

    private static long nextDocument(long seq) {
        return ((seq - 1) / MessageDocuments.SLOTS + 1) * MessageDocuments.SLOTS + 1;
    }

    private MongoCollection<Document> collection(String tenant) {
        return mongo.database(tenant).getCollection(Collections.MSG);
    }
}
