package dev.curlew.store.group;

import dev.curlew.domain.Group;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.GroupMember.State;
import dev.curlew.domain.GroupRole;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.group.GroupChanges.Change;
import dev.curlew.store.group.GroupChanges.Done;
import dev.curlew.store.mysql.GroupMemberRows;
import dev.curlew.store.mysql.JoinRequestRows;
import dev.curlew.store.mysql.TopicNumbers;
import dev.curlew.store.notice.Notice;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who comes into a group and who goes. A departure has a number among the group's messages (rule 16). */
public final class Memberships {

    /** Of one group. */
    public static final int MOST_MEMBERS = 100_000;

    private final GroupChanges changes;
    private final GroupMemberRows members;
    private final TopicNumbers numbers;
    private final KnownUsers users;
    private final JoinRequestRows requests;

    public Memberships(
            GroupChanges changes,
            GroupMemberRows members,
            TopicNumbers numbers,
            KnownUsers users,
            JoinRequestRows requests) {
        this.changes = changes;
        this.requests = requests;
        this.members = members;
        this.numbers = numbers;
        this.users = users;
    }

    /** Members bring others in. Who is in already is no fault; a user who is blocked is 40303 for all of them. */
    public Future<Done> add(String tenant, GroupId id, GroupActor by, List<Long> uids) {
        Set<Long> distinct = new LinkedHashSet<>(uids);
        return users.require(tenant, distinct)
                .compose(known -> changes.run(
                        new Change(tenant, id, by, GroupAction.INVITE, distinct),
                        open -> admit(open, List.copyOf(distinct), by.uid())
                                .compose(effect -> members.invited(
                                                open.transaction(),
                                                tenant,
                                                id.value(),
                                                by.uid(),
                                                effect.added(),
                                                open.now())
                                        .compose(done -> requests.settle(
                                                open.transaction(),
                                                tenant,
                                                id.value(),
                                                effect.added(),
                                                by.uid(),
                                                open.now()))
                                        .map(effect))));
    }

    /**
     * Lets users in, within a change of the group; the caller checked who may.
     *
     * @param inviter 0 when they came by themselves
     * @return what it comes to, with those who were not in before as added
     */
    public Future<GroupEffect> admit(OpenGroup open, List<Long> uids, long inviter) {
        return members.find(open.transaction(), open.tenant(), open.id().value(), uids)
                .compose(known -> {
                    List<Long> coming = coming(open.group(), uids, known);
                    if (coming.isEmpty()) {
                        return Future.succeededFuture(GroupEffect.NONE);
                    }
                    return numbers.high(open.transaction(), open.tenant(), open.id())
                            .compose(high -> members.put(
                                    open.transaction(),
                                    open.tenant(),
                                    open.id().value(),
                                    coming.stream()
                                            .map(uid -> row(known.get(uid), uid, inviter, high, open)
                                                    .at(open.version()))
                                            .toList()))
                            .map(GroupEffect.of(
                                            open.group().withMembers(coming.size()),
                                            Notice.MEMBER_JOINED,
                                            "joined",
                                            coming)
                                    .adding(coming));
                });
    }

    private static List<Long> coming(Group group, List<Long> uids, Map<Long, GroupMember> known) {
        List<Long> coming = new ArrayList<>();
        for (long uid : uids) {
            GroupMember member = known.get(uid);
            if (member != null && member.state() == State.BLOCKED) {
                throw new ApiException(ErrorCode.BLOCKED, "A user is blocked from this group.");
            }
            if (member == null || !member.active()) {
                coming.add(uid);
            }
        }
        if (group.memberCount() + coming.size() > MOST_MEMBERS) {
            throw new ApiException(ErrorCode.FORBIDDEN, "A group has at most " + MOST_MEMBERS + " members.");
        }
        return coming;
    }

    private static GroupMember row(GroupMember known, long uid, long inviter, long high, OpenGroup open) {
        return known == null
                ? GroupMember.joining(uid, GroupRole.MEMBER, inviter, high, open.now())
                : known.rejoining(inviter, high, open.now());
    }

