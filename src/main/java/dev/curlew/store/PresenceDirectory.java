package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Who is online and where: the shared truth about sessions, with a life that ends by itself. */
public interface PresenceDirectory extends SessionDirectory {

    /** Writes a session after its login; answers the older sessions it replaces. */
    Future<List<SessionRef>> online(Entry entry, LoginPolicy policy);

    /** Refreshes sessions in one pipeline; writes again whatever Redis has lost. */
    Future<Void> touch(List<Entry> entries);

    /**
     * Ends a session; answers how many the user has left.
     *
     * @param lastOnNode true when the user has no other session on this node
     */
    Future<Integer> offline(Entry entry, boolean lastOnNode);

    /** Removes whatever a node left behind; the node itself must have no live session there. */
    Future<Void> clearNode(String tenant, String nodeId);

    /** Never fails: what could not be asked is unknown. */
    Future<Map<Long, Presence>> find(String tenant, Collection<Long> uids);

    /** Never fails: what could not be asked is unknown. */
    default Future<Presence> get(String tenant, long uid) {
        return find(tenant, List.of(uid)).map(found -> found.get(uid));
    }

    /**
     * A session as Redis is told of it.
     *
     * @param lastActiveAt last packet, milliseconds
     */
    record Entry(UserKey user, SessionRef session, String ua, long lastActiveAt) {}

    /** Which older sessions of the user a login ends; the same platform and given device always does. */
    enum LoginPolicy {
        ALL,
        PER_CLASS,
        ONE
    }
}
