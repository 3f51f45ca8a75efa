package dev.curlew.gateway.session;

import dev.curlew.gateway.delivery.ChangeTracker;
import dev.curlew.gateway.group.MembershipTurn;
import dev.curlew.store.UserKey;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The sessions of one user on this node, and which of the user's changes came here. */
public final class UserSessions {

    private final UserKey user;
    private final ChangeTracker changes = new ChangeTracker();
    private final MembershipTurn memberships = new MembershipTurn();
    private final CopyOnWriteArrayList<Session> sessions = new CopyOnWriteArrayList<>();

    UserSessions(UserKey user) {
        this.user = user;
    }

    public UserKey user() {
        return user;
    }

    public ChangeTracker changes() {
        return changes;
    }

    public MembershipTurn memberships() {
        return memberships;
    }

    public List<Session> sessions() {
        return sessions;
    }

    void add(Session session) {
        sessions.addIfAbsent(session);
    }

    boolean remove(Session session) {
        sessions.remove(session);
        return sessions.isEmpty();
    }
}
