package dev.curlew.api.conversation;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.store.Heads;
import dev.curlew.store.Latest;
import dev.curlew.store.UpTo;
import dev.curlew.store.chat.ConversationStore;
import dev.curlew.store.chat.ConversationStore.ListPosition;
import dev.curlew.store.chat.ConversationStore.Owned;
import dev.curlew.store.group.GroupLatest;
import dev.curlew.store.mysql.GroupReads;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The conversations of the groups a user is or was in. Which there are is known by the memberships and when each was spoken in by the
 * group; a document of the user's own has settings only and need not be there. So a message writes nothing for any member's list.
 */
public final class GroupChats {

    /** Groups of one user; of more, those joined first are left out. */
    private static final int MOST = 5_000;

    private final GroupReads groups;
    private final ConversationStore settings;
    private final Heads heads;
    private final GroupLatest latest;

    public GroupChats(GroupReads groups, ConversationStore settings, Heads heads, GroupLatest latest) {
        this.groups = groups;
        this.settings = settings;
        this.heads = heads;
        this.latest = latest;
    }

    /** In the order of the list, hidden ones too. */
    public Future<List<Owned>> all(String tenant, long uid) {
        return groups.everOf(tenant, uid, MOST).compose(members -> {
            List<String> ids =
                    members.keySet().stream().map(GroupId::conversation).toList();
            if (ids.isEmpty()) {
                return Future.succeededFuture(List.of());
            }
            return Future.all(settings.find(tenant, uid, ids), heads.heads(tenant, ids))
                    .compose(both -> listed(tenant, members, both.resultAt(0), both.resultAt(1)));
        });
    }

    /** Ids of all, in ascending order. */
    Future<List<String>> ids(String tenant, long uid) {
        return groups.everOf(tenant, uid, MOST)
                .map(members -> members.keySet().stream()
                        .map(GroupId::conversation)
                        .sorted()
                        .toList());
    }

    private Future<List<Owned>> listed(
            String tenant, Map<GroupId, GroupMember> members, List<Owned> set, Map<String, Long> known) {
        Map<String, Owned> own = new HashMap<>();
        set.forEach(one -> own.put(one.conversationId(), one));
        List<UpTo> upTo = new ArrayList<>();
        members.forEach((group, member) ->
                upTo.add(new UpTo(group, bounded(member, known.getOrDefault(group.conversation(), 0L)))));
        return latest.of(tenant, upTo).map(found -> {
            List<Owned> all = new ArrayList<>();
            for (UpTo one : upTo) {
                String id = one.group().conversation();
                GroupMember member = members.get(one.group());
                Owned owned = own.containsKey(id) ? own.get(id) : Owned.ofGroup(one.group());
                all.add(owned.at(time(member, found.getOrDefault(id, Latest.NONE)), one.seq()));
            }
            all.sort(Comparator.comparing(Owned::position, ListPosition.ORDER));
            return all;
        });
    }

    private static long bounded(GroupMember member, long head) {
        long bound = member.bounds().maxSeq();
        return bound > 0 ? Math.min(head, bound) : head;
    }

    /** Coming in moves a group up like a message does. */
    private static long time(GroupMember member, Latest latest) {
        return latest.seq() < member.bounds().minSeq() ? member.joinedAt() : Math.max(latest.time(), member.joinedAt());
    }
}
