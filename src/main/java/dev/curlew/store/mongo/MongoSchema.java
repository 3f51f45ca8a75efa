package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.reactivestreams.client.MongoDatabase;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Indexes of a tenant's database, made before its first use by this process. Making them again changes nothing. */
public final class MongoSchema {

    private static final IndexOptions UNIQUE = new IndexOptions().unique(true);

    private final MongoLink mongo;
    private final Map<String, Future<Void>> ready = new ConcurrentHashMap<>();

    public MongoSchema(MongoLink mongo) {
        this.mongo = mongo;
    }

    /** Succeeds once the tenant's indexes are there; a failure is tried again at the next call. */
    public Future<Void> ready(String tenant) {
        Future<Void> known = ready.get(tenant);
        if (known != null && !known.failed()) {
            return known;
        }
        Future<Void> made = create(mongo.database(tenant));
        ready.put(tenant, made);
        return made;
    }

    private Future<Void> create(MongoDatabase database) {
        return Future.join(List.of(
                        indexes(
                                database,
                                Collections.CLAIM,
                                unique("conversation_id", "seq"),
                                new IndexModel(
                                        Indexes.ascending("conversation_id", "counts", "seq"),
                                        new IndexOptions().partialFilterExpression(eq("counts", false)))),
                        indexes(database, Collections.BURN, plain("due")),
                        indexes(database, Collections.MSG, unique("doc_id")),
                        indexes(database, Collections.SEQ, unique("conversation_id")),
                        indexes(
                                database,
                                Collections.SEQ_USER,
                                unique("user_id", "conversation_id"),
                                plain("user_id"),
                                plain("conversation_id")),
                        indexes(
                                database,
                                Collections.CHANGE,
                                unique("conversation_id", "version"),
                                new IndexModel(
                                        Indexes.ascending("open", "time"),
                                        new IndexOptions().partialFilterExpression(eq("open", true)))),
                        indexes(
                                database,
                                Collections.CONVERSATION,
                                unique("owner_user_id", "conversation_id"),
                                plain("conversation_id"),
                                new IndexModel(
                                        Indexes.ascending("is_msg_destruct", "latest_msg_destruct_time"),
                                        new IndexOptions().partialFilterExpression(eq("is_msg_destruct", true))),
                                new IndexModel(Indexes.compoundIndex(
                                        Indexes.ascending("owner_user_id"),
                                        Indexes.descending("is_pinned", "latest_msg_time", "conversation_id"))))))
                .mapEmpty();
    }

    private Future<Void> indexes(MongoDatabase database, String collection, IndexModel... models) {
        return mongo.all(database.getCollection(collection).createIndexes(List.of(models)))
                .mapEmpty();
    }

    private static IndexModel unique(String... fields) {
        return new IndexModel(Indexes.ascending(fields), UNIQUE);
    }

    private static IndexModel plain(String... fields) {
        return new IndexModel(Indexes.ascending(fields));
    }
}
