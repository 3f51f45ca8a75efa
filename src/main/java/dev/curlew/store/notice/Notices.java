package dev.curlew.store.notice;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.MessageIds;
import dev.curlew.protocol.CanonicalJson;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Origin;
import dev.curlew.protocol.SendRecord;
import dev.curlew.store.SendProducer;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.mysql.NoticeStore;
import dev.curlew.store.mysql.NoticeStore.Open;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifications, from the change they tell of to the log. {@link #write} goes into the change's transaction, {@link #send} follows its
 * commit. What a crash leaves unsent is found by the clock; what is sent twice is one message, as its ids are in the row.
 */
public final class Notices {

    private static final Logger LOG = LoggerFactory.getLogger(Notices.class);
    private static final int AT_ONCE = 100;
    private static final int SYSTEM = 200;
    /** They neither count as unread nor wake a device. */
    private static final Map<String, Boolean> OPTIONS = Map.of("unread_count", false, "offline_push", false);

    private final NoticeStore store;
    private final SendProducer sends;
    private final UserDirectory users;
    private final String nodeId;
    private final Map<Conversation, Future<Void>> sending = new ConcurrentHashMap<>();

    public Notices(NoticeStore store, SendProducer sends, UserDirectory users, String nodeId) {
        this.store = store;
        this.sends = sends;
        this.users = users;
        this.nodeId = nodeId;
    }

    private record Conversation(String tenant, String id) {}

    /** Within the transaction that makes what they tell of; call {@link #send} for their conversations after its commit. */
    public Future<Void> write(SqlConnection transaction, String tenant, List<Notice> notices) {
        return store.write(transaction, tenant, notices, 0);
    }

    /**
     * The same with the time of the change, so that who left at that time is told of it and of nothing after.
     *
     * @param at by the database server's clock, milliseconds
     */
    public Future<Void> write(SqlConnection transaction, String tenant, List<Notice> notices, long at) {
        return store.write(transaction, tenant, notices, at);
    }

    /** Sends what waits in the conversations of these notices. Never fails: what could not be sent now is sent by the clock. */
    public Future<Void> send(String tenant, List<Notice> written) {
        Set<String> ids = new LinkedHashSet<>();
        written.forEach(notice -> ids.add(notice.conversationId()));
        return Future.join(ids.stream()
                        .map(id -> send(tenant, id).otherwise(failure -> {
                            LOG.warn("Not notified yet, conversation {}: {}", id, failure.toString());
                            return null;
                        }))
                        .toList())
                .mapEmpty();
    }

    /** Sends what has waited for so long that whoever wrote it is not going to; ends with the first that cannot be sent. */
    public Future<Void> sendForgotten(String tenant, long ageMs) {
        return store.waiting(tenant, ageMs, AT_ONCE).compose(ids -> {
            Future<Void> chain = Future.succeededFuture();
            for (String id : ids) {
                chain = chain.compose(done -> send(tenant, id));
            }
            return chain;
        });
    }

    /** One after the other in each conversation, so that they keep the order of what they tell of. */
    private Future<Void> send(String tenant, String conversationId) {
        Conversation conversation = new Conversation(tenant, conversationId);
        Future<Void> mine = sending.compute(
                conversation,
                (key, before) -> (before == null ? Future.<Void>succeededFuture() : before.<Void>otherwiseEmpty())
                        .compose(done -> drain(key)));
        mine.onComplete(ended -> sending.remove(conversation, mine));
        return mine;
    }

    private Future<Void> drain(Conversation conversation) {
        return store.open(conversation.tenant(), conversation.id(), AT_ONCE).compose(open -> {
            if (open.isEmpty()) {
                return Future.succeededFuture();
            }
            return produce(conversation.tenant(), open)
                    .compose(done -> store.sent(
                            conversation.tenant(), open.stream().map(Open::id).toList()))
                    .compose(done -> open.size() < AT_ONCE ? Future.succeededFuture() : drain(conversation));
        });
    }

    private Future<Void> produce(String tenant, List<Open> open) {
        List<Future<Optional<UserProfile>>> senders = open.stream()
                .map(notice -> users.find(tenant, notice.uid()).otherwise(Optional.empty()))
                .toList();
        return Future.join(senders).compose(found -> {
            List<Future<Void>> produced = new ArrayList<>();
            for (int i = 0; i < open.size(); i++) {
                Message message = message(tenant, open.get(i), senders.get(i).result());
                Origin origin = new Origin(nodeId, null, message.clientMsgId());
                produced.add(sends.produce(new SendRecord(message, origin)));
            }
            return Future.join(produced).mapEmpty();
        });
    }

    private static Message message(String tenant, Open notice, Optional<UserProfile> sender) {
        String conversation = notice.conversationId();
        String canonical = CanonicalJson.of(Json.read(notice.content(), JsonNode.class));
        long peer = GroupId.ofNotices(conversation).isPresent()
                ? 0
                : ConversationId.parse(conversation)
                        .map(pair -> pair.peerOf(notice.uid()))
                        .orElse(0L);
        return new Message(
                tenant,
                conversation,
                ConversationId.NOTIFICATION,
                0,
                notice.clientMsgId(),
                MessageIds.serverMsgId(tenant, conversation, notice.uid(), notice.clientMsgId()),
                notice.uid(),
                peer,
                sender.map(UserProfile::nickname).orElse(""),
                sender.map(UserProfile::faceUrl).orElse(""),
                0,
                SYSTEM,
                notice.contentType(),
                notice.content(),
                MessageIds.sendHash(notice.contentType(), canonical),
                notice.createdAt(),
                notice.createdAt(),
                OPTIONS,
                List.of(),
                false,
                null,
                null,
                null,
                null,
                null);
    }
}
