package dev.curlew.store.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Group;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.GroupRole;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import dev.curlew.store.group.GroupChanges.Change;
import dev.curlew.store.group.GroupChanges.Done;
import dev.curlew.store.group.GroupEffect.News;
import dev.curlew.store.mysql.GroupMemberRows;
import dev.curlew.store.mysql.GroupReads;
import dev.curlew.store.notice.Notice;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What members are in a group, what they are called there, and whether they may speak. */
public final class MemberRoles {

    private final GroupChanges changes;
    private final GroupMemberRows members;
    private final GroupReads groups;
    private final KnownUsers users;

    public MemberRoles(GroupChanges changes, GroupMemberRows members, GroupReads groups, KnownUsers users) {
        this.changes = changes;
        this.users = users;
        this.members = members;
        this.groups = groups;
    }

    /**
     * What of a member is to change; null fields stay as they are.
     *
     * @param mutedUntil milliseconds; what is over lets them speak again
     * @param nickname empty for the user's own
     */
    public record Patch(GroupRole role, Long mutedUntil, String nickname) {

        /** Whether it gives somebody more to do. */
        boolean raises() {
            return role == GroupRole.OWNER || role == GroupRole.ADMIN;
        }
    }

    /**
     * All of it or nothing. A role of owner hands the group over; who had it is a member then. Nobody who was deleted gets another role than
     * that of a member (40400).
     */
    public Future<Done> change(String tenant, GroupId id, GroupActor by, long uid, Patch patch) {
        Future<Boolean> there = patch.raises() ? users.there(tenant, uid) : Future.succeededFuture(true);
        return Future.all(owner(tenant, id, by), there).compose(known -> {
            long owner = known.<Long>resultAt(0);
            // Whose copies are to go is known before the transaction: of the group handed over they are two.
            Set<Long> concerned = new LinkedHashSet<>(List.of(uid, owner));
            return changes.run(
                    new Change(tenant, id, by, GroupAction.SEE_MEMBERS, concerned),
                    open -> members.find(open.transaction(), tenant, id.value(), concerned)
                            .compose(found -> store(open, new Draft(open, found, uid, there.result()).apply(patch))));
        });
    }

    /** Who is the owner if this may hand the group over at all; else somebody it is about anyway. */
    private Future<Long> owner(String tenant, GroupId id, GroupActor by) {
        if (!by.system()) {
            return Future.succeededFuture(by.uid());
        }
        return groups.groups(tenant, List.of(id.value()))
                .map(found ->
                        found.containsKey(id.value()) ? found.get(id.value()).ownerUid() : 0L);
    }

    private Future<GroupEffect> store(OpenGroup open, Draft draft) {
        if (draft.news.isEmpty()) {
            return Future.succeededFuture(GroupEffect.NONE);
        }
        return members.put(open.transaction(), open.tenant(), open.id().value(), draft.rows())
                .map(new GroupEffect(draft.group, List.copyOf(draft.news), List.of(), List.of(), List.of()));
    }

    /** The changes of one patch as they add up. */
    private static final class Draft {

        private final OpenGroup open;
        private final long uid;
        private final boolean there;
        private final Map<Long, GroupMember> members;
        private final Map<Long, GroupMember> changed = new LinkedHashMap<>();
        private final List<News> news = new ArrayList<>();
        private Group group;

        /** @param there whether who it is about may get a role that is more than a member's */
        Draft(OpenGroup open, Map<Long, GroupMember> members, long uid, boolean there) {
            this.open = open;
            this.there = there;
            this.members = members;
            this.uid = uid;
            this.group = open.group();
        }

        Draft apply(Patch patch) {
            GroupMember target = members.get(uid);
            if (target == null || !target.active()) {
                throw ApiException.notFound("member");
            }
            if (patch.nickname() != null) {
                rename(target, patch.nickname());
            }
            if (patch.mutedUntil() != null) {
                mute(current(uid), patch.mutedUntil());
            }
            if (patch.role() == GroupRole.OWNER) {
                transfer(current(uid));
            } else if (patch.role() != null) {
                setRole(current(uid), patch.role());
            }
            return this;
        }

        Collection<GroupMember> rows() {
            return changed.values().stream()
                    .map(member -> member.at(open.version()))
                    .toList();
        }

        private void rename(GroupMember target, String nickname) {
            open.require(GroupAction.RENAME_SELF);
            if (!open.by().system() && open.by().uid() != uid) {
                throw new ApiException(ErrorCode.FORBIDDEN, "A name in the group is one's own to choose.");
            }
            put(target, target.named(nickname.isEmpty() ? null : nickname), "renamed", null);
        }

        private void mute(GroupMember target, long until) {
            open.requireOver(GroupAction.MUTE_MEMBER, target);
            long ms = until > open.now() ? until : 0;
            put(
                    target,
                    target.mutedUntil(ms),
                    ms > 0 ? "member_muted" : "member_unmuted",
                    Json.object().put("muted_until", ms));
        }

        private void setRole(GroupMember target, GroupRole role) {
            open.requireOver(GroupAction.SET_ROLE, target);
            if (target.role() == GroupRole.OWNER) {
                throw new ApiException(ErrorCode.FORBIDDEN, "The owner hands the group over first.");
            }
            requireThere();
            put(target, target.as(role), "role", Json.object().put("role", role.wire()));
        }

        private void transfer(GroupMember target) {
            open.require(GroupAction.TRANSFER);
            if (target.role() == GroupRole.OWNER) {
                return;
            }
            requireThere();
            GroupMember before = current(open.group().ownerUid());
            if (before == null) {
                throw new ApiException(ErrorCode.PROCESSING, "The group was handed over just now.");
            }
            put(target, target.as(GroupRole.OWNER).mutedUntil(0), "transferred", null);
            changed.put(before.uid(), before.as(GroupRole.MEMBER));
            group = group.ownedBy(uid);
        }

        /** Only those who see that they may do it at all learn that the user is gone. */
        private void requireThere() {
            if (!there) {
                throw KnownUsers.absent(uid);
            }
        }

        /** @param more that its notification says; null for nothing */
        private void put(GroupMember before, GroupMember after, String kind, ObjectNode more) {
            if (!after.equals(before)) {
                changed.put(after.uid(), after);
                news.add(News.of(Notice.GROUP_INFO_CHANGED, kind, List.of(after.uid()))
                        .with(more));
            }
        }

        private GroupMember current(long one) {
            return changed.getOrDefault(one, members.get(one));
        }
    }
}
