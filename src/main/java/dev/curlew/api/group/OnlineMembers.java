package dev.curlew.api.group;

import dev.curlew.api.relation.Contacts;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.GroupRole;
import dev.curlew.store.Presence;
import dev.curlew.store.Presence.State;
import dev.curlew.store.PresenceDirectory;
import dev.curlew.store.UserKey;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.mysql.GroupReads;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Members who are online, or who are not. That changes without the group, so it is asked each time and kept nowhere. */
public final class OnlineMembers {

    private static final int AT_ONCE = 1_000;

    private final GroupReader groups;
    private final GroupReads reads;
    private final PresenceDirectory presence;
    private final Contacts contacts;
    private volatile Predicate<UserKey> here = user -> false;

    public OnlineMembers(GroupReader groups, GroupReads reads, PresenceDirectory presence, Contacts contacts) {
        this.contacts = contacts;
        this.groups = groups;
        this.reads = reads;
        this.presence = presence;
    }

    /** Who has a session on this node: the answer for it while Redis has none. Of other nodes' users nothing is known then. */
    public void judgeBy(Predicate<UserKey> sessionsHere) {
        here = sessionsHere;
    }

    /** @param total of all pages, at the moment this one was made */
    public record Found(int total, List<GroupMember> members) {}

    /**
     * What is asked.
     *
     * @param by who asks: whoever hides from them is neither online nor offline
     * @param role null for all
     */
    public record Question(long by, GroupRole role, State wanted) {}

    public Future<Found> page(String tenant, GroupId id, Question question, long afterUid, int limit) {
        GroupRole role = question.role();
        return candidates(tenant, id, role)
                .compose(uids -> matching(tenant, new ArrayList<>(uids), question, 0, new ArrayList<>()))
                .compose(uids -> ofRole(tenant, id, role, uids))
                .compose(uids -> {
                    List<Long> page = uids.stream()
                            .filter(uid -> uid > afterUid)
                            .sorted()
                            .limit(limit)
                            .toList();
                    return reads.members(tenant, id.value(), page)
                            .map(rows -> new Found(uids.size(), rowsOf(page, rows)));
                });
    }

    private Future<Collection<Long>> candidates(String tenant, GroupId id, GroupRole role) {
        return role == null || role == GroupRole.MEMBER
                ? groups.members(tenant, id.value())
                : groups.admins(tenant, id).map(uids -> uids);
    }

    private Future<List<Long>> matching(String tenant, List<Long> uids, Question question, int from, List<Long> found) {
        if (from >= uids.size()) {
            return Future.succeededFuture(found);
        }
        List<Long> some = uids.subList(from, Math.min(uids.size(), from + AT_ONCE));
        return presence.find(tenant, some)
                .compose(states ->
                        contacts.visible(tenant, question.by(), inState(tenant, some, states, question.wanted())))
                .compose(visible -> {
                    found.addAll(visible);
                    return matching(tenant, uids, question, from + AT_ONCE, found);
                });
    }

    private List<Long> inState(String tenant, List<Long> uids, Map<Long, Presence> states, State wanted) {
        List<Long> found = new ArrayList<>();
        for (long uid : uids) {
            State state = states.getOrDefault(uid, Presence.UNKNOWN).state();
            if (state == State.UNKNOWN) {
                state = here.test(new UserKey(tenant, uid)) ? State.ONLINE : State.OFFLINE;
            }
            if (state == wanted) {
                found.add(uid);
            }
        }
        return found;
    }

    /** Roles are looked at where they matter, for owner and admins only: of them there are few. */
    private Future<List<Long>> ofRole(String tenant, GroupId id, GroupRole role, List<Long> uids) {
        if (role == null) {
            return Future.succeededFuture(uids);
        }
        if (role == GroupRole.MEMBER) {
            return groups.admins(tenant, id)
                    .map(admins ->
                            uids.stream().filter(uid -> !admins.contains(uid)).toList());
        }
        return reads.members(tenant, id.value(), uids).map(rows -> {
            Set<Long> right = rows.values().stream()
                    .filter(member -> member.active() && member.role() == role)
                    .map(GroupMember::uid)
                    .collect(Collectors.toSet());
            return uids.stream().filter(right::contains).toList();
        });
    }

    private static List<GroupMember> rowsOf(List<Long> page, Map<Long, GroupMember> rows) {
        return page.stream()
                .map(rows::get)
                .filter(row -> row != null && row.active())
                .toList();
    }
}
