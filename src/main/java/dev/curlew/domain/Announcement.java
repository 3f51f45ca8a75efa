package dev.curlew.domain;

import java.util.Locale;

/**
 * What members of a group are to know, as it stands now.
 *
 * @param authorUid who announced it
 * @param editorUid who changed it last
 * @param confirmCount members who confirmed this version
 * @param version rises with every edit and with the removal
 * @param createdAt milliseconds
 * @param updatedAt milliseconds
 */
public record Announcement(
        long id,
        long groupId,
        Text text,
        long authorUid,
        long editorUid,
        State state,
        int confirmCount,
        long version,
        long createdAt,
        long updatedAt) {

    /** What is said, and whether members are to confirm that they read it. */
    public record Text(String content, boolean needConfirm) {}

    /** Whether it still holds. */
    public enum State {
        CURRENT,
        REMOVED;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What was done to it. */
    public enum Action {
        POSTED,
        EDITED,
        REMOVED;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One of the versions it had.
     *
     * @param createdAt milliseconds
     */
    public record Version(long version, Action action, Text text, long actorUid, long createdAt) {}

    /**
     * A member read it.
     *
     * @param version that was confirmed
     * @param confirmedAt milliseconds
     */
    public record Confirmation(long uid, long version, long confirmedAt) {}

    public boolean removed() {
        return state == State.REMOVED;
    }

    /** The same under its number. */
    public Announcement numbered(long number) {
        return new Announcement(
                number, groupId, text, authorUid, editorUid, state, confirmCount, version, createdAt, updatedAt);
    }

    /** The same, confirmed by one more. */
    public Announcement confirmed() {
        return new Announcement(
                id, groupId, text, authorUid, editorUid, state, confirmCount + 1, version, createdAt, updatedAt);
    }

    /** The same with another text; whoever confirmed the old one has not confirmed this. */
    public Announcement edited(Text other, long by, long nowMs) {
        return new Announcement(id, groupId, other, authorUid, by, state, 0, version + 1, createdAt, nowMs);
    }

    /** The same, holding no more. Who confirmed it stays known. */
    public Announcement removed(long by, long nowMs) {
        return new Announcement(
                id, groupId, text, authorUid, by, State.REMOVED, confirmCount, version + 1, createdAt, nowMs);
    }
}
