package dev.curlew.gateway.group;

import dev.curlew.domain.GroupId;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.gateway.session.UserSessions;
import dev.curlew.store.GroupKey;
import dev.curlew.store.UserKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Which sessions of this node follow which groups, and nothing of other nodes; shared by all event loops. */
public final class LocalGroups {

    private final SessionRegistry registry;
    private final List<Function<GroupId, String>> watched;
    private final Map<GroupKey, AttachedGroup> groups = new ConcurrentHashMap<>();

    /** @param watched the conversations of a group whose heads are compared */
    public LocalGroups(SessionRegistry registry, List<Function<GroupId, String>> watched) {
        this.registry = registry;
        this.watched = watched;
    }

    /** Null when nobody follows it here. */
    public AttachedGroup group(GroupKey key) {
        return groups.get(key);
    }

    Collection<AttachedGroup> all() {
        return groups.values();
    }

    public int count() {
        return groups.size();
    }

    /** The group the session is attached to now; null when it was already, or the session has ended. */
    AttachedGroup attach(Session session, GroupKey key) {
        SessionGroups mine = session.groups();
        synchronized (mine) {
            if (!mine.add(key)) {
                return null;
            }
            return groups.compute(key, (same, known) -> {
                AttachedGroup group = known == null ? fresh(key) : known;
                group.add(session);
                return group;
            });
        }
    }

    /**
     * Puts a group together again of those of the sessions that follow it, by what each of them says it follows. Needed only where it was
     * forgotten here although somebody follows it.
     */
    public void load(GroupKey key, Collection<Session> among) {
        for (Session session : among) {
            SessionGroups mine = session.groups();
            synchronized (mine) {
                if (mine.has(key)) {
                    groups.computeIfAbsent(key, this::fresh).add(session);
                }
            }
        }
    }

    /** False when it was not attached. */
    boolean detach(Session session, GroupKey key) {
        SessionGroups mine = session.groups();
        synchronized (mine) {
            if (!mine.remove(key)) {
                return false;
            }
            drop(session, key);
            return true;
        }
    }

    /** The session has ended; answers what it was attached to. */
    List<GroupKey> end(Session session) {
        SessionGroups mine = session.groups();
        synchronized (mine) {
            List<GroupKey> all = mine.end();
            all.forEach(key -> drop(session, key));
            return all;
        }
    }

    /** Whether a user follows a group on this node. */
    boolean holds(GroupKey key, long uid) {
        AttachedGroup group = groups.get(key);
        UserSessions user = registry.user(new UserKey(key.tenant(), uid));
        return group != null && user != null && user.sessions().stream().anyMatch(group::has);
    }

    private AttachedGroup fresh(GroupKey key) {
        return new AttachedGroup(
                key, watched.stream().map(name -> name.apply(key.id())).toList());
    }

    private void drop(Session session, GroupKey key) {
        groups.computeIfPresent(key, (same, group) -> group.remove(session) ? null : group);
    }
}
