package dev.curlew.domain;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A group as it is stored.
 *
 * @param groupId its number in the tenant
 * @param status what was set; {@link #statusAt} says what holds
 * @param mutedUntil milliseconds; 0 when not muted
 * @param memberCount members in state active
 * @param oversight what administrators decide about it
 * @param version rises with every change of the group or of a member
 * @param createdAt milliseconds
 * @param updatedAt milliseconds
 */
public record Group(
        long groupId,
        Profile profile,
        Settings settings,
        long ownerUid,
        Status status,
        long mutedUntil,
        int memberCount,
        Oversight oversight,
        long version,
        long createdAt,
        long updatedAt) {

    /**
     * What administrators decide about a group.
     *
     * @param large null: the number of members decides
     * @param review null: the tenant's setting decides
     */
    public record Oversight(Boolean large, Review.Mode review) {

        public static final Oversight NONE = new Oversight(null, null);
    }

    /** What a group shows of itself. */
    public record Profile(String name, String faceUrl, String introduction, String ex) {}

    /** Who may do what in a group. */
    public record Settings(JoinPolicy join, Policy invite, Policy announce) {

        public static final Settings DEFAULT = new Settings(JoinPolicy.APPROVAL, Policy.ALL, Policy.ADMINS);
    }

    /** Where a group is in its life. */
    public enum Status {
        NORMAL,
        MUTED,
        DISSOLVED;

        public String wire() {
            return Group.wire(this);
        }
    }

    /** How a stranger becomes a member. */
    public enum JoinPolicy {
        OPEN,
        APPROVAL,
        CLOSED;

        public String wire() {
            return Group.wire(this);
        }
    }

    /** Who may do something: every member, or owner and admins. */
    public enum Policy {
        ALL,
        ADMINS;

        public String wire() {
            return Group.wire(this);
        }
    }

    public GroupId id() {
        return new GroupId(groupId);
    }

    /**
     * Whether nothing is told to all of its members that each of them causes.
     *
     * @param threshold members from which on a group is large, where it does not say otherwise
     */
    public boolean isLarge(int threshold) {
        return oversight.large() == null ? memberCount >= threshold : oversight.large();
    }

    public boolean dissolved() {
        return status == Status.DISSOLVED;
    }

    /** A muted group is a normal one again when its time has come, without anybody's doing. */
    public Status statusAt(long nowMs) {
        return status == Status.MUTED && mutedUntil <= nowMs ? Status.NORMAL : status;
    }

    /** The same under its number. */
    public Group numbered(long id) {
        return new Group(
                id,
                profile,
                settings,
                ownerUid,
                status,
                mutedUntil,
                memberCount,
                oversight,
                version,
                createdAt,
                updatedAt);
    }

    /** The same with another profile. */
    public Group with(Profile other) {
        return copy(other, settings, ownerUid, status, mutedUntil, memberCount, oversight);
    }

    /** The same with other settings. */
    public Group with(Settings other) {
        return copy(profile, other, ownerUid, status, mutedUntil, memberCount, oversight);
    }

    /** The same, muted until then; 0 lets members speak again. */
    public Group mutedUntil(long ms) {
        Status other = ms == 0 ? Status.NORMAL : Status.MUTED;
        return copy(profile, settings, ownerUid, other, ms, memberCount, oversight);
    }

    /** The same at its end: nobody is in it any more. */
    public Group ended() {
        return copy(profile, settings, ownerUid, Status.DISSOLVED, 0, 0, oversight);
    }

    /** The same with another owner. */
    public Group ownedBy(long uid) {
        return copy(profile, settings, uid, status, mutedUntil, memberCount, oversight);
    }

    /** The same with more members, or fewer. */
    public Group withMembers(int more) {
        return copy(profile, settings, ownerUid, status, mutedUntil, memberCount + more, oversight);
    }

    /** The same with another oversight. */
    public Group with(Oversight decided) {
        return copy(profile, settings, ownerUid, status, mutedUntil, memberCount, decided);
    }

    /** The same after one more change. */
    public Group changedAt(long nowMs) {
        return new Group(
                groupId,
                profile,
                settings,
                ownerUid,
                status,
                mutedUntil,
                memberCount,
                oversight,
                version + 1,
                createdAt,
                nowMs);
    }

    /** A constant by its name in the contract; empty when there is none. */
    public static <E extends Enum<E>> Optional<E> named(Class<E> type, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> wire(constant).equals(name))
                .findFirst();
    }

    private static String wire(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The same group at the same version. */
    private Group copy(
            Profile otherProfile,
            Settings otherSettings,
            long owner,
            Status otherStatus,
            long muted,
            int members,
            Oversight otherOversight) {
        return new Group(
                groupId,
                otherProfile,
                otherSettings,
                owner,
                otherStatus,
                muted,
                members,
                otherOversight,
                version,
                createdAt,
                updatedAt);
    }
}
