package dev.curlew.api.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.group.GroupViews.Slice;
import dev.curlew.domain.Group;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.JoinRequest;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.mysql.InvitationReads;
import dev.curlew.store.mysql.InvitationReads.Invitation;
import dev.curlew.store.mysql.JoinRequestRows;
import dev.curlew.store.mysql.JoinRequestRows.Query;
import io.vertx.core.Future;
import java.util.Optional;

/** Applications to join and invitations as a caller may see them. */
public final class JoinViews {

    private final GroupReader groups;
    private final JoinRequestRows requests;
    private final InvitationReads invitations;

    public JoinViews(GroupReader groups, JoinRequestRows requests, InvitationReads invitations) {
        this.groups = groups;
        this.requests = requests;
        this.invitations = invitations;
    }

    /**
     * Newest first: all of the group for those who decide, one's own for anybody else. Whoever neither is in the group nor ever asked is
     * told that there is none.
     *
     * @param state null for all
     */
    public Future<ObjectNode> requests(Caller caller, GroupId id, JoinRequest.State state, Slice slice) {
        long before = NumberPages.before(slice);
        return Future.all(groups.find(caller.tenant(), id), groups.member(caller.tenant(), id, caller.uid()))
                .compose(both -> {
                    Group group = both.<Optional<Group>>resultAt(0).orElse(null);
                    GroupMember member = both.<Optional<GroupMember>>resultAt(1).orElse(null);
                    GroupAction.ASK_TO_JOIN.require(group, member);
                    boolean all = member != null && GroupAction.DECIDE_JOIN.allows(group, member.role());
                    Query query = new Query(all ? 0 : caller.uid(), state, before, slice.limit() + 1);
                    return requests.page(caller.tenant(), id.value(), query).compose(found -> {
                        ObjectNode page =
                                NumberPages.reply("requests", found, slice.limit(), JoinRequest::id, JoinViews::json);
                        return member == null && found.isEmpty()
                                ? requireAsked(caller, id).map(page)
                                : Future.succeededFuture(page);
                    });
                });
    }

    /** The page may be empty because of what was asked for. */
    private Future<Void> requireAsked(Caller caller, GroupId id) {
        return requests.page(caller.tenant(), id.value(), new Query(caller.uid(), null, Long.MAX_VALUE, 1))
                .compose(any ->
                        any.isEmpty() ? Future.failedFuture(ApiException.notFound("group")) : Future.succeededFuture());
    }

    /** Who brought whom in, newest first. */
    public Future<ObjectNode> invitations(Caller caller, GroupId id, Slice slice) {
        long before = NumberPages.before(slice);
        return groups.require(caller.tenant(), id, caller.uid(), GroupAction.SEE_INVITATIONS)
                .compose(seen -> invitations.page(caller.tenant(), id.value(), before, slice.limit() + 1))
                .map(found -> NumberPages.reply("invitations", found, slice.limit(), Invitation::id, JoinViews::json));
    }

    /** As the contract shows it. */
    public static ObjectNode json(JoinRequest request) {
        ObjectNode node = Json.object()
                .put("id", request.id())
                .put("topic", new GroupId(request.groupId()).topic())
                .put("uid", request.uid())
                .put("message", request.message())
                .put("state", request.state().wire())
                .put("created_at", request.createdAt());
        return request.pending()
                ? node.putNull("actor_uid").putNull("decided_at")
                : node.put("actor_uid", request.actorUid()).put("decided_at", request.decidedAt());
    }

    private static ObjectNode json(Invitation invitation) {
        return Json.object()
                .put("id", invitation.id())
                .put("uid", invitation.uid())
                .put("inviter_uid", invitation.inviterUid())
                .put("created_at", invitation.createdAt());
    }
}
