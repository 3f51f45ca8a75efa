package dev.curlew.store.chat;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Where users stand in conversations, those of groups too. {@code read_seq} rises by reading and by sending; {@code seen_seq} only by
 * what a device reported as seen, and is what the peer is told.
 */
public interface SeqUserStore {

    /**
     * A user's place in a conversation.
     *
     * @param maxSeq 0 for no upper bound
     * @param version number of the newest change that concerns the user (rule 12)
     * @param seenSeqs messages above {@code seenSeq} that were reported as seen one by one
     */
    record Position(long minSeq, long maxSeq, long readSeq, long seenSeq, long version, List<Long> seenSeqs) {
        public static final Position START = new Position(0, 0, 0, 0, 0, List.of());

        /** Whether a device of the user reported this message as seen. */
        public boolean hasSeen(long seq) {
            return seq <= seenSeq || seenSeqs.contains(seq);
        }
    }

    /**
     * Raises what a device reported as seen; succeeds with the position before.
     *
     * @param seqs messages above it that were seen too
     */
    Future<Position> raiseSeen(String tenant, long uid, String conversationId, long seq, List<Long> seqs);

    /** What was seen one by one needs no list any more once the position has passed it. */
    Future<Void> forgetSeen(String tenant, long uid, String conversationId, long upTo);

    /** Raises the version of these users, and the lowest number they see; neither is ever lowered. */
    Future<Void> raiseVersion(String tenant, String conversationId, Collection<Long> uids, long version, long minSeq);

    /** A user's positions by conversation; conversations never touched are missing. */
    Future<Map<String, Position>> positions(String tenant, long uid, Collection<String> conversationIds);

    /** Those of a conversation who have cleared a number, or never saw it. */
    Future<List<Long>> hiddenFrom(String tenant, String conversationId, long seq);

    /** Everybody's positions in these conversations, as conversation → uid → position. */
    Future<Map<String, Map<Long, Position>>> everyone(String tenant, Collection<String> conversationIds);

    /**
     * Who reported a message of a group as seen, in order of their ids as text.
     *
     * @param except the sender, and who is no member any more
     * @param after 0 from the start
     */
    Future<List<Long>> readers(
            String tenant, String conversationId, long seq, Collection<Long> except, long after, int limit);

    /** How many they are. */
    Future<Long> readerCount(String tenant, String conversationId, long seq, Collection<Long> except);
}
