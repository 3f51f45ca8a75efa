package dev.curlew.api.send;

import dev.curlew.api.group.Speech;
import dev.curlew.api.group.Speech.Hearing;
import dev.curlew.api.review.ReviewRules;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.Group;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.GroupRole;
import dev.curlew.domain.Message;
import dev.curlew.domain.MessageIds;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.Coalescer;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageStore.Key;
import dev.curlew.store.mysql.GroupMessageStore.Place;
import dev.curlew.store.mysql.GroupMessageStore.Stored;
import dev.curlew.store.mysql.MessageFiles;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds out whether a send to a group may be: and before it refuses, whether it is stored already (rule 8). */
public final class GroupPlanner {

    private static final int MOST_OF_LOOKUP = 500;
    private static final int MOST_LOOKUPS = 20_000;

    private final UserDirectory users;
    private final Speech speech;
    private final GroupReader groups;
    private final GroupMessageStore messages;
    private final ReviewRules reviews;
    private final Coalescer<Reference, Boolean> references;

    public GroupPlanner(
            UserDirectory users, Speech speech, GroupReader groups, GroupMessageStore messages, ReviewRules reviews) {
        this.users = users;
        this.speech = speech;
        this.groups = groups;
        this.messages = messages;
        this.reviews = reviews;
        this.references = new Coalescer<>(this::existing, MOST_OF_LOOKUP, MOST_LOOKUPS);
    }

    /** A message that another one speaks of. */
    private record Reference(String tenant, Place place) {}

    Future<SendPlan> plan(Caller caller, SendRequest request, GroupId group, Source source) {
        requireForm(request);
        Future<Optional<UserProfile>> sender = users.find(caller.tenant(), caller.uid());
        Future<Hearing> hearing = source == Source.USER
                ? speech.hear(caller.tenant(), group, caller.uid())
                : groups.find(caller.tenant(), group).map(GroupPlanner::absence);
        return Future.all(sender, hearing).recover(SendPlanner::unreachable).compose(both -> {
            UserProfile profile = sender.result().orElse(null);
            Message message = message(caller, request, group, source, profile);
            ApiException against = absent(source, profile);
            if (against == null) {
                against = hearing.result().refusal();
            }
            if (against != null) {
                return storedOr(against, message);
            }
            return checked(message, group, source)
                    .compose(found -> found.isPresent()
                            ? storedOr(found.get(), message)
                            : reviewed(message, hearing.result().group()));
        });
    }

    private Future<SendPlan> reviewed(Message message, Group group) {
        return reviews.of(group, message).map(review -> {
            if (message.option("history")) {
                return new SendPlan.ToOwner(message, review);
            }
            if (review.held()) {
                throw new ApiException(
                        ErrorCode.FORBIDDEN, "In this group messages wait for a review, so none can be live only.");
            }
            return new SendPlan.LiveToGroup(message);
        });
    }

    /** What a group's table cannot hold, or holds otherwise than it was sent. */
    private static void requireForm(SendRequest request) {
        if (request.clientMsgId().endsWith(" ")) {
            throw ApiException.invalid("client_msg_id of a group's message does not end with a space.");
        }
        MessageFiles.requireRegistrable(request.contentType(), request.content());
    }

    private static Hearing absence(Optional<Group> group) {
        if (group.isEmpty()) {
            return new Hearing(ApiException.notFound("group"), null);
        }
        return new Hearing(
                group.get().dissolved() ? new ApiException(ErrorCode.FORBIDDEN, "This group was dissolved.") : null,
                group.get());
    }

    private static ApiException absent(Source source, UserProfile sender) {
        if (sender == null && source != Source.USER) {
            return ApiException.notFound("sender");
        }
        return sender == null || sender.disabled()
                ? new ApiException(ErrorCode.USER_DISABLED, "This user is disabled.")
                : null;
    }

