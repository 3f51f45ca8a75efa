package dev.curlew.store.group;

import dev.curlew.domain.Group;
import dev.curlew.domain.Group.JoinPolicy;
import dev.curlew.domain.Group.Oversight;
import dev.curlew.domain.Group.Policy;
import dev.curlew.domain.Group.Profile;
import dev.curlew.domain.Group.Settings;
import dev.curlew.domain.Group.Status;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.GroupRole;
import dev.curlew.store.group.GroupChanges.Change;
import dev.curlew.store.group.GroupChanges.Created;
import dev.curlew.store.group.GroupChanges.Done;
import dev.curlew.store.group.GroupEffect.News;
import dev.curlew.store.mysql.GroupMemberRows;
import dev.curlew.store.mysql.GroupRows;
import dev.curlew.store.mysql.TopicNumbers;
import dev.curlew.store.notice.Notice;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Making, changing and ending groups. */
public final class Groups {

    private final GroupChanges changes;
    private final GroupRows groups;
    private final GroupMemberRows members;
    private final TopicNumbers numbers;
    private final KnownUsers users;

    public Groups(
            GroupChanges changes, GroupRows groups, GroupMemberRows members, TopicNumbers numbers, KnownUsers users) {
        this.changes = changes;
        this.groups = groups;
        this.members = members;
        this.numbers = numbers;
        this.users = users;
    }

    /**
     * Who a group begins with; the owner may be among the members too.
     *
     * @param id 0: the next one
     */
    public record NewGroup(long id, String name, GroupActor by, long ownerUid, List<Long> memberUids) {}

    /** What of a group is to change; null fields stay as they are. */
    public record Patch(
            String name,
            String faceUrl,
            String introduction,
            String ex,
            JoinPolicy joinPolicy,
            Policy invitePolicy,
            Policy announcePolicy,
            Long mutedUntil) {

        boolean changesProfile() {
            return name != null || faceUrl != null || introduction != null || ex != null;
        }

        boolean changesSettings() {
            return joinPolicy != null || invitePolicy != null || announcePolicy != null;
        }

        Profile over(Profile old) {
            return new Profile(
                    or(name, old.name()),
                    or(faceUrl, old.faceUrl()),
                    or(introduction, old.introduction()),
                    or(ex, old.ex()));
        }

        Settings over(Settings old) {
            return new Settings(
                    or(joinPolicy, old.join()), or(invitePolicy, old.invite()), or(announcePolicy, old.announce()));
        }

        private static <T> T or(T value, T otherwise) {
            return value == null ? otherwise : value;
        }
    }

    /** Fails with 40400 unless all of them are users. */
    public Future<Group> create(String tenant, NewGroup wanted) {
        Set<Long> uids = new LinkedHashSet<>(List.of(wanted.ownerUid()));
        uids.addAll(wanted.memberUids());
        return users.require(tenant, uids)
                .compose(known -> changes.create(
                        tenant,
                        transaction -> groups.now(transaction)
                                .compose(now -> store(transaction, tenant, wanted, List.copyOf(uids), now))));
    }

    private Future<Created> store(
            SqlConnection transaction, String tenant, NewGroup wanted, List<Long> uids, long now) {
        Profile profile = new Profile(wanted.name(), "", "", "");
        Group draft = new Group(
                wanted.id(),
                profile,
                Settings.DEFAULT,
                wanted.ownerUid(),
                Status.NORMAL,
                0,
                uids.size(),
                Oversight.NONE,
                1,
                now,
                now);
        List<Long> others = uids.subList(1, uids.size());
        long inviter = wanted.by().uid();
        List<GroupMember> rows = new ArrayList<>();
        rows.add(GroupMember.joining(wanted.ownerUid(), GroupRole.OWNER, 0, 0, now)
                .at(1));
        others.forEach(uid -> rows.add(
                GroupMember.joining(uid, GroupRole.MEMBER, inviter, 0, now).at(1)));
        return groups.insert(transaction, tenant, draft).compose(id -> {
            Group group = draft.numbered(id);
            return numbers.open(transaction, tenant, group.id())
                    .compose(done -> members.put(transaction, tenant, id, rows))
                    .compose(done -> members.invited(transaction, tenant, id, inviter, others, now))
                    .map(new Created(group, uids, List.of(News.of(Notice.GROUP_CREATED, "created", uids))));
        });
    }

    /** Answers the group as it is then. */
    public Future<Group> change(String tenant, GroupId id, GroupActor by, Patch patch) {
        return run(tenant, id, by, GroupAction.SEE_MEMBERS, open -> Future.succeededFuture(patched(open, patch)));
    }

    private static GroupEffect patched(OpenGroup open, Patch patch) {
        Group after = open.group();
        if (patch.changesProfile()) {
            open.require(GroupAction.CHANGE_PROFILE);
            after = after.with(patch.over(after.profile()));
        }
        if (patch.changesSettings()) {
            open.require(GroupAction.CHANGE_SETTINGS);
            after = after.with(patch.over(after.settings()));
        }
        String kind = patch.changesSettings() && !patch.changesProfile() ? "settings" : "info";
        if (patch.mutedUntil() != null) {
            open.require(GroupAction.MUTE_GROUP);
            long until = patch.mutedUntil() > open.now() ? patch.mutedUntil() : 0;
            after = after.mutedUntil(until);
            kind = until > 0 ? "muted" : "unmuted";
        }
        return after.equals(open.group())
                ? GroupEffect.NONE
                : GroupEffect.of(after, Notice.GROUP_INFO_CHANGED, kind, List.of());
    }

    /** What an administrator decides about a group. @param change of what is decided now */
    public Future<Group> oversee(String tenant, GroupId id, UnaryOperator<Oversight> change) {
        return run(tenant, id, GroupActor.SYSTEM, GroupAction.SEE_MEMBERS, open -> {
            Group after = open.group().with(change.apply(open.group().oversight()));
            return Future.succeededFuture(
                    after.equals(open.group())
                            ? GroupEffect.NONE
                            : GroupEffect.of(after, Notice.GROUP_INFO_CHANGED, "settings", List.of()));
        });
    }

    /** Members keep what was said up to now; nobody can say or change anything any more. */
    public Future<Group> dissolve(String tenant, GroupId id, GroupActor by) {
        return run(
                tenant,
                id,
                by,
                GroupAction.DISSOLVE,
                open -> numbers.depart(open.transaction(), tenant, id)
                        .compose(seq -> members.boundAll(open.transaction(), tenant, id.value(), seq, open.version()))
                        .map(GroupEffect.of(open.group().ended(), Notice.GROUP_DISSOLVED, "dissolved", List.of())));
    }

    private Future<Group> run(
            String tenant,
            GroupId id,
            GroupActor by,
            GroupAction action,
            Function<OpenGroup, Future<GroupEffect>> work) {
        return changes.run(new Change(tenant, id, by, action, List.of()), work).map(Done::group);
    }
}
