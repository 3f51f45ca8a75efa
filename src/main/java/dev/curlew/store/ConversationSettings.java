package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;

/** What owners set for their conversations, as far as delivery and reminders ask for it. */
public interface ConversationSettings {

    /** One request for all; a conversation its owner does not have, or never changed, has {@link Settings#DEFAULT}. */
    Future<Map<Key, Settings>> find(String tenant, Collection<Key> keys);

    /** An owner's copy of a conversation. */
    record Key(long uid, String conversationId) {}

    /**
     * @param recvMsgOpt 0 normal; 1 no live event, no reminder, not counted in the total; 2 delivered, no reminder
     * @param burnFromSeq the first message that burns after it was read; 0 where none does
     * @param burnDuration how long after, seconds
     */
    record Settings(int recvMsgOpt, long burnFromSeq, int burnDuration) {
        public static final Settings DEFAULT = new Settings(0, 0, 0);

        /** Whether the owner is reminded while away. */
        public boolean reminds() {
            return recvMsgOpt == 0;
        }
    }
}
