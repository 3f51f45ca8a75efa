package dev.curlew.gateway.group;

import dev.curlew.domain.GroupId;
import dev.curlew.store.GroupKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What one session follows: the groups it is attached to, and what its client asked for. Safe for several threads. */
public final class SessionGroups {

    private final Set<GroupKey> attached = new HashSet<>();
    private final Set<GroupId> asked = new HashSet<>();
    private final Set<GroupId> declined = new HashSet<>();
    private boolean auto = true;
    private boolean ended;

    /** Whether the session follows every group of its user that it did not decline. */
    public synchronized void auto(boolean on) {
        auto = on;
    }

    synchronized boolean auto() {
        return auto;
    }

    /** The client wants a group, or wants it no more. */
    synchronized void ask(GroupId group) {
        asked.add(group);
        declined.remove(group);
    }

    synchronized void decline(GroupId group) {
        asked.remove(group);
        declined.add(group);
    }

    /** The user is no member any more: what was asked for before does not count when they come back. */
    synchronized void forget(GroupId group) {
        asked.remove(group);
        declined.remove(group);
    }

    synchronized boolean wants(GroupId group) {
        return auto ? !declined.contains(group) : asked.contains(group);
    }

    /** False when it was so already, or the session has ended. */
    synchronized boolean add(GroupKey group) {
        return !ended && attached.add(group);
    }

    synchronized boolean has(GroupKey group) {
        return attached.contains(group);
    }

    synchronized boolean remove(GroupKey group) {
        return attached.remove(group);
    }

    synchronized List<GroupKey> attached() {
        return List.copyOf(attached);
    }

    /** Nothing is attached from now on; answers what was. */
    synchronized List<GroupKey> end() {
        ended = true;
        List<GroupKey> all = List.copyOf(attached);
        attached.clear();
        return all;
    }
}
