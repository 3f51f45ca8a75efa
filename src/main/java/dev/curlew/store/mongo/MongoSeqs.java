package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.curlew.store.chat.SeqStore;
import dev.curlew.store.chat.SeqStore.Numbers;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The {@code seq} collection: {@code max_seq} is the end of the last reserved block (rule 2: it only reserves), {@code min_seq}
 * the lowest number served to anyone, {@code head} a number below which all are known to be resolved.
 */
public final class MongoSeqs implements SeqStore {

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);
    private static final FindOneAndUpdateOptions RETURN_NEW =
            new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER);

    private final MongoLink mongo;
    private final MongoSchema schema;

    public MongoSeqs(MongoLink mongo, MongoSchema schema) {
        this.mongo = mongo;
        this.schema = schema;
    }

    /**
     * Reserves the next block atomically (B-158).
     *
     * @param atLeast the block must reach this number
     * @return the last number of the reserved block
     */
    public Future<Long> reserve(String tenant, String conversationId, long block, long atLeast) {
        return update(tenant, conversationId, Updates.inc("max_seq", block))
                .compose(end -> end >= atLeast
                        ? Future.succeededFuture(end)
                        : update(tenant, conversationId, Updates.max("max_seq", atLeast + block)));
    }

    @Override
    public Future<Map<String, Numbers>> numbers(String tenant, Collection<String> conversationIds) {
        return schema.ready(tenant)
                .compose(ready -> mongo.all(collection(tenant).find(in("conversation_id", conversationIds))))
                .map(found -> found.stream()
                        .collect(Collectors.toMap(
                                document -> document.getString("conversation_id"), MongoSeqs::numbersOf)));
    }

    @Override
    public Future<List<String>> idsAfter(String tenant, String afterId, int limit) {
        return schema.ready(tenant)
                .compose(ready -> mongo.all(collection(tenant)
                        .find(gt("conversation_id", afterId))
                        .projection(Projections.include("conversation_id"))
                        .sort(Sorts.ascending("conversation_id"))
                        .limit(limit)))
                .map(found -> found.stream()
                        .map(document -> document.getString("conversation_id"))
                        .toList());
    }

    /** Raises the durable heads of several conversations in one request. */
    public Future<Void> raiseHeads(String tenant, Map<String, Long> heads) {
        List<WriteModel<Document>> writes = heads.entrySet().stream()
                .map(head -> (WriteModel<Document>) new UpdateOneModel<Document>(
                        eq("conversation_id", head.getKey()),
                        Updates.combine(
                                Updates.max("head", head.getValue()),
                                Updates.max("max_seq", head.getValue()),
                                Updates.setOnInsert("min_seq", 0L)),
                        UPSERT))
                .toList();
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant).bulkWrite(writes)))
                .mapEmpty();
    }

    private Future<Long> update(String tenant, String conversationId, Bson change) {
        Bson whole = Updates.combine(change, Updates.setOnInsert("min_seq", 0L), Updates.setOnInsert("head", 0L));
        return schema.ready(tenant)
                .compose(ready -> mongo.first(
                        collection(tenant).findOneAndUpdate(eq("conversation_id", conversationId), whole, RETURN_NEW)))
                .map(document -> document.getLong("max_seq"))
                // Two first upserts may collide on the unique index; the second try finds the document.
                .recover(failure -> MongoErrors.isDuplicate(failure)
                        ? update(tenant, conversationId, change)
                        : Future.failedFuture(failure));
    }

    private MongoCollection<Document> collection(String tenant) {
        return mongo.database(tenant).getCollection(Collections.SEQ);
    }

    private static Numbers numbersOf(Document document) {
        return new Numbers(number(document, "max_seq"), number(document, "min_seq"), number(document, "head"));
    }

    static long number(Document document, String field) {
        return document.get(field) instanceof Number number ? number.longValue() : 0L;
    }
}
