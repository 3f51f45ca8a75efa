package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Sorts.ascending;
import static com.mongodb.client.model.Sorts.descending;

import com.mongodb.client.model.Updates;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.Change.Edited;
import dev.curlew.store.chat.ChangeLog;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The changes of conversations in {@code conversation_change}, numbered without gaps: a change takes the number after the last one, and
 * the unique key (conversation, version) lets one of two writers win. An entry is open until all it means is done; only the last one of
 * a conversation can be open, since the next is written only after it was closed.
 */
public final class MongoChangeLog implements ChangeLog {

    private static final String OPEN = "open";
    private static final String VOID = "void";

    private final MongoLink mongo;
    private final MongoSchema schema;

    public MongoChangeLog(MongoLink mongo, MongoSchema schema) {
        this.mongo = mongo;
        this.schema = schema;
    }

    @Override
    public Future<Entry> last(String tenant, String conversationId) {
        return query(tenant, eq("conversation_id", conversationId), descending("version"), 1)
                .map(found -> found.isEmpty() ? null : found.get(0));
    }

    @Override
    public Future<Boolean> insert(String tenant, Change change) {
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant)
                        .insertOne(ChangeDocuments.document(change).append(OPEN, true))))
                .map(inserted -> true)
                .recover(failure -> MongoErrors.isDuplicate(failure)
                        ? Future.succeededFuture(false)
                        : Future.failedFuture(failure));
    }

    @Override
    public Future<Void> close(String tenant, Change change) {
        return update(tenant, key(change), Updates.unset(OPEN));
    }

    @Override
    public Future<Void> annul(String tenant, Change change) {
        return update(
                tenant,
                key(change),
                Updates.combine(Updates.unset(OPEN), Updates.set(VOID, true), Updates.unset("content")));
    }

    @Override
    public Future<List<Entry>> after(String tenant, String conversationId, long uid, long version, int limit) {
        Bson filter = and(
                eq("conversation_id", conversationId),
                gt("version", version),
                in("owner", List.of(0L, uid)),
                eq(VOID, null));
        return query(tenant, filter, ascending("version"), limit);
    }

    @Override
    public Future<List<Entry>> openSince(String tenant, long time, int limit) {
        return query(tenant, and(eq(OPEN, true), lt("time", time)), ascending("time"), limit);
    }

    @Override
    public Future<Void> forgetContents(String tenant, String conversationId, Collection<Long> seqs) {
        Bson edits =
                and(eq("conversation_id", conversationId), eq("kind", Edited.class.getSimpleName()), in("seqs", seqs));
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant)
                        .updateMany(
                                edits,
                                Updates.combine(
                                        Updates.unset("content"), Updates.unset(OPEN), Updates.set(VOID, true)))))
                .mapEmpty();
    }

    @Override
    public Future<Map<String, List<Long>>> deletedBy(String tenant, long uid, Collection<String> conversationIds) {
        Bson filter = and(
                in("conversation_id", conversationIds), eq("owner", uid), eq("kind", Deleted.class.getSimpleName()));
        return query(tenant, filter, ascending("conversation_id", "version"), 0).map(found -> {
            Map<String, List<Long>> numbers = new HashMap<>();
            found.forEach(entry -> numbers.computeIfAbsent(entry.change().conversationId(), id -> new ArrayList<>())
                    .addAll(entry.change().what().seqs()));
            return numbers;
        });
    }

    private Future<Void> update(String tenant, Bson filter, Bson change) {
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant).updateOne(filter, change)))
                .mapEmpty();
    }

    private Future<List<Entry>> query(String tenant, Bson filter, Bson sort, int limit) {
        return schema.ready(tenant)
                .compose(ready ->
                        mongo.all(collection(tenant).find(filter).sort(sort).limit(limit)))
                .map(found -> found.stream()
                        .map(document -> new Entry(ChangeDocuments.change(document), document.getBoolean(OPEN, false)))
                        .toList());
    }

    private static Bson key(Change change) {
        return and(eq("conversation_id", change.conversationId()), eq("version", change.version()));
    }

    private MongoCollection<Document> collection(String tenant) {
        return mongo.database(tenant).getCollection(Collections.CHANGE);
    }
}
