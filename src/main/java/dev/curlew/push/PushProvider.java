package dev.curlew.push;

import io.vertx.core.Future;
import java.util.List;

/** Reaches devices of users who are not connected. */
public interface PushProvider {

    /** Whose device tokens it wants with each notice; an empty text for none. */
    String tokensOf();

    /**
     * Sends these reminders and tells what became of them, each counted once. It ends within a bounded time, and what could not
     * be sent by then has failed: that never touches what is stored.
     */
    Future<Tally> send(List<Notice> notices);

    /**
     * One reminder for one user.
     *
     * @param tokens the devices registered with this provider; empty when there are none
     */
    record Notice(long uid, List<String> tokens, Content content) {}

    /**
     * What a reminder says: enough to wake the app, which then pulls. Users for whom it is equal are served by one call.
     *
     * @param title the sender's name unless the sender gave one; may be empty
     * @param body never the message's text unless the sender or the tenant wants it
     * @param ex handed on as the sender gave it, null for none (B-204)
     * @param sound name of a sound on iOS, null for the default one (B-205)
     * @param badge unread messages in all conversations, null for no badge (B-206)
     */
    record Content(
            String tenant,
            String conversationId,
            long seq,
            long sendUid,
            String title,
            String body,
            String ex,
            String sound,
            Long badge) {}

    /** How many reminders were taken by the provider, could not be sent, and had no device to go to. */
    record Tally(int succeeded, int failed, int noTarget) {

        static final Tally NONE = new Tally(0, 0, 0);

        static Tally succeeded(int count) {
            return new Tally(count, 0, 0);
        }

        static Tally failed(int count) {
            return new Tally(0, count, 0);
        }

        static Tally noTarget(int count) {
            return new Tally(0, 0, count);
        }

        Tally plus(Tally other) {
            return new Tally(succeeded + other.succeeded, failed + other.failed, noTarget + other.noTarget);
        }
    }
}
