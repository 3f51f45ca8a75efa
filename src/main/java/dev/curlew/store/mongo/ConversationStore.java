package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.ne;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Sorts.ascending;
import static com.mongodb.client.model.Sorts.descending;
import static com.mongodb.client.model.Sorts.orderBy;

import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.curlew.domain.ConversationId;
import dev.curlew.store.ConversationIndex;
import dev.curlew.store.ConversationSettings.Key;
import dev.curlew.store.ConversationSettings.Settings;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The {@code conversation} collection: every member's own copy of a conversation, with that member's settings (B-154). */
public final class ConversationStore implements ConversationIndex {

    private static final int DEFAULT_BURN_S = 30;
    private static final long DEFAULT_DESTRUCT_S = 604_800;
    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);
    private static final Bson LIST_ORDER = descending("is_pinned", "latest_msg_time", "conversation_id");

    private final MongoLink mongo;
    private final MongoSchema schema;

    public ConversationStore(MongoLink mongo, MongoSchema schema) {
        this.mongo = mongo;
        this.schema = schema;
    }

    /** An owner's copy of a conversation. Times are milliseconds. */
    public record Owned(
            String conversationId,
            int conversationType,
            long peerUid,
            int recvMsgOpt,
            boolean pinned,
            boolean privateChat,
            int burnDuration,
            boolean msgDestruct,
            long msgDestructTime,
            int groupAtType,
            String attachedInfo,
            String ex,
            long latestMsgTime) {}

    /** Where a page of the list starts: after this entry. */
    public record ListPosition(boolean pinned, long latestMsgTime, String conversationId) {}

    /** A conversation that got a message at some time; both members' copies are made when missing. */
    public record Touch(ConversationId conversation, long latestMsgTime) {}

    /** Makes missing copies and raises the time of the latest message, in one request. */
    public Future<Void> touch(String tenant, List<Touch> touches) {
        List<WriteModel<Document>> writes = new ArrayList<>(touches.size() * 2);
        for (Touch touch : touches) {
            ConversationId conversation = touch.conversation();
            writes.add(touch(conversation, conversation.lowUid(), touch.latestMsgTime()));
            writes.add(touch(conversation, conversation.highUid(), touch.latestMsgTime()));
        }
        return schema.ready(tenant)
                .compose(ready ->
                        mongo.first(collection(tenant).bulkWrite(writes, new BulkWriteOptions().ordered(false))))
                .mapEmpty();
    }

    /** A page in list order: pinned first, then the newest message. */
    public Future<List<Owned>> page(String tenant, long uid, ListPosition after, int limit) {
        Bson owner = eq("owner_user_id", Long.toString(uid));
        Bson filter = after == null ? owner : and(owner, behind(after));
        return find(tenant, filter, LIST_ORDER, limit);
    }

    @Override
    public Future<List<String>> ids(String tenant, long uid, String afterId, int limit) {
        return ids(tenant, and(eq("owner_user_id", Long.toString(uid)), gt("conversation_id", afterId)), limit);
    }

    /** Like {@link #ids}, without those set to receive nothing, which never count as unread. */
    public Future<List<String>> counted(String tenant, long uid, String afterId, int limit) {
        Bson filter =
                and(eq("owner_user_id", Long.toString(uid)), gt("conversation_id", afterId), ne("recv_msg_opt", 1));
        return ids(tenant, filter, limit);
    }

    /** What these owners set for these conversations, where it is not the default. One request. */
    public Future<Map<Key, Settings>> settings(String tenant, Collection<Key> keys) {
        Bson filter = and(
                in(
                        "owner_user_id",
                        keys.stream()
                                .map(key -> Long.toString(key.uid()))
                                .distinct()
                                .toList()),
                in(
                        "conversation_id",
                        keys.stream().map(Key::conversationId).distinct().toList()),
                ne("recv_msg_opt", 0));
        return schema.ready(tenant)
                .compose(ready -> mongo.all(collection(tenant)
                        .find(filter)
                        .projection(include("owner_user_id", "conversation_id", "recv_msg_opt"))))
                .map(found -> {
                    Map<Key, Settings> settings = new HashMap<>();
                    found.forEach(document -> settings.put(
                            new Key(
                                    Long.parseLong(document.getString("owner_user_id")),
                                    document.getString("conversation_id")),
                            new Settings(document.getInteger("recv_msg_opt", 0))));
                    return settings;
                });
    }

    private Future<List<String>> ids(String tenant, Bson filter, int limit) {
        return schema.ready(tenant)
                .compose(ready -> mongo.all(collection(tenant)
                        .find(filter)
                        .projection(include("conversation_id"))
                        .sort(orderBy(ascending("owner_user_id"), ascending("conversation_id")))
                        .limit(limit)))
                .map(found -> found.stream()
                        .map(document -> document.getString("conversation_id"))
                        .toList());
    }

    private Future<List<Owned>> find(String tenant, Bson filter, Bson order, int limit) {
        return schema.ready(tenant)
                .compose(ready ->
                        mongo.all(collection(tenant).find(filter).sort(order).limit(limit)))
                .map(found -> found.stream().map(ConversationStore::owned).toList());
    }

    private static Bson behind(ListPosition at) {
        Bson older = or(
                lt("latest_msg_time", at.latestMsgTime()),
                and(eq("latest_msg_time", at.latestMsgTime()), lt("conversation_id", at.conversationId())));
        Bson sameKind = and(eq("is_pinned", at.pinned()), older);
        return at.pinned() ? or(eq("is_pinned", false), sameKind) : sameKind;
    }

    private static WriteModel<Document> touch(ConversationId conversation, long owner, long latestMsgTime) {
        Bson change = Updates.combine(
                Updates.max("latest_msg_time", latestMsgTime),
                Updates.setOnInsert(new Document("conversation_type", ConversationId.SINGLE)
                        .append("user_id", Long.toString(conversation.peerOf(owner)))
                        .append("group_id", "")
                        .append("recv_msg_opt", 0)
                        .append("is_pinned", false)
                        .append("is_private_chat", false)
                        .append("burn_duration", DEFAULT_BURN_S)
                        .append("group_at_type", 0)
                        .append("attached_info", "")
                        .append("ex", "")
                        .append("max_seq", 0L)
                        .append("min_seq", 0L)
                        .append("create_time", new Date())
                        .append("is_msg_destruct", false)
                        .append("msg_destruct_time", DEFAULT_DESTRUCT_S)
                        .append("latest_msg_destruct_time", new Date(0))));
        return new UpdateOneModel<>(
                and(eq("owner_user_id", Long.toString(owner)), eq("conversation_id", conversation.value())),
                change,
                UPSERT);
    }

    private MongoCollection<Document> collection(String tenant) {
        return mongo.database(tenant).getCollection(Collections.CONVERSATION);
    }

    private static Owned owned(Document document) {
        return new Owned(
                document.getString("conversation_id"),
                document.getInteger("conversation_type", ConversationId.SINGLE),
                Long.parseLong(document.getString("user_id")),
                document.getInteger("recv_msg_opt", 0),
                document.getBoolean("is_pinned", false),
                document.getBoolean("is_private_chat", false),
                document.getInteger("burn_duration", DEFAULT_BURN_S),
                document.getBoolean("is_msg_destruct", false),
                SeqStore.number(document, "msg_destruct_time"),
                document.getInteger("group_at_type", 0),
                document.getString("attached_info"),
                document.getString("ex"),
                SeqStore.number(document, "latest_msg_time"));
    }
}
