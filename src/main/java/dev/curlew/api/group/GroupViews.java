package dev.curlew.api.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Group;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.GroupRole;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.store.Presence;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.group.GroupJson;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.group.GroupReader.Seen;
import dev.curlew.store.group.MemberPages;
import dev.curlew.store.group.MemberPages.Permission;
import dev.curlew.store.mysql.GroupReads;
import dev.curlew.store.mysql.GroupReads.Shown;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Groups and their members as a caller may see them. */
public final class GroupViews {

    private static final String NEXT = "next_cursor";

    private final GroupReader groups;
    private final GroupReads reads;
    private final MemberPages pages;
    private final OnlineMembers online;
    private final UserDirectory users;
    private final Clock clock;

    public GroupViews(
            GroupReader groups,
            GroupReads reads,
            MemberPages pages,
            OnlineMembers online,
            UserDirectory users,
            Clock clock) {
        this.groups = groups;
        this.reads = reads;
        this.pages = pages;
        this.online = online;
        this.users = users;
        this.clock = clock;
    }

    /**
     * Which members.
     *
     * @param role null for all
     * @param state online or offline; null for both
     */
    public record MemberFilter(GroupRole role, Presence.State state) {

        public static final MemberFilter NONE = new MemberFilter(null, null);
    }

    /** Where a page begins and how long it is. */
    public record Slice(String cursor, int limit) {

        long after() {
            return NumberCursor.decode(cursor);
        }
    }

    /** One group of the caller's. */
    public Future<ObjectNode> one(Caller caller, GroupId id) {
        return groups.require(caller.tenant(), id, caller.uid(), GroupAction.SEE)
                .map(seen -> json(seen.group()));
    }

    /** Any group, for administrators. Fails with 40400 when there is none of that number. */
    public Future<ObjectNode> any(String tenant, GroupId id) {
        return required(tenant, id)
                .map(group -> json(group).put("large", large(group)).put("review", review(group)));
    }

    private static String large(Group group) {
        Boolean said = group.oversight().large();
        return said == null ? "auto" : said ? "yes" : "no";
    }

    private static String review(Group group) {
        return group.oversight().review() == null
                ? "tenant"
                : group.oversight().review().wire();
    }

    /** Groups that have not ended, in order of their number. @param ownerUid null for those of all owners */
    public Future<ObjectNode> all(String tenant, Long ownerUid, Slice slice) {
        return reads.all(tenant, ownerUid, slice.after(), slice.limit() + 1)
                .map(found -> NumberPages.reply("groups", found, slice.limit(), Group::groupId, this::json));
    }

    /** Members of any group, as its owner sees them; accounts too, which is what a backend knows them by. */
    public Future<ObjectNode> anyMembers(String tenant, GroupId id, GroupRole role, Slice slice) {
        return any(tenant, id, Shown.ACTIVE, role, slice);
    }

    /** Who may not come back to any group, with accounts. */
    public Future<ObjectNode> anyBlocked(String tenant, GroupId id, Slice slice) {
        return any(tenant, id, Shown.BLOCKED, null, slice);
    }

    private Future<ObjectNode> any(String tenant, GroupId id, Shown shown, GroupRole role, Slice slice) {
        long after = slice.after();
        return required(tenant, id)
                .compose(group -> page(tenant, group, GroupRole.OWNER, shown, role, after, slice.limit()))
                .compose(page -> withAccounts(tenant, page));
    }

    private Future<Group> required(String tenant, GroupId id) {
        return groups.find(tenant, id).map(found -> found.orElseThrow(() -> ApiException.notFound("group")));
    }

    private Future<ObjectNode> withAccounts(String tenant, ObjectNode page) {
        List<Future<?>> named = new ArrayList<>();
        for (JsonNode member : page.path("members")) {
            named.add(users.find(tenant, member.path("uid").longValue())
                    .onSuccess(user -> user.ifPresent(known -> ((ObjectNode) member).put("account", known.account()))));
        }
        return Future.join(named).map(page);
    }

