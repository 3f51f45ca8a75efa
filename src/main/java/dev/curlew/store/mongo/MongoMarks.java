package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.curlew.domain.Message;
import dev.curlew.store.chat.MessageMarks;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Marks on stored messages that are no changes anyone asks for by number. */
public final class MongoMarks implements MessageMarks {

    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);

    private final MongoLink mongo;
    private final MongoSchema schema;

    public MongoMarks(MongoLink mongo, MongoSchema schema) {
        this.mongo = mongo;
        this.schema = schema;
    }

    @Override
    public Future<Void> markRead(String tenant, Collection<Message> messages) {
        Map<String, List<Bson>> byDocument = new LinkedHashMap<>();
        for (Message message : messages) {
            String path = MessageDocuments.path(message.seq());
            List<Bson> changes = byDocument.computeIfAbsent(MongoMessages.docId(message), docId -> new ArrayList<>());
            changes.add(Updates.set(path + ".is_read", true));
            changes.add(Updates.set(path + ".msg.is_read", true));
            changes.add(Updates.set(path + ".msg.attached_info", message.attachedInfo()));
        }
        if (byDocument.isEmpty()) {
            return Future.succeededFuture();
        }
        List<WriteModel<Document>> writes = byDocument.entrySet().stream()
                .map(entry -> (WriteModel<Document>)
                        new UpdateOneModel<Document>(eq("doc_id", entry.getKey()), Updates.combine(entry.getValue())))
                .toList();
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant).bulkWrite(writes, ANY_ORDER)))
                .mapEmpty();
    }

    private MongoCollection<Document> collection(String tenant) {
        return mongo.database(tenant).getCollection(Collections.MSG);
    }
}
