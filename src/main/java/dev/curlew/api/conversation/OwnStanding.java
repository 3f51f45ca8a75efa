package dev.curlew.api.conversation;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.store.chat.SeqUserStore;
import dev.curlew.store.chat.SeqUserStore.Position;
import dev.curlew.store.group.GroupVersions;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a user stands, as stored: of a conversation of two with where the peer stands, of a group only the user's own place, within the
 * bounds of the membership. So a group of ten thousand costs what one of two does.
 */
public final class OwnStanding {

    private final SeqUserStore users;
    private final GroupBounds bounds;
    private final GroupVersions versions;
    private final GroupSent sent;

    public OwnStanding(SeqUserStore users, GroupBounds bounds, GroupVersions versions, GroupSent sent) {
        this.sent = sent;
        this.users = users;
        this.bounds = bounds;
        this.versions = versions;
    }

    /**
     * @param positions by conversation and uid; groups the user never was in are missing
     * @param versions of groups: number of the newest change that concerns all
     */
    record Known(Map<String, Map<Long, Position>> positions, Map<String, Long> versions) {}

    /** With the peers of conversations of two. */
    Future<Known> of(String tenant, long uid, Collection<String> conversationIds) {
        List<String> ofPairs = conversationIds.stream()
                .filter(id -> GroupId.ofConversation(id).isEmpty())
                .toList();
        return known(
                tenant,
                uid,
                conversationIds,
                ofPairs.isEmpty() ? Future.succeededFuture(Map.of()) : users.everyone(tenant, ofPairs));
    }

    /** Only the user's own. */
    Future<Known> ofOne(String tenant, long uid, Collection<String> conversationIds) {
        List<String> ofPairs = conversationIds.stream()
                .filter(id -> GroupId.ofConversation(id).isEmpty())
                .toList();
        return known(tenant, uid, conversationIds, own(tenant, uid, ofPairs).map(found -> {
            Map<String, Map<Long, Position>> positions = new HashMap<>();
            found.forEach((id, position) -> positions.put(id, Map.of(uid, position)));
            return positions;
        }));
    }

    private Future<Known> known(
            String tenant,
            long uid,
            Collection<String> conversationIds,
            Future<Map<String, Map<Long, Position>>> pairs) {
        List<String> ofGroups = conversationIds.stream()
                .filter(id -> GroupId.ofConversation(id).isPresent())
                .toList();
        return Future.all(
                        pairs,
                        own(tenant, uid, ofGroups),
                        bounds.of(tenant, uid, ofGroups),
                        versions.of(tenant, ofGroups),
                        sent.of(tenant, uid, ofGroups))
                .map(all -> {
                    Map<String, Map<Long, Position>> positions =
                            new HashMap<>(all.<Map<String, Map<Long, Position>>>resultAt(0));
                    conversationIds.stream()
                            .filter(id -> GroupId.ofConversation(id).isEmpty())
                            .forEach(id -> positions.putIfAbsent(id, Map.of()));
                    Map<String, Position> own = all.resultAt(1);
                    Map<String, GroupMember> members = all.resultAt(2);
                    Map<String, Long> spoken = all.resultAt(4);
                    for (String id : ofGroups) {
                        Position stored = own.getOrDefault(id, Position.START);
                        if (GroupId.ofMessages(id).isEmpty()) {
                            positions.put(id, Map.of(uid, stored));
                        } else if (members.containsKey(id)) {
                            positions.put(
                                    id, Map.of(uid, within(stored, members.get(id), spoken.getOrDefault(id, 0L))));
                        }
                    }
                    return new Known(positions, all.resultAt(3));
                });
    }

    private Future<Map<String, Position>> own(String tenant, long uid, List<String> ids) {
        return ids.isEmpty() ? Future.succeededFuture(Map.of()) : users.positions(tenant, uid, ids);
    }

    /**
     * Whoever joins or speaks has read what was said before; what was said between two memberships is not theirs (rule 16).
     *
     * @param spoken the highest number the user sent, where Redis does not know it
     */
    static Position within(Position stored, GroupMember member, long spoken) {
        return new Position(
                Math.max(stored.minSeq(), member.bounds().minSeq()),
                member.bounds().maxSeq(),
                Math.max(Math.max(stored.readSeq(), spoken), member.joinSeq()),
                stored.seenSeq(),
                stored.version(),
                stored.seenSeqs());
    }
}
