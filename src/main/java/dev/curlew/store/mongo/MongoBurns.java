package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Sorts.ascending;

import com.mongodb.reactivestreams.client.MongoCollection;
import dev.curlew.store.chat.BurnStore;
import dev.curlew.store.chat.BurnStore.Burn;
import io.vertx.core.Future;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.types.ObjectId;

/** What is to burn after it was read, and when ({@code burn}): one document per advance of a reader, however many messages. */
public final class MongoBurns implements BurnStore {

    private final MongoLink mongo;
    private final MongoSchema schema;

    public MongoBurns(MongoLink mongo, MongoSchema schema) {
        this.mongo = mongo;
        this.schema = schema;
    }

    @Override
    public Future<Void> schedule(String tenant, Burn burn) {
        Document document = new Document("conversation_id", burn.conversationId())
                .append("reader", burn.reader())
                .append("from_seq", burn.fromSeq())
                .append("to_seq", burn.toSeq())
                .append("seqs", burn.seqs())
                .append("due", new Date(burn.due()));
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant).insertOne(document)))
                .mapEmpty();
    }

    @Override
    public Future<List<Burn>> due(String tenant, long time, int limit) {
        return schema.ready(tenant)
                .compose(ready -> mongo.all(collection(tenant)
                        .find(lte("due", new Date(time)))
                        .sort(ascending("due"))
                        .limit(limit)))
                .map(found -> found.stream()
                        .map(document -> new Burn(
                                document.getObjectId("_id").toHexString(),
                                document.getString("conversation_id"),
                                document.getLong("reader"),
                                document.getLong("from_seq"),
                                document.getLong("to_seq"),
                                document.getList("seqs", Long.class),
                                document.getDate("due").getTime()))
                        .toList());
    }

    @Override
    public Future<Void> remove(String tenant, Burn burn) {
        return mongo.first(collection(tenant).deleteOne(eq("_id", new ObjectId(burn.id()))))
                .mapEmpty();
    }

    private MongoCollection<Document> collection(String tenant) {
        return mongo.database(tenant).getCollection(Collections.BURN);
    }
}
