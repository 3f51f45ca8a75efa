package dev.curlew.gateway.group;

import dev.curlew.gateway.session.Session;
import dev.curlew.store.GroupKey;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Attaching a session to groups and detaching it: here, in Redis, and for what is told of as lost. In the turn of the session's user. */
public final class Attaching {

    private final LocalGroups local;
    private final OnlineKeeper keeper;
    private final GroupChecks checks;
    private final Function<GroupKey, Future<Boolean>> ended;

    /** @param ended whether a group was dissolved */
    public Attaching(
            LocalGroups local, OnlineKeeper keeper, GroupChecks checks, Function<GroupKey, Future<Boolean>> ended) {
        this.local = local;
        this.keeper = keeper;
        this.checks = checks;
        this.ended = ended;
    }

    /** Answers groups that are new to the session, of which all is live once Redis leads to this node. */
    Future<List<AttachedGroup>> attach(Session session, Collection<GroupKey> groups) {
        List<AttachedGroup> fresh = new ArrayList<>();
        List<Future<Void>> told = new ArrayList<>();
        for (GroupKey key : groups) {
            AttachedGroup group = local.attach(session, key);
            if (group != null) {
                fresh.add(group);
                told.add(keeper.changed(key, session.login().caller().uid()));
            }
        }
        return fresh.isEmpty()
                ? Future.succeededFuture(fresh)
                : Future.join(told).compose(done -> checks.begin(fresh)).map(fresh);
    }

    /** What was there before is the client's to ask for. */
    Void live(Session session, List<AttachedGroup> groups) {
        groups.forEach(group -> group.based(session));
        return null;
    }

    /** The client does not know that it follows them, so it is told to pull. */
    Void late(Session session, List<AttachedGroup> groups) {
        groups.forEach(group -> checks.announce(session, group));
        return null;
    }

    /**
     * The session's user is in the group no more. When that is because the group ended, the session stays until it was told so: the word of
     * the end and the event about it come on different ways, and neither waits for the other.
     */
    Future<Void> left(Session session, GroupKey key) {
        session.groups().forget(key.id());
        AttachedGroup group = local.group(key);
        if (group == null || !group.has(session)) {
            return Future.succeededFuture();
        }
        Future<Boolean> over =
                group.ended() ? Future.succeededFuture(true) : ended.apply(key).otherwise(false);
        return over.compose(yes -> {
            if (yes) {
                group.ends();
                return Future.succeededFuture();
            }
            return drop(session, key);
        });
    }

    Future<Void> drop(Session session, GroupKey group) {
        if (!local.detach(session, group)) {
            return Future.succeededFuture();
        }
        session.run(live -> {
            live.cursors().settle(group.id().notices());
            live.cursors().settle(group.id().conversation());
        });
        return keeper.changed(group, session.login().caller().uid());
    }
}
