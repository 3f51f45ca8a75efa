package dev.curlew.domain;

import java.util.Locale;

/**
 * Somebody's application to join a group.
 *
 * @param message what the applicant says to whoever decides
 * @param actorUid who decided; 0 for nobody yet, and where the group lets everybody in
 * @param createdAt milliseconds
 * @param decidedAt milliseconds; 0 while it is pending
 */
public record JoinRequest(
        long id, long groupId, long uid, String message, State state, long actorUid, long createdAt, long decidedAt) {

    /** What became of it. */
    public enum State {
        PENDING,
        ACCEPTED,
        DECLINED;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public boolean pending() {
        return state == State.PENDING;
    }

    /** One that waits for somebody to decide. */
    public static JoinRequest pending(GroupId group, long uid, String message, long nowMs) {
        return new JoinRequest(0, group.value(), uid, message, State.PENDING, 0, nowMs, 0);
    }

    /** The same under its number. */
    public JoinRequest numbered(long number) {
        return new JoinRequest(number, groupId, uid, message, state, actorUid, createdAt, decidedAt);
    }

    /** The same after a decision. */
    public JoinRequest decided(State how, long by, long nowMs) {
        return new JoinRequest(id, groupId, uid, message, how, by, createdAt, nowMs);
    }
}
