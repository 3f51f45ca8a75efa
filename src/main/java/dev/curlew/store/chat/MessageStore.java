package dev.curlew.store.chat;

import dev.curlew.domain.Message;
import dev.curlew.domain.Revoke;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Bodies of messages between two and of notifications. */
public interface MessageStore {

    /**
     * A stored message with what happened to it since.
     *
     * @param revoke null unless it was taken back
     * @param deletedBy uids of those who deleted it for themselves
     * @param read true once its recipient has read it
     * @param version number of the newest change to it, 0 for none
     * @param deleted true when it was deleted for all
     */
    record Stored(Message message, Revoke revoke, List<String> deletedBy, boolean read, long version, boolean deleted) {

        /** A message nothing has happened to. */
        public static Stored untouched(Message message) {
            return new Stored(message, null, List.of(), false, 0, false);
        }

        public boolean isGoneFor(long uid) {
            return deleted || deletedBy.contains(Long.toString(uid));
        }

        /** Whether it still is what was sent, for everybody. */
        public boolean isUntouched() {
            return revoke == null && deletedBy.isEmpty() && version == 0 && !deleted;
        }
    }

    /** Messages of a range, by number; numbers without a body are missing. */
    Future<Map<Long, Stored>> range(String tenant, String conversationId, long from, long to);

    /** Messages by number, wherever they are; numbers without a body are missing. */
    Future<Map<Long, Stored>> find(String tenant, String conversationId, Collection<Long> seqs);

    /** Stores bodies that are missing although their places are taken; what is there stays as it is. */
    Future<Void> putBack(String tenant, Collection<Message> messages);
}
