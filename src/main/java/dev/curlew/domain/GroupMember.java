package dev.curlew.domain;

import java.util.Locale;

/**
 * Somebody who is in a group or was.
 *
 * @param nickname in this group; null: the user's own
 * @param mutedUntil milliseconds; 0 when not muted
 * @param inviterUid 0 when nobody brought them in
 * @param joinSeq highest number of the group at the last joining
 * @param joinedAt milliseconds
 * @param leftAt milliseconds; 0 while they are in
 * @param leftBy who ended it; 0 for the system
 * @param version of the group when this changed last
 */
public record GroupMember(
        long uid,
        GroupRole role,
        State state,
        String nickname,
        long mutedUntil,
        long inviterUid,
        long joinSeq,
        Bounds bounds,
        long joinedAt,
        long leftAt,
        long leftBy,
        long version) {

    /** What a member may read: from {@code minSeq} on, and up to {@code maxSeq}, where 0 is no bound. */
    public record Bounds(long minSeq, long maxSeq) {

        /** Everything there was and will be. */
        public static final Bounds ALL = new Bounds(1, 0);
    }

    /** Whether they are in, and if not, why. */
    public enum State {
        ACTIVE,
        LEFT,
        REMOVED,
        /** Removed, and may not come back. */
        BLOCKED;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Somebody who was never in before: all of the group's history is theirs to read. */
    public static GroupMember joining(long uid, GroupRole role, long inviterUid, long high, long nowMs) {
        return new GroupMember(uid, role, State.ACTIVE, null, 0, inviterUid, high, Bounds.ALL, nowMs, 0, 0, 0);
    }

    public boolean active() {
        return state == State.ACTIVE;
    }

    public boolean mutedAt(long nowMs) {
        return mutedUntil > nowMs;
    }

    /** Back again: what was said in between stays unread for good. */
    public GroupMember rejoining(long inviter, long high, long nowMs) {
        return new GroupMember(
                uid,
                GroupRole.MEMBER,
                State.ACTIVE,
                nickname,
                mutedUntil,
                inviter,
                high,
                new Bounds(high + 1, 0),
                nowMs,
                0,
                0,
                version);
    }

    /** Out; the number of the departure is the last they know of. */
    public GroupMember gone(State how, long by, long seq, long nowMs) {
        return new GroupMember(
                uid,
                GroupRole.MEMBER,
                how,
                nickname,
                mutedUntil,
                inviterUid,
                joinSeq,
                new Bounds(bounds.minSeq(), seq),
                joinedAt,
                nowMs,
                by,
                version);
    }

    /** The same with another state and nothing else. */
    public GroupMember as(State other) {
        return new GroupMember(
                uid, role, other, nickname, mutedUntil, inviterUid, joinSeq, bounds, joinedAt, leftAt, leftBy, version);
    }

    /** The same in another role. */
    public GroupMember as(GroupRole other) {
        return new GroupMember(
                uid,
                other,
                state,
                nickname,
                mutedUntil,
                inviterUid,
                joinSeq,
                bounds,
                joinedAt,
                leftAt,
                leftBy,
                version);
    }

    /** The same under another name. */
    public GroupMember named(String other) {
        return new GroupMember(
                uid, role, state, other, mutedUntil, inviterUid, joinSeq, bounds, joinedAt, leftAt, leftBy, version);
    }

    /** The same, muted until then; 0 lets them speak again. */
    public GroupMember mutedUntil(long ms) {
        return new GroupMember(
                uid, role, state, nickname, ms, inviterUid, joinSeq, bounds, joinedAt, leftAt, leftBy, version);
    }

    /** The same, changed with that version of the group. */
    public GroupMember at(long groupVersion) {
        return new GroupMember(
                uid,
                role,
                state,
                nickname,
                mutedUntil,
                inviterUid,
                joinSeq,
                bounds,
                joinedAt,
                leftAt,
                leftBy,
                groupVersion);
    }
}
