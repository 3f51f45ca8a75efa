package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Sorts.ascending;
import static com.mongodb.client.model.Sorts.descending;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.curlew.domain.MessageIds;
import dev.curlew.store.chat.ClaimStore;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;

/**
 * Claims in {@code msg_claim}. {@code _id} is the server message id, a digest of (tenant, conversation, sender, client id), so the
 * primary index is the unique key over them; (conversation, seq) has the other one.
 */
public final class MongoClaims implements ClaimStore {

    private static final Bson BY_SEQ = ascending("seq");

    private final MongoLink mongo;
    private final MongoSchema schema;

    public MongoClaims(MongoLink mongo, MongoSchema schema) {
        this.mongo = mongo;
        this.schema = schema;
    }

    @Override
    public Future<Optional<Claim>> find(String tenant, String serverMsgId) {
        return findAll(tenant, List.of(serverMsgId)).map(found -> Optional.ofNullable(found.get(serverMsgId)));
    }

    /** Claims by server message id, in one query. */
    public Future<Map<String, Claim>> findAll(String tenant, Collection<String> serverMsgIds) {
        List<ObjectId> ids = serverMsgIds.stream().map(ObjectId::new).toList();
        return query(tenant, in("_id", ids), BY_SEQ, 0)
                .map(claims -> claims.stream().collect(Collectors.toMap(Claim::serverMsgId, Function.identity())));
    }

    @Override
    public Future<List<Claim>> range(String tenant, String conversationId, long from, long to) {
        return query(tenant, and(eq("conversation_id", conversationId), gte("seq", from), lte("seq", to)), BY_SEQ, 0);
    }

    @Override
    public Future<List<Claim>> at(String tenant, String conversationId, Collection<Long> seqs) {
        return query(tenant, and(eq("conversation_id", conversationId), in("seq", seqs)), BY_SEQ, 0);
    }

    @Override
    public Future<Long> highestOf(String tenant, String conversationId, long sender) {
        Bson filter = and(eq("conversation_id", conversationId), eq("sender", sender));
        return query(tenant, filter, descending("seq"), 1)
                .map(claims -> claims.isEmpty() ? 0L : claims.get(0).seq());
    }

    @Override
    public Future<Long> highest(String tenant, String conversationId) {
        return query(tenant, eq("conversation_id", conversationId), descending("seq"), 1)
                .map(claims -> claims.isEmpty() ? 0L : claims.get(0).seq());
    }

    /**
     * Inserts in order and stops at the first that is taken.
     *
     * @return how many were inserted; less than all when the next one's id or number is taken
     */
    public Future<Integer> insert(String tenant, List<Claim> claims) {
        List<Document> documents = claims.stream().map(MongoClaims::document).toList();
        return schema.ready(tenant)
                .compose(ready ->
                        mongo.first(collection(tenant).insertMany(documents, new InsertManyOptions().ordered(true))))
                .map(result -> claims.size())
                .recover(failure -> failure instanceof MongoBulkWriteException bulk && MongoErrors.isDuplicate(failure)
                        ? Future.succeededFuture(bulk.getWriteErrors().get(0).getIndex())
                        : Future.failedFuture(failure));
    }

    /** Puts a tombstone on a number; succeeds with false when something holds it already. */
    public Future<Boolean> fill(String tenant, String conversationId, long seq, long now) {
        String clientId = MessageIds.holeClientId(seq);
        String id = MessageIds.serverMsgId(tenant, conversationId, 0, clientId);
        Claim hole = new Claim(conversationId, 0, clientId, seq, id, "", now, "", true, false);
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant).insertOne(document(hole))))
                .map(result -> true)
                .recover(failure -> MongoErrors.isDuplicate(failure)
                        ? Future.succeededFuture(false)
                        : Future.failedFuture(failure));
    }

    @Override
    public Future<Void> uncount(String tenant, String conversationId, Collection<Long> seqs) {
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant)
                        .updateMany(
                                and(eq("conversation_id", conversationId), in("seq", seqs)),
                                Updates.set("counts", false))))
                .mapEmpty();
    }

    @Override
    public Future<Map<String, List<Long>>> uncounted(String tenant, Collection<String> conversationIds) {
        Bson filter = and(in("conversation_id", conversationIds), eq("counts", false));
        return query(tenant, filter, ascending("conversation_id", "seq"), 0)
                .map(claims -> claims.stream()
                        .collect(Collectors.groupingBy(
                                Claim::conversationId, Collectors.mapping(Claim::seq, Collectors.toList()))));
    }

    private Future<List<Claim>> query(String tenant, Bson filter, Bson sort, int limit) {
        return schema.ready(tenant)
                .compose(ready ->
                        mongo.all(collection(tenant).find(filter).sort(sort).limit(limit)))
                .map(found -> found.stream().map(MongoClaims::claim).toList());
    }

    private MongoCollection<Document> collection(String tenant) {
        return mongo.database(tenant).getCollection(Collections.CLAIM);
    }

    private static Document document(Claim claim) {
        Document document = new Document("_id", new ObjectId(claim.serverMsgId()))
                .append("conversation_id", claim.conversationId())
                .append("sender", claim.sender())
                .append("client_msg_id", claim.clientMsgId())
                .append("seq", claim.seq())
                .append("send_hash", claim.sendHash())
                .append("send_time", claim.sendTime())
                .append("attempt", claim.attempt());
        if (claim.hole()) {
            document.append("hole", true);
        }
        if (!claim.counts()) {
            document.append("counts", false);
        }
        return document;
    }

    private static Claim claim(Document document) {
        return new Claim(
                document.getString("conversation_id"),
                document.getLong("sender"),
                document.getString("client_msg_id"),
                document.getLong("seq"),
                document.getObjectId("_id").toHexString(),
                document.getString("send_hash"),
                document.getLong("send_time"),
                document.getString("attempt"),
                document.getBoolean("hole", false),
                document.getBoolean("counts", true));
    }
}
