package dev.curlew.push;

import dev.curlew.domain.GroupId;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Reaches devices of users who are not connected. */
interface PushProvider {

    /** Whose device tokens it wants with each notice; an empty text for none. */
    String tokensOf();

    /** Calls it takes at once. */
    int atOnce();

    /** Which calls these reminders are: those who share a notice share calls. */
    Calls calls(List<Notice> notices);

    /** An id for one call, by which whoever is called knows a repetition; empty while there is none to be had. */
    Future<Optional<String>> callId();

    /** Makes one call and tells what became of it. Never fails, and ends within a bounded time. */
    Future<Tally> call(Group group, Optional<String> id);

    /**
     * Sends these reminders and tells what became of them, each counted once. It ends within a bounded time, and what could not
     * be sent by then has failed: that never touches what is stored.
     */
    default Future<Tally> send(List<Notice> notices) {
        Calls calls = calls(notices);
        return Batches.send(calls.groups(), atOnce(), group -> callId().compose(id -> call(group, id)))
                .map(calls.nameless()::plus);
    }

    /**
     * Reminders in calls.
     *
     * @param nameless those nobody can be called for
     */
    record Calls(List<Group> groups, Tally nameless) {}

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
            Long badge) {

        /** The topic of the group it was said in; empty for chats of two. */
        Optional<String> topic() {
            return GroupId.ofMessages(conversationId).map(GroupId::topic);
        }
    }

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
