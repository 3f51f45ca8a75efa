package dev.curlew.gateway.session;

import dev.curlew.store.UserKey;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The connections of this node and nothing else; shared by all its event loops. */
public final class SessionRegistry {

    private final Map<String, Session> connections = new ConcurrentHashMap<>();
    private final Map<UserKey, UserSessions> users = new ConcurrentHashMap<>();
    private final Set<String> tenants = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();

    /** Counts a connection in, unless there are too many. */
    boolean admit(int most) {
        if (count.incrementAndGet() > most) {
            count.decrementAndGet();
            return false;
        }
        return true;
    }

    /** A connection that was admitted is gone. */
    void released() {
        count.decrementAndGet();
    }

    void connected(Session session) {
        connections.put(session.id(), session);
    }

    void disconnected(Session session) {
        connections.remove(session.id());
    }

    void loggedIn(Session session) {
        UserKey user = session.login().user();
        tenants.add(user.tenant());
        users.compute(user, (key, known) -> {
            UserSessions mine = known == null ? new UserSessions(key) : known;
            mine.add(session);
            return mine;
        });
    }

    /** True when the user has no other session here. */
    boolean loggedOut(Session session, UserKey user) {
        return users.computeIfPresent(user, (key, mine) -> mine.remove(session) ? null : mine) == null;
    }

    public Session session(String id) {
        return id == null ? null : connections.get(id);
    }

    /** Null when the user has none here. */
    public UserSessions user(UserKey user) {
        return users.get(user);
    }

    public Collection<UserSessions> users() {
        return users.values();
    }

    public Collection<Session> connections() {
        return connections.values();
    }

    /** Tenants that had a session here since the start. */
    public Set<String> tenants() {
        return tenants;
    }

    public int count() {
        return count.get();
    }
}
