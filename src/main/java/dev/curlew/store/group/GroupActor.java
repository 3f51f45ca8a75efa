package dev.curlew.store.group;

/**
 * Whose doing a change is.
 *
 * @param uid 0 for the system, which an administrator of the installation acts as
 */
public record GroupActor(long uid) {

    /** Needs no rights in the group. */
    public static final GroupActor SYSTEM = new GroupActor(0);

    public boolean system() {
        return uid == 0;
    }
}
