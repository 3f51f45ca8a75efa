package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.domain.ConversationId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.protocol.PushBatch;
import dev.curlew.store.EventProducer;
import dev.curlew.store.mongo.SeqUserStore;
import dev.curlew.store.redis.PositionCache;
import io.vertx.core.Future;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code read}: a device reports what its user has seen. The position is durable before the answer, never goes back and never
 * passes the head; each advance is one receipt to the peer and one note to the user's other devices.
 */
public final class ReadOperation implements Operation {

    private static final Logger LOG = LoggerFactory.getLogger(ReadOperation.class);
    private static final int MOST_SEQS = 200;

    private final Positions positions;
    private final SeqUserStore users;
    private final PositionCache cache;
    private final EventProducer events;

    public ReadOperation(Positions positions, SeqUserStore users, PositionCache cache, EventProducer events) {
        this.positions = positions;
        this.users = users;
        this.cache = cache;
        this.events = events;
    }

    @Override
    public String name() {
        return "read";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        ConversationId conversation = Conversations.ofCaller(caller, data);
        long asked = Fields.number(data, "read_seq", 0, Long.MAX_VALUE);
        List<Long> seqs = Fields.numbers(data, "seqs", MOST_SEQS);
        return view(caller, conversation)
                .compose(before -> {
                    if (before.maxSeq() == 0) {
                        throw ApiException.notFound("Conversation");
                    }
                    long seq = Math.min(asked, before.maxSeq());
                    return users.raiseSeen(caller.tenant(), caller.uid(), conversation.value(), seq)
                            .compose(stored -> remember(caller, conversation, seq)
                                    .compose(done -> view(caller, conversation))
                                    .compose(now -> seq > stored.seenSeq()
                                            ? tell(caller, conversation, seq, seqs, now)
                                                    .map(now)
                                            : Future.succeededFuture(now)));
                })
                .map(now -> {
                    ObjectNode reply = Json.object();
                    reply.put("read_seq", now.readSeq());
                    reply.put("unread", now.unread());
                    return reply;
                });
    }

    private Future<View> view(Caller caller, ConversationId conversation) {
        String id = conversation.value();
        return positions.views(caller.tenant(), caller.uid(), List.of(id)).map(views -> views.get(id));
    }

    /** Redis is only quicker to ask; without it the store answers. */
    private Future<Void> remember(Caller caller, ConversationId conversation, long seq) {
        return cache.raiseRead(caller.tenant(), conversation.value(), caller.uid(), seq)
                .otherwiseEmpty();
    }

    /** The position is stored already: events that cannot be queued are only logged, devices learn of it when they ask. */
    private Future<Void> tell(Caller caller, ConversationId conversation, long seq, List<Long> seqs, View now) {
        String id = conversation.value();
        ObjectNode receipt = Json.object();
        receipt.put("conversation_id", id).put("uid", caller.uid()).put("read_seq", seq);
        if (!seqs.isEmpty()) {
            ArrayNode list = receipt.putArray("seqs");
            seqs.forEach(list::add);
        }
        receipt.put("read_time", System.currentTimeMillis());
        ObjectNode sync = Json.object();
        sync.put("conversation_id", id).put("read_seq", now.readSeq()).put("unread", now.unread());
        return Future.join(
                        events.produce(
                                batch(caller, conversation.peerOf(caller.uid()), id, "read_receipt", receipt, null)),
                        events.produce(batch(caller, caller.uid(), id, "read_sync", sync, caller.sessionId())))
                .<Void>mapEmpty()
                .otherwise(failure -> {
                    LOG.warn("A read position was not announced, conversation {}: {}", id, failure.toString());
                    return null;
                });
    }

    private static PushBatch batch(
            Caller caller, long uid, String conversationId, String name, ObjectNode data, String except) {
        ObjectNode event = Json.object();
        event.put("event", name);
        event.set("data", data);
        PushBatch.Push push = new PushBatch.Push(conversationId, 0, 0, except, null, Json.text(event), null);
        return new PushBatch(caller.tenant(), uid, List.of(push));
    }
}
