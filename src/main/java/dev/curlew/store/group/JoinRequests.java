package dev.curlew.store.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Group;
import dev.curlew.domain.Group.JoinPolicy;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.JoinRequest;
import dev.curlew.domain.JoinRequest.State;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.group.GroupChanges.Change;
import dev.curlew.store.group.GroupChanges.Outcome;
import dev.curlew.store.mysql.JoinRequestRows;
import dev.curlew.store.mysql.JoinRequestRows.Query;
import dev.curlew.store.notice.Notice;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Applications to join a group: made by whoever knows of the group, decided by its owner and admins. */
public final class JoinRequests {

    /** Of those who decide this many are told of an application. */
    static final int MOST_TOLD = 50;

    private final GroupChanges changes;
    private final GroupReader groups;
    private final Memberships memberships;
    private final JoinRequestRows rows;

    public JoinRequests(GroupChanges changes, GroupReader groups, Memberships memberships, JoinRequestRows rows) {
        this.changes = changes;
        this.groups = groups;
        this.memberships = memberships;
        this.rows = rows;
    }

    /** An application. @param made false when it was there before */
    public record Asked(JoinRequest request, boolean made) {}

    /**
     * Asks to be let in, or comes in at once where the group is open. Asked again it answers the same. Fails with 40303 for who is blocked,
     * with 40300 where nobody is let in this way, and with 40900 for who came in another way.
     */
    public Future<Asked> ask(String tenant, GroupId id, long uid, String message) {
        Query newest = new Query(uid, null, Long.MAX_VALUE, 1);
        // Anybody may ask, as often as they like: what needs no change neither holds the group nor drops its copies.
        return Future.all(
                        groups.find(tenant, id),
                        groups.everMember(tenant, id, uid),
                        rows.page(tenant, id.value(), newest))
                .compose(all -> {
                    Group group = all.<Optional<Group>>resultAt(0).orElse(null);
                    GroupMember member = all.<Optional<GroupMember>>resultAt(1).orElse(null);
                    GroupAction.ASK_TO_JOIN.require(group, member);
                    Optional<JoinRequest> latest =
                            all.<List<JoinRequest>>resultAt(2).stream().findFirst();
                    // The three were not read at one moment: of who is in by now only the transaction knows how that
                    // came.
                    if (member != null && member.active()) {
                        return change(tenant, id, uid, message);
                    }
                    return standing(group, member, latest)
                            .map(Future::succeededFuture)
                            .orElseGet(() -> change(tenant, id, uid, message));
                });
    }

    private Future<Asked> change(String tenant, GroupId id, long uid, String message) {
        Change change = new Change(tenant, id, new GroupActor(uid), GroupAction.ASK_TO_JOIN, List.of(uid));
        return changes.answer(
                change,
                open -> rows.latest(open.transaction(), tenant, id.value(), uid)
                        .compose(latest -> standing(open.group(), open.actor(), latest)
                                .map(asked -> Future.succeededFuture(new Outcome<>(GroupEffect.NONE, asked)))
                                .orElseGet(() -> make(open, latest, message))));
    }

    /**
     * What the applicant is answered without anything being done; empty when there is something to do.
     *
     * @throws ApiException 40303, 40300 or 40900 for who cannot ask
     */
    private static Optional<Asked> standing(Group group, GroupMember member, Optional<JoinRequest> latest) {
        if (member != null && member.active()) {
            return Optional.of(latest.filter(request -> request.state() == State.ACCEPTED)
                    .map(request -> new Asked(request, false))
                    .orElseThrow(() -> new ApiException(ErrorCode.CONFLICT, "One is a member already.")));
        }
        if (member != null && member.state() == GroupMember.State.BLOCKED) {
            throw new ApiException(ErrorCode.BLOCKED, "One is blocked from this group.");
        }
        return switch (group.settings().join()) {
            case CLOSED -> throw new ApiException(ErrorCode.FORBIDDEN, "This group lets nobody in who asks.");
            case OPEN -> Optional.empty();
            case APPROVAL -> latest.filter(JoinRequest::pending).map(request -> new Asked(request, false));
        };
    }