    /** The owner hands the group over first. */
    public Future<Group> leave(String tenant, GroupId id, long uid) {
        return changes.run(
                        new Change(tenant, id, new GroupActor(uid), GroupAction.LEAVE, List.of(uid)),
                        open -> depart(open, open.actor(), State.LEFT, "left"))
                .map(Done::group);
    }

    /** Puts a member out. */
    public Future<Group> remove(String tenant, GroupId id, GroupActor by, long uid) {
        return expel(tenant, id, by, GroupAction.REMOVE, uid, (open, target) -> {
            requireActive(target);
            return depart(open, target, State.REMOVED, "removed");
        });
    }

    /** Puts a member out, or one who has gone by now, and keeps them from coming back. */
    public Future<Group> block(String tenant, GroupId id, GroupActor by, long uid) {
        return expel(tenant, id, by, GroupAction.BLOCK, uid, (open, target) -> {
            if (target.active()) {
                return depart(open, target, State.BLOCKED, "blocked");
            }
            return target.state() == State.BLOCKED
                    ? Future.succeededFuture(GroupEffect.NONE)
                    : mark(open, target, State.BLOCKED, "blocked");
        });
    }

    /** Whoever is no longer blocked may come back as anybody else. */
    public Future<Group> unblock(String tenant, GroupId id, GroupActor by, long uid) {
        Change change = new Change(tenant, id, by, GroupAction.UNBLOCK, List.of(uid));
        return changes.run(
                        change,
                        open -> find(open, uid).compose(target -> {
                            if (target.state() != State.BLOCKED) {
                                throw ApiException.notFound("member");
                            }
                            return mark(open, target, State.REMOVED, "unblocked");
                        }))
                .map(Done::group);
    }

    private interface Expulsion {

        Future<GroupEffect> of(OpenGroup open, GroupMember target);
    }

    private Future<Group> expel(
            String tenant, GroupId id, GroupActor by, GroupAction action, long uid, Expulsion expulsion) {
        Change change = new Change(tenant, id, by, action, List.of(uid));
        return changes.run(
                        change,
                        open -> find(open, uid).compose(target -> {
                            if (target.active()) {
                                open.requireOver(action, target);
                                requireNotOwner(target);
                            }
                            return expulsion.of(open, target);
                        }))
                .map(Done::group);
    }

    private Future<GroupEffect> depart(OpenGroup open, GroupMember member, State how, String kind) {
        return numbers.depart(open.transaction(), open.tenant(), open.id())
                .compose(seq -> put(open, member.gone(how, open.by().uid(), seq, open.now()))
                        .map(GroupEffect.of(
                                        open.group().withMembers(-1),
                                        how == State.LEFT ? Notice.MEMBER_QUIT : Notice.MEMBER_GONE,
                                        kind,
                                        List.of(member.uid()))
                                .removing(List.of(member.uid()))));
    }

    private Future<GroupEffect> mark(OpenGroup open, GroupMember member, State state, String kind) {
        return put(open, member.as(state))
                .map(GroupEffect.of(open.group(), Notice.GROUP_INFO_CHANGED, kind, List.of(member.uid())));
    }

    private Future<Void> put(OpenGroup open, GroupMember member) {
        return members.put(open.transaction(), open.tenant(), open.id().value(), List.of(member.at(open.version())));
    }

    private Future<GroupMember> find(OpenGroup open, long uid) {
        return members.find(open.transaction(), open.tenant(), open.id().value(), List.of(uid))
                .map(found -> {
                    if (!found.containsKey(uid)) {
                        throw ApiException.notFound("member");
                    }
                    return found.get(uid);
                });
    }

    private static void requireActive(GroupMember member) {
        if (!member.active()) {
            throw ApiException.notFound("member");
        }
    }

    private static void requireNotOwner(GroupMember member) {
        if (member.role() == GroupRole.OWNER) {
            throw new ApiException(ErrorCode.FORBIDDEN, "The owner hands the group over first.");
        }
    }
}
