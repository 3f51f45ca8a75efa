package dev.curlew.store.chat;

import dev.curlew.domain.Change;
import io.vertx.core.Future;

/** What changes do to stored messages. Each may be repeated: done once or ten times, the message ends the same. */
public interface MessageChanges {

    /** What a change meets. */
    enum Outcome {
        /** The messages are as the change wants them. */
        APPLIED,
        /** They were, and a later change has followed: whoever made that finished this one first. */
        OVERTAKEN,
        /** They had changed before, so that it means nothing. */
        TOO_LATE;

        /** @param stored the message as it is; null when it is not there */
        public static Outcome of(MessageStore.Stored stored, Change change) {
            if (stored == null || stored.version() < change.version()) {
                return TOO_LATE;
            }
            return stored.version() == change.version() ? APPLIED : OVERTAKEN;
        }
    }

    Future<Outcome> apply(String tenant, Change change);
}
