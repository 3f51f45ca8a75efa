package dev.curlew.store.group;

import dev.curlew.domain.Group;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.GroupRole;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import io.vertx.sqlclient.SqlConnection;

/**
 * A group within the transaction that changes it: its row is locked, the caller's rights are checked.
 *
 * @param actor the caller's membership; null for the system
 * @param by whose doing it is
 * @param now the database server's clock, milliseconds
 */
public record OpenGroup(
        SqlConnection transaction, String tenant, Group group, GroupMember actor, GroupActor by, long now) {

    public GroupId id() {
        return group.id();
    }

    /** Of the group after this change. */
    public long version() {
        return group.version() + 1;
    }

    /** Who is named as the one who did it: for the system that is the owner. */
    public long sender() {
        return by.system() ? group.ownerUid() : by.uid();
    }

    /** A further right that a change turns out to need. */
    public void require(GroupAction action) {
        if (!by.system()) {
            action.require(group, actor);
        }
    }

    /** Refuses with 40302 whoever may not speak now: a muted member, and in a muted group whoever is nothing more than a member. */
    public void requireVoice() {
        if (by.system()) {
            return;
        }
        boolean silenced = group.statusAt(now) == Group.Status.MUTED && actor.role() == GroupRole.MEMBER;
        if (silenced || actor.mutedAt(now)) {
            throw new ApiException(ErrorCode.MUTED, "Whoever is muted may not announce.");
        }
    }

    /** A further right over somebody. */
    public void requireOver(GroupAction action, GroupMember target) {
        if (!by.system()) {
            action.require(group, actor);
            action.requireOver(actor, target);
        }
    }
}