    private Future<Outcome<Asked>> make(OpenGroup open, Optional<JoinRequest> latest, String message) {
        JoinRequest asked = latest.filter(JoinRequest::pending)
                .orElse(JoinRequest.pending(open.id(), open.by().uid(), message, open.now()));
        return open.group().settings().join() == JoinPolicy.OPEN
                ? comeIn(open, asked.decided(State.ACCEPTED, 0, open.now()))
                : wait(open, asked);
    }

    private Future<Outcome<Asked>> comeIn(OpenGroup open, JoinRequest accepted) {
        Future<JoinRequest> stored = accepted.id() == 0
                ? rows.insert(open.transaction(), open.tenant(), accepted)
                : rows.decide(open.transaction(), open.tenant(), accepted).map(accepted);
        return stored.compose(request -> memberships
                .admit(open, List.of(request.uid()), 0)
                .map(effect -> new Outcome<>(effect, new Asked(request, true))));
    }

    private Future<Outcome<Asked>> wait(OpenGroup open, JoinRequest draft) {
        return rows.insert(open.transaction(), open.tenant(), draft)
                .compose(request -> rows.deciders(open.transaction(), open.tenant(), request.groupId(), MOST_TOLD)
                        .map(uids -> new Outcome<>(
                                GroupEffect.NONE.writing(uids.stream()
                                        .map(uid -> application(open, request, uid))
                                        .toList()),
                                new Asked(request, true))));
    }

    /**
     * Lets the applicant in or not. Who decided gets the same answer again; for anybody else it is 40900 by then. Fails with 40303 when the
     * applicant was blocked in between.
     */
    public Future<JoinRequest> decide(String tenant, GroupId id, long by, long requestId, State how) {
        return groups.require(tenant, id, by, GroupAction.DECIDE_JOIN)
                .compose(seen -> rows.find(tenant, id.value(), requestId))
                .compose(found -> {
                    long applicant = found.orElseThrow(JoinRequests::absent).uid();
                    Change change =
                            new Change(tenant, id, new GroupActor(by), GroupAction.DECIDE_JOIN, List.of(applicant));
                    return changes.answer(
                            change,
                            open -> rows.lock(open.transaction(), tenant, id.value(), requestId)
                                    .compose(request -> decide(open, request.orElseThrow(JoinRequests::absent), how)));
                });
    }

    private Future<Outcome<JoinRequest>> decide(OpenGroup open, JoinRequest request, State how) {
        long by = open.by().uid();
        if (!request.pending()) {
            if (request.state() == how && request.actorUid() == by) {
                return Future.succeededFuture(new Outcome<>(GroupEffect.NONE, request));
            }
            throw new ApiException(
                    ErrorCode.CONFLICT,
                    request.actorUid() == by
                            ? "You " + request.state().wire() + " this already."
                            : "Somebody else decided this.");
        }
        JoinRequest decided = request.decided(how, by, open.now());
        return rows.decide(open.transaction(), open.tenant(), decided)
                .compose(done -> how == State.ACCEPTED
                        ? memberships.admit(open, List.of(request.uid()), 0)
                        : Future.succeededFuture(GroupEffect.NONE))
                .map(effect -> new Outcome<>(effect.writing(List.of(decision(open, decided))), decided));
    }

    private static Notice application(OpenGroup open, JoinRequest request, long decider) {
        ObjectNode content = content(open, request, request.uid(), decider);
        if (!request.message().isEmpty()) {
            content.put("reason", request.message());
        }
        return Notice.pair(Notice.JOIN_REQUESTED, request.uid(), decider, content);
    }

    private static Notice decision(OpenGroup open, JoinRequest request) {
        return Notice.pair(
                Notice.JOIN_REQUESTED,
                request.actorUid(),
                request.uid(),
                content(open, request, request.actorUid(), request.uid()));
    }

    /** Of the group only what it is called: the applicant reads this too. */
    private static ObjectNode content(OpenGroup open, JoinRequest request, long uid, long target) {
        ObjectNode content = Notice.content(uid, List.of(target))
                .put("request_id", request.id())
                .put("state", request.state().wire());
        content.putObject("group")
                .put("group_id", open.group().groupId())
                .put("topic", open.id().topic())
                .put("name", open.group().profile().name())
                .put("face_url", open.group().profile().faceUrl());
        return content;
    }

    private static ApiException absent() {
        return ApiException.notFound("join request");
    }
}
