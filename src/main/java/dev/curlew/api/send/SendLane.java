package dev.curlew.api.send;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.GroupSends.GroupSend;
import dev.curlew.protocol.Origin;
import dev.curlew.protocol.SendRecord;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Keeps the sends of one session in order (rule 10): checks run side by side, records are produced in the order the sends
 * came, none waiting for another's outcome. After a retryable failure later sends to that conversation get 50300 until the
 * failed one comes again, or until a client that meant to repeat it would have done so; a refusal blocks nothing. Used on the
 * session's context only.
 */
public final class SendLane {

    private static final int MOST_BLOCKED = 1_000;

    /** How long a send that was turned away as one too many keeps its place: what was pipelined behind it has come by then. */
    static final long AFTER_RATE_LIMIT_MS = 2_000;

    /** The same after any other retryable failure: a client may wait as long for a reply before it repeats. */
    static final long AFTER_FAILURE_MS = 15_000;

    private final SendDesk desk;
    private final Source source;
    private final LongSupplier clock;
    private final String id = RandomId.next();
    private final Map<String, Block> blocked = new LinkedHashMap<>();
    private Future<Void> tail = Future.succeededFuture();

    /** The send a conversation waits for, and until when, in milliseconds. */
    private record Block(String clientMsgId, long until) {}

    public SendLane(SendDesk desk) {
        this(desk, Source.USER, System::currentTimeMillis);
    }

    /** Where the server itself, or a bot, sends in a user's name. */
    SendLane(SendDesk desk, Source source) {
        this(desk, source, System::currentTimeMillis);
    }

    SendLane(SendDesk desk, Source source, LongSupplier clock) {
        this.desk = desk;
        this.source = source;
        this.clock = clock;
    }

    public Future<SendReply> submit(Caller caller, ObjectNode data) {
        SendRequest request;
        try {
            request = SendRequest.parse(data, desk.maxContentBytes(), source);
        } catch (ApiException refusal) {
            return Future.failedFuture(refusal);
        }
        Future<SendPlan> plan = planOf(caller, request);
        Promise<SendReply> reply = Promise.promise();
        tail = tail.transform(before -> desk.here(plan).transform(checked -> {
            takeTurn(caller, request, checked.succeeded() ? checked.result() : null, checked.cause())
                    .onComplete(reply);
            return Future.succeededFuture();
        }));
        return reply.future().onSuccess(sent -> desk.traffic().sent(caller.tenant()));
    }

    /** A send was turned away before it came here, with an error that asks to try again. */
    public void turnedAway(Caller caller, ObjectNode data) {
        try {
            SendRequest request = SendRequest.parse(data, desk.maxContentBytes(), source);
            tail = tail.map(before -> {
                block(key(caller, request), request.clientMsgId(), AFTER_RATE_LIMIT_MS);
                return null;
            });
        } catch (ApiException refused) {
            // It would have been refused anyway, and a refusal blocks nothing.
            return;
        }
    }

    private Future<SendPlan> planOf(Caller caller, SendRequest request) {
        try {
            return desk.planner().plan(caller, request, source);
        } catch (ApiException refusal) {
            return Future.failedFuture(refusal);
        }
    }

    private Future<SendReply> takeTurn(Caller caller, SendRequest request, SendPlan plan, Throwable failure) {
        String key = key(caller, request);
        if (failure != null) {
            noteFailure(key, request.clientMsgId(), failure);
            return Future.failedFuture(failure);
        }
        if (plan instanceof SendPlan.Answer answer) {
            release(key, request.clientMsgId());
            return Future.succeededFuture(answer.reply());
        }
        if (plan instanceof SendPlan.Live live) {
            return desk.live().send(live.message(), caller.sessionId());
        }
        if (plan instanceof SendPlan.LiveToGroup live) {
            return desk.live().sendToGroup(live.message(), caller.sessionId());
        }
        Message message = plan instanceof SendPlan.ToGroup group ? group.message() : ((SendPlan.Place) plan).message();
        if (isBlocked(key, message.clientMsgId()) || isBlocked(message.conversationId(), message.clientMsgId())) {
            return Future.failedFuture(
                    ApiException.unavailable("An earlier send to this conversation has to be repeated first."));
        }
        release(key, message.clientMsgId());
        release(message.conversationId(), message.clientMsgId());
        Future<SendReply> outcome =
                plan instanceof SendPlan.ToGroup group ? toGroup(caller, group) : produce(caller, message);
        return outcome.onFailure(error -> noteFailure(message.conversationId(), message.clientMsgId(), error));
    }

    private Future<SendReply> toGroup(Caller caller, SendPlan.ToGroup plan) {
        Origin origin = new Origin(desk.nodeId(), caller.sessionId(), RandomId.next());
        return desk.here(desk.groups().send(new GroupSend(plan.message(), plan.review(), origin, id)));
    }

    private Future<SendReply> produce(Caller caller, Message message) {
        String attempt = RandomId.next();
        Future<SendReply> outcome = desk.pending().await(attempt, caller.sessionId(), message);
        if (outcome.failed()) {
            return outcome;
        }
        desk.producer()
                .produce(new SendRecord(message, new Origin(desk.nodeId(), caller.sessionId(), attempt)))
                .onSuccess(done -> desk.pending().produced(attempt))
                .onFailure(error -> desk.pending().notProduced(attempt));
        return desk.here(outcome);
    }

    private void noteFailure(String key, String clientMsgId, Throwable failure) {
        if (failure instanceof ApiException known && known.code().retryable()) {
            boolean limited = known.code() == ErrorCode.RATE_LIMITED;
            block(key, clientMsgId, limited ? AFTER_RATE_LIMIT_MS : AFTER_FAILURE_MS);
        }
    }

    /** The first to fail keeps its place: the others were sent behind it. */
    private void block(String key, String clientMsgId, long forMs) {
        if (!isBlocked(key, clientMsgId)) {
            blocked.put(key, new Block(clientMsgId, clock.getAsLong() + forMs));
        }
        if (blocked.size() > MOST_BLOCKED) {
            blocked.remove(blocked.keySet().iterator().next());
        }
    }

    private boolean isBlocked(String key, String clientMsgId) {
        Block block = blocked.get(key);
        if (block != null && clock.getAsLong() >= block.until()) {
            blocked.remove(key);
            return false;
        }
        return block != null && !block.clientMsgId().equals(clientMsgId);
    }

    private void release(String key, String clientMsgId) {
        Block block = blocked.get(key);
        if (block != null && block.clientMsgId().equals(clientMsgId)) {
            blocked.remove(key);
        }
    }

    /** The conversation as far as the request alone tells it. */
    private static String key(Caller caller, SendRequest request) {
        SendRequest.Target target = request.target();
        if (target instanceof SendRequest.Target.Uid to) {
            return ConversationId.single(caller.uid(), to.uid()).value();
        }
        if (target instanceof SendRequest.Target.Conversation to) {
            return to.id();
        }
        return target.toString();
    }
}
