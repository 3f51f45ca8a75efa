package dev.curlew.api.send;

import dev.curlew.api.relation.Contacts;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.MessageIds;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.Claims;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.UserDirectory.UserProfile;
import io.vertx.core.Future;
import java.util.Optional;

/** Finds out whom a send is for and whether it may be: and before it refuses, whether it is stored already (rule 8). */
public final class SendPlanner {

    private final UserDirectory users;
    private final Claims claims;
    private final Contacts contacts;
    private final GroupPlanner groups;
    private final SendPath path;

    public SendPlanner(UserDirectory users, Claims claims, Contacts contacts, GroupPlanner groups, SendPath path) {
        this.path = path;
        this.groups = groups;
        this.users = users;
        this.claims = claims;
        this.contacts = contacts;
    }

    Future<SendPlan> plan(Caller caller, SendRequest request, Source source) {
        Optional<GroupId> group = group(request.target());
        return group.isPresent() ? groups.plan(caller, request, group.get(), source) : toUser(caller, request, source);
    }

    private static Optional<GroupId> group(SendRequest.Target target) {
        if (target instanceof SendRequest.Target.Topic topic) {
            return Optional.of(GroupId.ofTopic(topic.topic()).orElseThrow(() -> ApiException.notFound("group")));
        }
        return target instanceof SendRequest.Target.Conversation conversation
                ? GroupId.ofMessages(conversation.id())
                : Optional.empty();
    }

    private Future<SendPlan> toUser(Caller caller, SendRequest request, Source source) {
        return conversation(caller, request).compose(conversation -> {
            if (conversation.type() == ConversationId.NOTIFICATION && !source.mayNotify()) {
                throw new ApiException(ErrorCode.FORBIDDEN, "Only the server sends notifications.");
            }
            return plan(caller, request, conversation, source);
        });
    }

    private Future<ConversationId> conversation(Caller caller, SendRequest request) {
        if (request.target() instanceof SendRequest.Target.Uid target) {
            return Future.succeededFuture(with(caller, target.uid()));
        }
        if (request.target() instanceof SendRequest.Target.Account target) {
            return users.findByAccount(caller.tenant(), target.account())
                    .recover(SendPlanner::unreachable)
                    .map(found -> with(
                            caller,
                            found.orElseThrow(() -> ApiException.notFound("recipient"))
                                    .uid()));
        }
        if (request.target() instanceof SendRequest.Target.Conversation target) {
            return Future.succeededFuture(ConversationId.parse(target.id())
                    .filter(id -> id.hasMember(caller.uid()))
                    .orElseThrow(() -> ApiException.notFound("conversation")));
        }
        return Future.failedFuture(ApiException.notFound("topic"));
    }

    private static ConversationId with(Caller caller, long uid) {
        if (uid == caller.uid()) {
            throw ApiException.invalid("One cannot send to oneself.");
        }
        return ConversationId.single(caller.uid(), uid);
    }

    private Future<SendPlan> plan(Caller caller, SendRequest request, ConversationId conversation, Source source) {
        Future<Optional<UserProfile>> sender = users.find(caller.tenant(), caller.uid());
        Future<Optional<UserProfile>> recipient = users.find(caller.tenant(), conversation.peerOf(caller.uid()));
        Future<Optional<ApiException>> between = source == Source.USER
                ? contacts.refusal(caller.tenant(), caller.uid(), conversation.peerOf(caller.uid()))
                : Future.succeededFuture(Optional.empty());
        return Future.all(sender, recipient, between)
                .recover(SendPlanner::unreachable)
                .compose(all -> {
                    Message message = message(
                            caller,
                            request,
                            conversation,
                            source,
                            sender.result().orElse(null));
                    ApiException absence = refusal(source, sender.result(), recipient.result());
                    ApiException refusal = absence == null ? between.result().orElse(null) : absence;
                    if (refusal != null) {
                        return storedOr(refusal, message);
                    }
                    return Future.succeededFuture(
                            message.option("history") ? path.plan(message) : new SendPlan.Live(message));
                });
    }

    private static ApiException refusal(Source source, Optional<UserProfile> sender, Optional<UserProfile> recipient) {
        if (sender.isEmpty() && source != Source.USER) {
            return ApiException.notFound("sender");
        }
        if (sender.isEmpty() || sender.get().disabled()) {
            return new ApiException(ErrorCode.USER_DISABLED, "This user is disabled.");
        }
        if (recipient.isEmpty() || recipient.get().disabled()) {
            return ApiException.notFound("recipient");
        }
        return null;
    }

    private Future<SendPlan> storedOr(ApiException refusal, Message message) {
        return claims.find(message.tenant(), message.serverMsgId())
                .recover(SendPlanner::unreachable)
                .map(found -> {
                    Claims.Claim claim = found.orElseThrow(() -> refusal);
                    if (!claim.sendHash().equals(message.sendHash())) {
                        throw new ApiException(
                                ErrorCode.DUPLICATE_MISMATCH, "This client_msg_id was used for another content.");
                    }
                    return new SendPlan.Answer(SendReply.placed(message, claim.seq(), claim.sendTime(), true));
                });
    }

    static <T> Future<T> unreachable(Throwable failure) {
        return Future.failedFuture(
                failure instanceof ApiException
                        ? failure
                        : ApiException.unavailable("The stores cannot be asked at the moment."));
    }

    private static Message message(
            Caller caller, SendRequest request, ConversationId conversation, Source source, UserProfile sender) {
        long now = System.currentTimeMillis();
        return new Message(
                caller.tenant(),
                conversation.value(),
                conversation.type(),
                0,
                request.clientMsgId(),
                MessageIds.serverMsgId(caller.tenant(), conversation.value(), caller.uid(), request.clientMsgId()),
                caller.uid(),
                conversation.peerOf(caller.uid()),
                sender == null ? "" : sender.nickname(),
                sender == null ? "" : sender.faceUrl(),
                caller.platform(),
                source.code(),
                request.contentType(),
                request.content(),
                request.sendHash(),
                now,
                now,
                request.options(),
                request.atUserIdList(),
                request.mentionAll(),
                request.replySeq(),
                request.rootSeq(),
                request.attachedInfo(),
                request.ex(),
                request.push());
    }
}