    /** The groups the caller is in, in order of their number. */
    public Future<ObjectNode> mine(Caller caller, Slice slice) {
        return reads.groupsOf(caller.tenant(), caller.uid(), slice.after(), slice.limit() + 1)
                .map(found -> NumberPages.reply("groups", found, slice.limit(), Group::groupId, this::json));
    }

    /** Members of a group of the caller's. */
    public Future<ObjectNode> members(Caller caller, GroupId id, MemberFilter filter, Slice slice) {
        long after = slice.after();
        return groups.require(caller.tenant(), id, caller.uid(), GroupAction.SEE_MEMBERS)
                .compose(seen -> filter.state() == null
                        ? page(caller.tenant(), seen, Shown.ACTIVE, filter.role(), after, slice.limit())
                        : online.page(
                                        caller.tenant(),
                                        id,
                                        new OnlineMembers.Question(caller.uid(), filter.role(), filter.state()),
                                        after,
                                        slice.limit() + 1)
                                .compose(found ->
                                        shown(caller.tenant(), found.total(), found.members(), slice.limit())));
    }

    /** Who may not come back. */
    public Future<ObjectNode> blocked(Caller caller, GroupId id, Slice slice) {
        long after = slice.after();
        return groups.require(caller.tenant(), id, caller.uid(), GroupAction.SEE_BLOCKED)
                .compose(seen -> page(caller.tenant(), seen, Shown.BLOCKED, null, after, slice.limit()));
    }

    /** A member as anybody in the group sees it. */
    public Future<ObjectNode> member(String tenant, GroupId id, long uid) {
        return Future.all(groups.everMember(tenant, id, uid), users.find(tenant, uid))
                .map(both -> json(
                        both.<Optional<GroupMember>>resultAt(0).orElseThrow(),
                        both.<Optional<UserProfile>>resultAt(1)));
    }

    public ObjectNode json(Group group) {
        return GroupJson.of(group, clock.millis());
    }

    private Future<ObjectNode> page(String tenant, Seen seen, Shown shown, GroupRole role, long afterUid, int limit) {
        return page(tenant, seen.group(), seen.member().role(), shown, role, afterUid, limit);
    }

    private Future<ObjectNode> page(
            String tenant, Group group, GroupRole as, Shown shown, GroupRole role, long afterUid, int limit) {
        Permission permission = Permission.of(as);
        MemberPages.Query query = new MemberPages.Query(permission, shown, role, afterUid, limit + 1);
        return pages.page(tenant, group, query).compose(page -> shown(tenant, page.total(), page.members(), limit));
    }

    /** @param found one more than the limit where there is a next page */
    private Future<ObjectNode> shown(String tenant, int total, List<GroupMember> found, int limit) {
        List<GroupMember> page = found.size() > limit ? found.subList(0, limit) : found;
        List<Future<Optional<UserProfile>>> profiles =
                page.stream().map(member -> users.find(tenant, member.uid())).toList();
        return Future.all(profiles).map(all -> {
            ObjectNode reply = Json.object();
            ArrayNode list = reply.putArray("members");
            for (int i = 0; i < page.size(); i++) {
                list.add(json(page.get(i), profiles.get(i).result()));
            }
            if (found.size() > limit) {
                reply.put(NEXT, NumberCursor.encode(page.get(limit - 1).uid()));
            } else {
                reply.putNull(NEXT);
            }
            return reply.put("total", total);
        });
    }

    private ObjectNode json(GroupMember member, Optional<UserProfile> profile) {
        boolean deleted = profile.filter(UserProfile::deleted).isPresent();
        return GroupJson.of(
                // Of a deleted user no name is left, in the group either.
                deleted ? member.named(null) : member,
                profile.map(UserProfile::nickname).orElse(""),
                profile.map(UserProfile::faceUrl).orElse(""),
                clock.millis());
    }
}
