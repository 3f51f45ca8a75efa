package dev.curlew.api.change;

import dev.curlew.api.conversation.Positions;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.api.history.GroupHistory;
import dev.curlew.domain.Change;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.change.GroupChangeMaker;
import dev.curlew.store.chat.MessageStore.Stored;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.mysql.GroupMarks;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageStore.Place;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the operations that change messages of groups share: finding them as the caller sees them, the rights, and making the change. */
public final class GroupDesk {

    private final Positions positions;
    private final GroupReader groups;
    private final GroupMessageStore messages;
    private final GroupMarks marks;
    private final GroupChangeMaker changes;

    public GroupDesk(
            Positions positions,
            GroupReader groups,
            GroupMessageStore messages,
            GroupMarks marks,
            GroupChangeMaker changes) {
        this.positions = positions;
        this.groups = groups;
        this.messages = messages;
        this.marks = marks;
        this.changes = changes;
    }

    /** Where the caller stands; 40400 where the caller never was. */
    Future<View> view(Caller caller, GroupId group) {
        return groups.everMember(caller.tenant(), group, caller.uid()).compose(member -> {
            if (member.isEmpty()) {
                throw ApiException.notFound("Conversation");
            }
            return positions
                    .views(caller.tenant(), caller.uid(), List.of(group.conversation()))
                    .map(views -> views.get(group.conversation()));
        });
    }

    /** The caller's membership; whoever is out changes nothing for others any more. */
    Future<GroupMember> member(Caller caller, GroupId group) {
        return groups.member(caller.tenant(), group, caller.uid())
                .map(member -> member.orElseThrow(() -> ApiException.notFound("Conversation")));
    }

    /** A member as they are in the group; those who never were have no role. */
    Future<Integer> rank(Caller caller, GroupId group, long uid) {
        return groups.member(caller.tenant(), group, uid)
                .map(member -> member.map(found -> found.role().rank()).orElse(0));
    }

    /** The messages among these that the caller can see or deleted; numbers above the head are 40400. */
    Future<Map<Long, Stored>> stored(Caller caller, GroupId group, Collection<Long> seqs) {
        long lowest = seqs.stream().mapToLong(Long::longValue).min().orElse(1);
        long highest = seqs.stream().mapToLong(Long::longValue).max().orElse(0);
        return view(caller, group).compose(view -> {
            if (highest > view.maxSeq()) {
                throw ApiException.notFound("Message");
            }
            List<Place> places = seqs.stream()
                    .filter(seq -> seq >= view.minSeq())
                    .map(seq -> new Place(group.topic(), seq))
                    .toList();
            return Future.all(
                            messages.at(caller.tenant(), places),
                            marks.deletedBy(caller.tenant(), caller.uid(), group, lowest, highest))
                    .map(both -> {
                        List<Long> deleted = both.resultAt(1);
                        Map<Long, Stored> found = new TreeMap<>();
                        both.<Map<Place, GroupMessageStore.Stored>>resultAt(0).values().stream()
                                .filter(row -> shown(caller, row))
                                .forEach(row -> found.put(row.seq(), seen(caller, row, deleted)));
                        return found;
                    });
        });
    }

    /** One of them; 40400 when the caller cannot see it. */
    Future<Stored> visible(Caller caller, GroupId group, long seq) {
        return stored(caller, group, List.of(seq)).map(found -> {
            Stored stored = found.get(seq);
            if (stored == null || stored.isGoneFor(caller.uid())) {
                throw ApiException.notFound("Message");
            }
            return stored;
        });
    }

    /** What waits for a review is changed by nobody: its sender can take it back. */
    Future<Void> requireReviewed(Caller caller, GroupId group, long seq) {
        return messages.range(caller.tenant(), group.topic(), seq, seq).map(found -> {
            if (found.stream().anyMatch(GroupMessageStore.Stored::isPending)) {
                throw new ApiException(ErrorCode.FORBIDDEN, "A message that waits for a review cannot be edited.");
            }
            return null;
        });
    }

    /** One the caller sent. */
    Future<Stored> own(Caller caller, GroupId group, long seq) {
        return visible(caller, group, seq).map(stored -> {
            if (stored.message().sendUid() != caller.uid()) {
                throw new ApiException(ErrorCode.FORBIDDEN, "Only the sender may do this.");
            }
            return stored;
        });
    }

    /** Makes a change for all members; null when what it was to change had changed before. */
    Future<Change> forAll(Caller caller, GroupId group, Change.What what) {
        return make(caller, group, 0, what);
    }

    /** Makes a change for the caller alone. */
    Future<Change> forOwner(Caller caller, GroupId group, Change.What what) {
        return make(caller, group, caller.uid(), what);
    }

    Future<List<Change>> after(Caller caller, GroupId group, long version, int limit) {
        return changes.after(caller.tenant(), group, caller.uid(), version, limit);
    }

    private Future<Change> make(Caller caller, GroupId group, long owner, Change.What what) {
        Change change = new Change(group.conversation(), 0, owner, caller.uid(), System.currentTimeMillis(), what);
        return changes.make(caller.tenant(), group, change, caller.sessionId());
    }

    private static boolean shown(Caller caller, GroupMessageStore.Stored row) {
        return !row.isHole()
                && !row.isRejected()
                && (row.isPending()
                        ? row.message().sendUid() == caller.uid()
                        : row.isRecalled() || row.isDeleted() || row.isNormal());
    }

    private static Stored seen(Caller caller, GroupMessageStore.Stored row, List<Long> deleted) {
        Stored seen = GroupHistory.seen(row);
        return deleted.contains(row.seq())
                ? new Stored(
                        seen.message(),
                        seen.revoke(),
                        List.of(Long.toString(caller.uid())),
                        false,
                        seen.version(),
                        seen.deleted())
                : seen;
    }
}