    /** Whom it mentions and what it speaks of. */
    private Future<Optional<ApiException>> checked(Message message, GroupId group, Source source) {
        List<Long> spokenOf = Stream.of(message.replySeq(), message.rootSeq())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        boolean byUser = source == Source.USER;
        if (spokenOf.isEmpty() && message.atUserIdList().isEmpty() && !(message.mentionAll() && byUser)) {
            return Future.succeededFuture(Optional.empty());
        }
        Future<Optional<GroupMember>> member = groups.everMember(message.tenant(), group, message.sendUid());
        List<Future<Boolean>> mentioned = new ArrayList<>();
        message.atUserIdList().forEach(uid -> mentioned.add(groups.isMember(message.tenant(), group.value(), uid)));
        List<Future<Boolean>> there = new ArrayList<>();
        spokenOf.forEach(seq -> there.add(references
                .get(new Reference(message.tenant(), new Place(group.topic(), seq)))
                .map(found -> found.orElse(false))));
        return Future.all(member, Future.join(mentioned), Future.join(there))
                .recover(SendPlanner::unreachable)
                .map(all -> {
                    if (mentioned.stream().anyMatch(is -> !is.result())) {
                        return Optional.of(
                                ApiException.invalid("at_user_id_list names somebody who is no member of the group."));
                    }
                    if (message.mentionAll() && byUser && !leads(member.result())) {
                        return Optional.of(
                                new ApiException(ErrorCode.FORBIDDEN, "Only owner and admins may mention all."));
                    }
                    long lowest = byUser
                            ? member.result().map(one -> one.bounds().minSeq()).orElse(1L)
                            : 1;
                    boolean gone = there.stream().anyMatch(is -> !is.result())
                            || spokenOf.stream().anyMatch(seq -> seq < lowest);
                    return gone
                            ? Optional.of(ApiException.invalid("reply_seq or root_seq names no message of the group."))
                            : Optional.empty();
                });
    }

    private static boolean leads(Optional<GroupMember> member) {
        return member.filter(one -> one.active() && one.role() != GroupRole.MEMBER)
                .isPresent();
    }

    private Future<Map<Reference, Boolean>> existing(List<Reference> wanted) {
        Map<String, List<Place>> byTenant = new HashMap<>();
        wanted.forEach(one -> byTenant.computeIfAbsent(one.tenant(), tenant -> new ArrayList<>())
                .add(one.place()));
        Map<Reference, Boolean> found = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<String, List<Place>> tenant : byTenant.entrySet()) {
            chain = chain.compose(done -> messages.existing(tenant.getKey(), tenant.getValue()))
                    .map(places -> {
                        places.forEach(place -> found.put(new Reference(tenant.getKey(), place), true));
                        return null;
                    });
        }
        return chain.map(found);
    }

    private Future<SendPlan> storedOr(ApiException refusal, Message message) {
        Key key = Key.of(message);
        return messages.find(message.tenant(), List.of(key))
                .recover(SendPlanner::unreachable)
                .map(found -> {
                    Stored stored = found.get(key);
                    if (stored == null) {
                        throw refusal;
                    }
                    Message first = stored.message();
                    if (!first.sendHash().equals(message.sendHash())) {
                        throw new ApiException(
                                ErrorCode.DUPLICATE_MISMATCH, "This client_msg_id was used for another content.");
                    }
                    return new SendPlan.Answer(SendReply.placed(message, first.seq(), first.sendTime(), true));
                });
    }

    private static Message message(
            Caller caller, SendRequest request, GroupId group, Source source, UserProfile sender) {
        String conversation = group.conversation();
        long now = System.currentTimeMillis();
        return new Message(
                caller.tenant(),
                conversation,
                ConversationId.GROUP,
                0,
                request.clientMsgId(),
                MessageIds.serverMsgId(caller.tenant(), conversation, caller.uid(), request.clientMsgId()),
                caller.uid(),
                0,
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
