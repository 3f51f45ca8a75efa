package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Sorts.ascending;

import com.mongodb.client.model.Updates;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.curlew.store.chat.DestructStore;
import dev.curlew.store.chat.DestructStore.Due;
import io.vertx.core.Future;
import java.util.Date;
import java.util.List;
import org.bson.Document;

/** Which owners' copies of conversations are due for message destruction ({@code latest_msg_destruct_time}, B-153). */
public final class MongoDestruct implements DestructStore {

    private static final String LOOKED = "latest_msg_destruct_time";

    private final MongoLink mongo;
    private final MongoSchema schema;

    public MongoDestruct(MongoLink mongo, MongoSchema schema) {
        this.mongo = mongo;
        this.schema = schema;
    }

    @Override
    public Future<List<Due>> due(String tenant, long time, int limit) {
        return schema.ready(tenant)
                .compose(ready -> mongo.all(collection(tenant)
                        .find(and(eq("is_msg_destruct", true), lte(LOOKED, new Date(time))))
                        .sort(ascending(LOOKED))
                        .limit(limit)))
                .map(found -> found.stream()
                        .map(document -> new Due(
                                Long.parseLong(document.getString("owner_user_id")),
                                document.getString("conversation_id"),
                                MongoSeqs.number(document, "msg_destruct_time")))
                        .toList());
    }

    @Override
    public Future<Void> looked(String tenant, Due one, long time) {
        return mongo.first(collection(tenant)
                        .updateOne(
                                and(
                                        eq("owner_user_id", Long.toString(one.owner())),
                                        eq("conversation_id", one.conversationId())),
                                Updates.set(LOOKED, new Date(time))))
                .mapEmpty();
    }

    private MongoCollection<Document> collection(String tenant) {
        return mongo.database(tenant).getCollection(Collections.CONVERSATION);
    }
}
