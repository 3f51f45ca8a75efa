package dev.curlew.store.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.expr;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.ne;
import static com.mongodb.client.model.Filters.nor;
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
import dev.curlew.domain.GroupId;
import dev.curlew.store.ConversationIndex;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The {@code conversation} collection: every member's own copy of a conversation, with that member's settings (B-154). */
public final class ConversationStore implements ConversationIndex {

    private static final Bson BY_ID = orderBy(ascending("owner_user_id"), ascending("conversation_id"));
    private static final Bson SHOWN = expr(new Document("$gt", List.of("$latest_seq", "$hidden_seq")));
    /** Which groups one has, and when they were spoken in, is known by the groups. */
    private static final Bson NO_GROUP = ne("conversation_type", ConversationId.GROUP);

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);
    private static final Bson LIST_ORDER = descending("is_pinned", "latest_msg_time", "conversation_id");

    private final MongoLink mongo;
    private final MongoSchema schema;

    public ConversationStore(MongoLink mongo, MongoSchema schema) {
        this.mongo = mongo;
        this.schema = schema;
    }

    /**
     * An owner's copy of a conversation. Times are milliseconds, durations seconds.
     *
     * @param burnFromSeq the first message that burns after it was read
     * @param hidden true when it is out of the list until the next message
     */
    public record Owned(
            String conversationId,
            int conversationType,
            long peerUid,
            int recvMsgOpt,
            boolean pinned,
            boolean privateChat,
            int burnDuration,
            long burnFromSeq,
            boolean msgDestruct,
            long msgDestructTime,
            int groupAtType,
            String attachedInfo,
            String ex,
            long latestMsgTime,
            long hiddenSeq,
            boolean hidden) {

        /** Of a group whose owner never changed anything about it. */
        public static Owned ofGroup(GroupId group) {
            return ConversationDocuments.owned(ConversationDocuments.fresh(group)
                    .append("conversation_id", group.conversation())
                    .append("latest_seq", 0L));
        }

        /** The same with what its group knows: when it was last spoken in, and how far it is. */
        public Owned at(long time, long head) {
            return new Owned(
                    conversationId,
                    conversationType,
                    peerUid,
                    recvMsgOpt,
                    pinned,
                    privateChat,
                    burnDuration,
                    burnFromSeq,
                    msgDestruct,
                    msgDestructTime,
                    groupAtType,
                    attachedInfo,
                    ex,
                    time,
                    hiddenSeq,
                    hiddenSeq >= head);
        }

        public ListPosition position() {
            return new ListPosition(pinned, latestMsgTime, conversationId);
        }
    }

    /** Where a page of the list starts: after this entry. */
    public record ListPosition(boolean pinned, long latestMsgTime, String conversationId) {

        /** The order of the list: pinned first, then the newest message. */
        public static final Comparator<ListPosition> ORDER = Comparator.comparing(ListPosition::pinned)
                .thenComparing(ListPosition::latestMsgTime)
                .thenComparing(ListPosition::conversationId)
                .reversed();
    }

    /**
     * A conversation that got messages; both members' copies are made when missing.
     *
     * @param lowTime time of the newest message that moves it in the list of the member with the lower uid, 0 for none
     * @param highTime the same for the other member
     * @param latestSeq number of that message
     */
    public record Touch(ConversationId conversation, long lowTime, long highTime, long latestSeq) {

        /** Only to have both members' copies. */
        public static Touch exists(ConversationId conversation) {
            return new Touch(conversation, 0, 0, 0);
        }
    }

    /** Makes missing copies and raises the time of the latest message, in one request. */
    public Future<Void> touch(String tenant, List<Touch> touches) {
        if (touches.isEmpty()) {
            return Future.succeededFuture();
        }
        List<WriteModel<Document>> writes = new ArrayList<>(touches.size() * 2);
        for (Touch touch : touches) {
            writes.add(touch(touch, touch.conversation().lowUid(), touch.lowTime()));
            writes.add(touch(touch, touch.conversation().highUid(), touch.highTime()));
        }
        return schema.ready(tenant)
                .compose(ready ->
                        mongo.first(collection(tenant).bulkWrite(writes, new BulkWriteOptions().ordered(false))))
                .mapEmpty();
    }

    /** Makes a member's copy of a group's conversation, when it is needed first: lists do without. */
    public Future<Void> needed(String tenant, long uid, GroupId group) {
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant)
                        .updateOne(
                                key(uid, group.conversation()),
                                Updates.setOnInsert(ConversationDocuments.fresh(group)
                                        .append("latest_msg_time", 0L)
                                        .append("latest_seq", 0L)),
                                UPSERT)))
                .<Void>mapEmpty()
                // Two first upserts may collide on the unique index; one of them made it.
                .recover(failure ->
                        MongoErrors.isDuplicate(failure) ? Future.succeededFuture() : Future.failedFuture(failure));
    }

    /** Takes a group's conversation out of a member's list until it goes beyond {@code seq}. */
    public Future<Void> hideGroup(String tenant, long uid, String conversationId, long seq) {
        return update(tenant, key(uid, conversationId), Updates.max("hidden_seq", seq))
                .mapEmpty();
    }

    /** An owner's copies of these; those not there are missing. */
    public Future<List<Owned>> find(String tenant, long uid, Collection<String> conversationIds) {
        return find(tenant, and(owner(uid), in("conversation_id", conversationIds)), LIST_ORDER, 0);
    }

    /** Gives settings their values, unless a later change has; values are named as the contract names them. */
    public Future<Void> set(String tenant, long uid, String conversationId, Map<String, Object> values, long version) {
        Bson filter = and(key(uid, conversationId), lt("settings_version", version));
        Bson change = new Document("$set", new Document(values).append("settings_version", version));
        return update(tenant, filter, change).mapEmpty();
    }

    /** Raises the lowest visible number kept beside the settings (B-149). */
    public Future<Void> raiseMinSeq(String tenant, long uid, String conversationId, long minSeq) {
        return update(tenant, key(uid, conversationId), Updates.max("min_seq", minSeq))
                .mapEmpty();
    }

    /** Takes a conversation out of its owner's list; false when a message above {@code seq} came meanwhile. */
    public Future<Boolean> hide(String tenant, long uid, String conversationId, long seq) {
        return update(tenant, and(key(uid, conversationId), lte("latest_seq", seq)), Updates.max("hidden_seq", seq));
    }

    /** Members of these conversations who chose one of these values of {@code recv_msg_opt}, by conversation (B-211). */
    public Future<Map<String, Set<Long>>> choosing(
            String tenant, Collection<String> conversationIds, List<Integer> options) {
        return schema.ready(tenant)
                .compose(ready -> mongo.all(collection(tenant)
                        .find(and(in("conversation_id", conversationIds), in("recv_msg_opt", options)))
                        .projection(include("conversation_id", "owner_user_id"))))
                .map(found -> found.stream()
                        .collect(Collectors.groupingBy(
                                document -> document.getString("conversation_id"),
                                Collectors.mapping(
                                        document -> Long.parseLong(document.getString("owner_user_id")),
                                        Collectors.toSet()))));
    }

    private Future<Boolean> update(String tenant, Bson filter, Bson change) {
        return schema.ready(tenant)
                .compose(ready -> mongo.first(collection(tenant).updateOne(filter, change)))
                .map(result -> result.getMatchedCount() > 0);
    }

    /** A page in list order: pinned first, then the newest message. */
    public Future<List<Owned>> page(String tenant, long uid, ListPosition after, int limit) {
        Bson shown = and(owner(uid), NO_GROUP, SHOWN);
        Bson filter = after == null ? shown : and(shown, behind(after));
        return find(tenant, filter, LIST_ORDER, limit);
    }

    @Override
    public Future<List<String>> ids(String tenant, long uid, String afterId, int limit) {
        return ids(tenant, and(owner(uid), gt("conversation_id", afterId), NO_GROUP), BY_ID, limit);
    }

    /** Like {@link #ids}, without what never counts as unread: notifications, hidden ones, those set to receive nothing. */
    public Future<List<String>> counted(String tenant, long uid, String afterId, int limit) {
        Bson counts = and(ne("recv_msg_opt", 1), eq("conversation_type", ConversationId.SINGLE), SHOWN);
        return ids(tenant, and(owner(uid), gt("conversation_id", afterId), counts), BY_ID, limit);
    }

    /** All conversation ids of a user, the one with the newest message first. */
    public Future<List<String>> newestFirst(String tenant, long uid) {
        return ids(tenant, and(owner(uid), NO_GROUP), descending("latest_msg_time"), 0);
    }

    /** Ids of those out of the list until their next message. */
    public Future<List<String>> hidden(String tenant, long uid) {
        return ids(tenant, and(owner(uid), NO_GROUP, gt("hidden_seq", 0), nor(SHOWN)), BY_ID, 0);
    }

    private Future<List<String>> ids(String tenant, Bson filter, Bson order, int limit) {
        return schema.ready(tenant)
                .compose(ready -> mongo.all(collection(tenant)
                        .find(filter)
                        .projection(include("conversation_id"))
                        .sort(order)
                        .limit(limit)))
                .map(found -> found.stream()
                        .map(document -> document.getString("conversation_id"))
                        .toList());
    }

    private static Bson owner(long uid) {
        return eq("owner_user_id", Long.toString(uid));
    }

    private Future<List<Owned>> find(String tenant, Bson filter, Bson order, int limit) {
        return schema.ready(tenant)
                .compose(ready ->
                        mongo.all(collection(tenant).find(filter).sort(order).limit(limit)))
                .map(found -> found.stream().map(ConversationDocuments::owned).toList());
    }

    private static Bson behind(ListPosition at) {
        Bson older = or(
                lt("latest_msg_time", at.latestMsgTime()),
                and(eq("latest_msg_time", at.latestMsgTime()), lt("conversation_id", at.conversationId())));
        Bson sameKind = and(eq("is_pinned", at.pinned()), older);
        return at.pinned() ? or(eq("is_pinned", false), sameKind) : sameKind;
    }

    private static WriteModel<Document> touch(Touch touch, long owner, long latestMsgTime) {
        Bson change = Updates.combine(
                Updates.max("latest_msg_time", latestMsgTime),
                Updates.max("latest_seq", latestMsgTime > 0 ? touch.latestSeq() : 0),
                Updates.setOnInsert(ConversationDocuments.fresh(touch.conversation(), owner)));
        return new UpdateOneModel<>(key(owner, touch.conversation().value()), change, UPSERT);
    }

    private static Bson key(long owner, String conversationId) {
        return and(eq("owner_user_id", Long.toString(owner)), eq("conversation_id", conversationId));
    }

    private MongoCollection<Document> collection(String tenant) {
        return mongo.database(tenant).getCollection(Collections.CONVERSATION);
    }
}
