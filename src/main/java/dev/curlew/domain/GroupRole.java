package dev.curlew.domain;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a member is in a group. */
public enum GroupRole {
    MEMBER(1),
    ADMIN(2),
    OWNER(3);

    private final int rank;

    GroupRole(int rank) {
        this.rank = rank;
    }

    /** Empty when there is none of that name. */
    public static Optional<GroupRole> named(String name) {
        return Arrays.stream(values()).filter(role -> role.wire().equals(name)).findFirst();
    }

    /** As in {@code revoke.role}: 1 a member, 2 an admin, 3 the owner. */
    public int rank() {
        return rank;
    }

    /** The name in the contract and in the store. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
