package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.Change.Revoked;
import dev.curlew.store.chat.MessageChanges;
import dev.curlew.store.chat.MessageChanges.Outcome;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/** What changes do to stored messages. Each may be repeated: done once or ten times, the slot ends the same. */
public final class MongoChanges implements MessageChanges {

    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);
    private static final String NO_CONTENT = "{}";

    private final MongoLink mongo;
    private final MongoSchema schema;
    private final MongoMessages messages;

    public MongoChanges(MongoLink mongo, MongoSchema schema, MongoMessages messages) {
        this.mongo = mongo;
        this.schema = schema;
        this.messages = messages;
    }

    @Override
    public Future<Outcome> apply(String tenant, Change change) {
        if (change.what() instanceof Revoked revoked) {
            return one(tenant, change, revoked.seq(), unrevoked(change, revoked.seq()), revoke(change, revoked));
        }
        if (change.what() instanceof Edited edited) {
            Bson asSeen = and(
                    unrevoked(change, edited.seq()),
                    eq(MessageDocuments.path(edited.seq()) + ".msg.version", edited.expected()));
            return one(tenant, change, edited.seq(), asSeen, edit(change, edited));
        }
        if (change.what() instanceof Deleted deleted) {
            return each(tenant, change, deleted.seqs()).map(Outcome.APPLIED);
        }
        return Future.succeededFuture(Outcome.APPLIED);
    }

    private Future<Outcome> one(String tenant, Change change, long seq, Bson filter, Bson update) {
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant).updateOne(filter, update)))
                .compose(result -> result.getMatchedCount() > 0
                        ? Future.succeededFuture(Outcome.APPLIED)
                        : messages.find(tenant, change.conversationId(), List.of(seq))
                                .map(found -> Outcome.of(found.get(seq), change)));
    }

    private Future<Void> each(String tenant, Change change, Collection<Long> seqs) {
        List<WriteModel<Document>> writes = seqs.stream()
                .map(seq -> (WriteModel<Document>)
                        new UpdateOneModel<Document>(at(change.conversationId(), seq), delete(change, seq)))
                .toList();
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant).bulkWrite(writes, ANY_ORDER)))
                .mapEmpty();
    }

    private static Bson revoke(Change change, Revoked revoked) {
        String path = MessageDocuments.path(revoked.seq());
        Document by = new Document("role", revoked.role())
                .append("user_id", Long.toString(change.uid()))
                .append("nickname", revoked.nickname())
                .append("time", change.time());
        return Updates.combine(
                Updates.set(path + ".revoke", by),
                Updates.set(path + ".msg.status", MessageDocuments.REVOKED),
                Updates.set(path + ".msg.content", NO_CONTENT),
                Updates.set(path + ".msg.offline_push", null),
                Updates.set(path + ".msg.version", change.version()));
    }

    private static Bson edit(Change change, Edited edited) {
        String path = MessageDocuments.path(edited.seq());
        return Updates.combine(
                Updates.set(path + ".msg.content", edited.content()),
                Updates.set(path + ".msg.version", change.version()));
    }

    private static Bson delete(Change change, long seq) {
        String path = MessageDocuments.path(seq);
        if (!change.concernsAll()) {
            return Updates.addToSet(path + ".del_list", Long.toString(change.owner()));
        }
        return Updates.combine(
                Updates.set(path + ".msg.status", MessageDocuments.DELETED),
                Updates.set(path + ".msg.content", NO_CONTENT),
                Updates.set(path + ".msg.offline_push", null),
                Updates.max(path + ".msg.version", change.version()));
    }

    private static Bson unrevoked(Change change, long seq) {
        return and(
                at(change.conversationId(), seq),
                eq(MessageDocuments.path(seq) + ".msg.status", MessageDocuments.STORED));
    }

    private static Bson at(String conversationId, long seq) {
        return and(
                eq("doc_id", MessageDocuments.docId(conversationId, seq)),
                eq(MessageDocuments.path(seq) + ".msg.seq", seq));
    }

    private MongoCollection<Document> collection(String tenant) {
        return mongo.database(tenant).getCollection(Collections.MSG);
    }
}
