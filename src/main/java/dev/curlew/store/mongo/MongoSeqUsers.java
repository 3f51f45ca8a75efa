package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.nin;
import static com.mongodb.client.model.Filters.or;

import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.curlew.store.chat.Rise;
import dev.curlew.store.chat.SeqUserStore;
import dev.curlew.store.chat.SeqUserStore.Position;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The {@code seq_user} collection: where a user stands in a conversation. {@code read_seq} rises by reading and by sending;
 * {@code seen_seq} only by what a device reported as seen, and is what the peer is told.
 */
public final class MongoSeqUsers implements SeqUserStore {

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private final MongoLink mongo;
    private final MongoSchema schema;

    public MongoSeqUsers(MongoLink mongo, MongoSchema schema) {
        this.mongo = mongo;
        this.schema = schema;
    }

    @Override
    public Future<Position> raiseSeen(String tenant, long uid, String conversationId, long seq, List<Long> seqs) {
        FindOneAndUpdateOptions before =
                new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.BEFORE);
        List<Bson> changes = new ArrayList<>(List.of(
                Updates.max("read_seq", seq),
                Updates.max("seen_seq", seq),
                Updates.setOnInsert("min_seq", 0L),
                Updates.setOnInsert("max_seq", 0L)));
        if (!seqs.isEmpty()) {
            changes.add(Updates.addEachToSet("seen_seqs", seqs));
        }
        Bson change = Updates.combine(changes);
        return schema.ready(tenant)
                .compose(ready ->
                        mongo.first(collection(tenant).findOneAndUpdate(key(uid, conversationId), change, before)))
                .map(document -> document == null ? Position.START : position(document))
                // Two first upserts may collide on the unique index; the second try finds the document.
                .recover(failure -> MongoErrors.isDuplicate(failure)
                        ? raiseSeen(tenant, uid, conversationId, seq, seqs)
                        : Future.failedFuture(failure));
    }

    @Override
    public Future<Void> forgetSeen(String tenant, long uid, String conversationId, long upTo) {
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant)
                        .updateOne(key(uid, conversationId), Updates.pullByFilter(lte("seen_seqs", upTo)))))
                .mapEmpty();
    }

    @Override
    public Future<Void> raiseVersion(
            String tenant, String conversationId, Collection<Long> uids, long version, long minSeq) {
        List<WriteModel<Document>> writes = uids.stream()
                .map(uid -> (WriteModel<Document>) new UpdateOneModel<Document>(
                        key(uid, conversationId),
                        Updates.combine(
                                Updates.max("version", version),
                                Updates.max("min_seq", minSeq),
                                Updates.setOnInsert("max_seq", 0L),
                                Updates.setOnInsert("read_seq", 0L),
                                Updates.setOnInsert("seen_seq", 0L)),
                        UPSERT))
                .toList();
        return written(tenant, writes)
                // Two first upserts may collide on the unique index; the second try finds the document.
                .recover(failure -> MongoErrors.isDuplicate(failure)
                        ? raiseVersion(tenant, conversationId, uids, version, minSeq)
                        : Future.failedFuture(failure));
    }

    /** Raises read positions in one request; none is ever lowered. */
    public Future<Void> raiseRead(String tenant, Collection<Rise> rises) {
        List<WriteModel<Document>> writes = rises.stream()
                .map(rise -> (WriteModel<Document>) new UpdateOneModel<Document>(
                        key(rise.uid(), rise.conversationId()),
                        Updates.combine(
                                Updates.max("read_seq", rise.readSeq()),
                                Updates.setOnInsert("min_seq", 0L),
                                Updates.setOnInsert("max_seq", 0L),
                                Updates.setOnInsert("seen_seq", 0L)),
                        UPSERT))
                .toList();
        return written(tenant, writes);
    }

    @Override
    public Future<Map<String, Position>> positions(String tenant, long uid, Collection<String> conversationIds) {
        return find(tenant, and(eq("user_id", Long.toString(uid)), in("conversation_id", conversationIds)))
                .map(found -> found.stream()
                        .collect(Collectors.toMap(
                                document -> document.getString("conversation_id"), MongoSeqUsers::position)));
    }

    @Override
    public Future<Map<String, Map<Long, Position>>> everyone(String tenant, Collection<String> conversationIds) {
        return find(tenant, in("conversation_id", conversationIds))
                .map(found -> found.stream()
                        .collect(Collectors.groupingBy(
                                document -> document.getString("conversation_id"),
                                Collectors.toMap(
                                        document -> Long.parseLong(document.getString("user_id")),
                                        MongoSeqUsers::position))));
    }

    @Override
    public Future<List<Long>> hiddenFrom(String tenant, String conversationId, long seq) {
        return find(tenant, and(eq("conversation_id", conversationId), gt("min_seq", seq)))
                .map(found -> found.stream()
                        .map(document -> Long.parseLong(document.getString("user_id")))
                        .toList());
    }

    @Override
    public Future<List<Long>> readers(
            String tenant, String conversationId, long seq, Collection<Long> except, long after, int limit) {
        Bson filter = and(
                seen(conversationId, seq),
                nin("user_id", except.stream().map(String::valueOf).toList()),
                gt("user_id", after == 0 ? "" : Long.toString(after)));
        return schema.ready(tenant)
                .compose(ready -> mongo.all(collection(tenant)
                        .find(filter)
                        .projection(Projections.include("user_id"))
                        .sort(Sorts.ascending("user_id"))
                        .limit(limit)))
                .map(found -> found.stream()
                        .map(document -> Long.parseLong(document.getString("user_id")))
                        .toList());
    }

    @Override
    public Future<Long> readerCount(String tenant, String conversationId, long seq, Collection<Long> except) {
        Bson filter = and(
                seen(conversationId, seq),
                nin("user_id", except.stream().map(String::valueOf).toList()));
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant).countDocuments(filter)));
    }

    private static Bson seen(String conversationId, long seq) {
        return and(eq("conversation_id", conversationId), or(gte("seen_seq", seq), eq("seen_seqs", seq)));
    }

    private Future<List<Document>> find(String tenant, Bson filter) {
        return schema.ready(tenant)
                .compose(ready -> mongo.all(collection(tenant).find(filter)));
    }

    private static Bson key(long uid, String conversationId) {
        return and(eq("user_id", Long.toString(uid)), eq("conversation_id", conversationId));
    }

    private MongoCollection<Document> collection(String tenant) {
        return mongo.database(tenant).getCollection(Collections.SEQ_USER);
    }

    private static Position position(Document document) {
        return new Position(
                MongoSeqs.number(document, "min_seq"),
                MongoSeqs.number(document, "max_seq"),
                MongoSeqs.number(document, "read_seq"),
                MongoSeqs.number(document, "seen_seq"),
                MongoSeqs.number(document, "version"),
                document.getList("seen_seqs", Long.class, List.of()));
    }

    private Future<Void> written(String tenant, List<WriteModel<Document>> writes) {
        return schema.ready(tenant)
                .compose(ready ->
                        mongo.first(collection(tenant).bulkWrite(writes, new BulkWriteOptions().ordered(false))))
                .mapEmpty();
    }
}
