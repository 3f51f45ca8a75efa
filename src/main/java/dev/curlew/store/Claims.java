package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Optional;

/** The durable answer to "was this message given its place?" (rule 1). */
public interface Claims {

    /** @param serverMsgId derived from tenant, conversation, sender and client id, so the same for every try */
    Future<Optional<Claim>> find(String tenant, String serverMsgId);

    /**
     * A place taken in a conversation, for good.
     *
     * @param attempt the try that took it
     * @param hole true for a tombstone: no message will ever be here (rule 4)
     * @param counts false when it never counts as unread
     */
    record Claim(
            String conversationId,
            long sender,
            String clientMsgId,
            long seq,
            String serverMsgId,
            String sendHash,
            long sendTime,
            String attempt,
            boolean hole,
            boolean counts) {}
}
