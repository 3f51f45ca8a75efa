package dev.curlew.api.conversation;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.store.ConversationIndex;
import dev.curlew.store.chat.ConversationStore;
import dev.curlew.store.chat.ConversationStore.ListPosition;
import dev.curlew.store.chat.ConversationStore.Owned;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A user's list: the conversations of two as they are stored, with those of groups put in at their places. */
public final class Chats implements ConversationIndex {

    private final ConversationStore pairs;
    private final GroupChats groups;

    public Chats(ConversationStore pairs, GroupChats groups) {
        this.pairs = pairs;
        this.groups = groups;
    }

    @Override
    public Future<List<String>> ids(String tenant, long uid, String afterId, int limit) {
        return Future.all(pairs.ids(tenant, uid, afterId, limit), groups.ids(tenant, uid))
                .map(both -> Stream.concat(
                                both.<List<String>>resultAt(0).stream(), both.<List<String>>resultAt(1).stream())
                        .filter(id -> id.compareTo(afterId) > 0)
                        .sorted()
                        .limit(limit)
                        .toList());
    }

    /** A page in list order: pinned first, then the newest message. */
    public Future<List<Owned>> page(String tenant, long uid, ListPosition after, int limit) {
        return Future.all(pairs.page(tenant, uid, after, limit), groups.all(tenant, uid))
                .map(both -> Stream.concat(
                                both.<List<Owned>>resultAt(0).stream(),
                                both.<List<Owned>>resultAt(1).stream()
                                        .filter(owned -> !owned.hidden())
                                        .filter(owned -> after == null
                                                || ListPosition.ORDER.compare(owned.position(), after) > 0))
                        .sorted(Comparator.comparing(Owned::position, ListPosition.ORDER))
                        .limit(limit)
                        .toList());
    }

    /** An owner's copies of these; those not there are missing. */
    public Future<List<Owned>> find(String tenant, long uid, Collection<String> conversationIds) {
        List<String> ofPairs = conversationIds.stream()
                .filter(id -> GroupId.ofMessages(id).isEmpty())
                .toList();
        if (ofPairs.size() == conversationIds.size()) {
            return pairs.find(tenant, uid, conversationIds);
        }
        Set<String> wanted = Set.copyOf(conversationIds);
        return Future.all(
                        ofPairs.isEmpty() ? Future.succeededFuture(List.of()) : pairs.find(tenant, uid, ofPairs),
                        groups.all(tenant, uid))
                .map(both -> {
                    List<Owned> found = new ArrayList<>(both.<List<Owned>>resultAt(0));
                    both.<List<Owned>>resultAt(1).stream()
                            .filter(owned -> wanted.contains(owned.conversationId()))
                            .forEach(found::add);
                    return found;
                });
    }

    /** All conversation ids of a user, the one with the newest message first. */
    Future<List<String>> newestFirst(String tenant, long uid) {
        return Future.all(pairs.newestFirst(tenant, uid), groups.all(tenant, uid))
                .map(both -> {
                    List<String> ids = new ArrayList<>(both.<List<Owned>>resultAt(1).stream()
                            .map(Owned::conversationId)
                            .toList());
                    ids.addAll(both.<List<String>>resultAt(0));
                    return ids;
                });
    }

    /** Groups that may count as unread: those neither hidden nor set to receive nothing. */
    Future<List<String>> countedGroups(String tenant, long uid) {
        return groups.all(tenant, uid)
                .map(all -> all.stream()
                        .filter(owned -> !owned.hidden() && owned.recvMsgOpt() != 1)
                        .map(Owned::conversationId)
                        .toList());
    }

    /** Groups in the list. */
    Future<List<String>> shownGroups(String tenant, long uid) {
        return groups.all(tenant, uid)
                .map(all -> all.stream()
                        .filter(owned -> !owned.hidden())
                        .map(Owned::conversationId)
                        .toList());
    }

    /** Whether a conversation is of a group. */
    static boolean isOfGroup(Owned owned) {
        return owned.conversationType() == ConversationId.GROUP;
    }
}
