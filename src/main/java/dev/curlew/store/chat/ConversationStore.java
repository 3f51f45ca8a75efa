package dev.curlew.store.chat;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.store.ConversationIndex;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every member's own copy of a conversation, with that member's settings (B-154). */
public interface ConversationStore extends ConversationIndex {

    int DEFAULT_BURN_S = 30;
    long DEFAULT_DESTRUCT_S = 604_800;

    /** What a copy that was never hidden is hidden up to. */
    long NEVER_HIDDEN = -1;

    /**
     * An owner's copy of a conversation. Times are milliseconds, durations seconds.
     *
     * @param burnFromSeq the first message that burns after it was read
     * @param hidden true when it is out of the list until the next message
     */
    record Owned(
            String conversationId,
            int conversationType,
            long peerUid,
            int recvMsgOpt,
            boolean pinned,
            boolean privateChat,
            int burnDuration,
            long burnFromSeq,
            boolean msgDestruct,
            long msgDestructTime,
            int groupAtType,
            String attachedInfo,
            String ex,
            long latestMsgTime,
            long hiddenSeq,
            boolean hidden) {

        /** Of a group whose owner never changed anything about it. */
        public static Owned ofGroup(GroupId group) {
            return new Owned(
                    group.conversation(),
                    ConversationId.GROUP,
                    0,
                    0,
                    false,
                    false,
                    DEFAULT_BURN_S,
                    0,
                    false,
                    DEFAULT_DESTRUCT_S,
                    0,
                    "",
                    "",
                    0,
                    NEVER_HIDDEN,
                    false);
        }

        /** The same with what its group knows: when it was last spoken in, and how far it is. */
        public Owned at(long time, long head) {
            return new Owned(
                    conversationId,
                    conversationType,
                    peerUid,
                    recvMsgOpt,
                    pinned,
                    privateChat,
                    burnDuration,
                    burnFromSeq,
                    msgDestruct,
                    msgDestructTime,
                    groupAtType,
                    attachedInfo,
                    ex,
                    time,
                    hiddenSeq,
                    hiddenSeq >= head);
        }

        public ListPosition position() {
            return new ListPosition(pinned, latestMsgTime, conversationId);
        }
    }

    /** Where a page of the list starts: after this entry. */
    record ListPosition(boolean pinned, long latestMsgTime, String conversationId) {

        /** The order of the list: pinned first, then the newest message. */
        public static final Comparator<ListPosition> ORDER = Comparator.comparing(ListPosition::pinned)
                .thenComparing(ListPosition::latestMsgTime)
                .thenComparing(ListPosition::conversationId)
                .reversed();
    }

    /** Makes a member's copy of a group's conversation, when it is needed first: lists do without. */
    Future<Void> needed(String tenant, long uid, GroupId group);

    /** Takes a group's conversation out of a member's list until it goes beyond {@code seq}. */
    Future<Void> hideGroup(String tenant, long uid, String conversationId, long seq);

    /** An owner's copies of these; those not there are missing. */
    Future<List<Owned>> find(String tenant, long uid, Collection<String> conversationIds);

    /** Gives settings their values, unless a later change has; values are named as the contract names them. */
    Future<Void> set(String tenant, long uid, String conversationId, Map<String, Object> values, long version);

    /** Raises the lowest visible number kept beside the settings (B-149). */
    Future<Void> raiseMinSeq(String tenant, long uid, String conversationId, long minSeq);

    /** Takes a conversation out of its owner's list; false when a message above {@code seq} came meanwhile. */
    Future<Boolean> hide(String tenant, long uid, String conversationId, long seq);

    /** Members of these conversations who chose one of these values of {@code recv_msg_opt}, by conversation (B-211). */
    Future<Map<String, Set<Long>>> choosing(String tenant, Collection<String> conversationIds, List<Integer> options);

    /** A page in list order: pinned first, then the newest message. */
    Future<List<Owned>> page(String tenant, long uid, ListPosition after, int limit);

    /** Like {@link #ids}, without what never counts as unread: notifications, hidden ones, those set to receive nothing. */
    Future<List<String>> counted(String tenant, long uid, String afterId, int limit);

    /** All conversation ids of a user, the one with the newest message first. */
    Future<List<String>> newestFirst(String tenant, long uid);

    /** Ids of those out of the list until their next message. */
    Future<List<String>> hidden(String tenant, long uid);
}
