package dev.curlew.gateway.group;

import dev.curlew.domain.GroupId;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.gateway.session.UserSessions;
import dev.curlew.protocol.ApiException;
import dev.curlew.store.CacheAsideSets;
import dev.curlew.store.GroupKey;
import dev.curlew.store.UserKey;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attaches sessions to groups and detaches them: at login, when their client asks, when a membership changed somewhere. A word of a change
 * only makes this node look; each heartbeat it looks for all of its users, so a word that was lost does no harm.
 */
public final class Attachments {

    private static final Logger log = LoggerFactory.getLogger(Attachments.class);
    private static final int CHUNK = 2_000;

    private final SessionRegistry registry;
    private final LocalGroups local;
    private final CacheAsideSets groupsOf;
    private final Attaching attaching;
    private final OnlineKeeper keeper;
    private final GroupChecks checks;
    private final OnlineSizes sizes;
    private Future<Void> pass = Future.succeededFuture();

    /** @param groupsOf the groups of each user */
    public Attachments(
            SessionRegistry registry,
            LocalGroups local,
            CacheAsideSets groupsOf,
            Attaching attaching,
            OnlineKeeper keeper,
            GroupChecks checks,
            OnlineSizes sizes) {
        this.registry = registry;
        this.local = local;
        this.groupsOf = groupsOf;
        this.attaching = attaching;
        this.keeper = keeper;
        this.checks = checks;
        this.sizes = sizes;
    }

    /** Attaches what a session follows by itself. Never fails: what could not be found out now is by the next heartbeat. */
    public Future<Void> begin(Session session) {
        UserKey user = session.login().user();
        UserSessions mine = registry.user(user);
        if (mine == null || !session.groups().auto()) {
            return Future.succeededFuture();
        }
        return mine.memberships()
                .next(() -> groupsOf.small(user.tenant(), List.of(name(user)))
                        .compose(found -> attaching.attach(session, keys(user, found.get(name(user)))))
                        .map(groups -> attaching.live(session, groups)))
                .recover(failure -> {
                    log.warn(
                            "Groups are not attached yet, tenant {} uid {}: {}",
                            user.tenant(),
                            user.uid(),
                            failure.getMessage());
                    return Future.succeededFuture();
                });
    }

    /** Fails with 40400, and attaches nothing, unless the user is a member of all. */
    Future<Void> attach(Session session, Set<GroupId> groups) {
        return asMember(session, groups, () -> {
            groups.forEach(session.groups()::ask);
            UserKey user = session.login().user();
            return attaching
                    .attach(
                            session,
                            groups.stream()
                                    .map(id -> new GroupKey(user.tenant(), id))
                                    .toList())
                    .map(fresh -> attaching.live(session, fresh));
        });
    }

    /** Fails with 40400, and detaches nothing, unless the user is a member of all. */
    Future<Void> detach(Session session, Set<GroupId> groups) {
        return asMember(session, groups, () -> {
            groups.forEach(session.groups()::decline);
            UserKey user = session.login().user();
            return Future.join(groups.stream()
                            .map(id -> attaching.drop(session, new GroupKey(user.tenant(), id)))
                            .toList())
                    .mapEmpty();
        });
    }

    /** The session is gone: done when Redis knows, or cannot be told. */
    public Future<Void> ended(Session session, long uid) {
        return Future.join(local.end(session).stream()
                        .map(group -> keeper.changed(group, uid))
                        .toList())
                .mapEmpty();
    }

    /** One heartbeat: memberships, what Redis was told, and what was delivered are compared with what holds. */
    public Future<Void> pass() {
        if (!pass.isComplete()) {
            return pass;
        }
        List<AttachedGroup> ending =
                local.all().stream().filter(AttachedGroup::over).toList();
        pass = compareAll()
                .compose(done -> keeper.pass())
                .compose(done -> checks.pass())
                .compose(done -> sizes.pass())
                .map(done -> {
                    ending.forEach(group ->
                            List.copyOf(group.sessions()).forEach(session -> attaching.drop(session, group.key())));
                    return null;
                });
        return pass;
    }

    /** Takes this node out of Redis. */
    public Future<Void> stop() {
        return keeper.stop();
    }

    private Future<Void> compareAll() {
        Map<String, List<UserSessions>> byTenant = new HashMap<>();
        registry.users()
                .forEach(user -> byTenant.computeIfAbsent(user.user().tenant(), tenant -> new ArrayList<>())
                        .add(user));
        Future<Void> done = Future.succeededFuture();
        for (Map.Entry<String, List<UserSessions>> tenant : byTenant.entrySet()) {
            List<UserSessions> users = tenant.getValue();
            for (int from = 0; from < users.size(); from += CHUNK) {
                List<UserSessions> chunk = users.subList(from, Math.min(users.size(), from + CHUNK));
                done = done.compose(before -> compare(tenant.getKey(), chunk));
            }
        }
        return done.recover(failure -> {
            log.warn("Memberships could not be compared, the next heartbeat will: {}", failure.getMessage());
            return Future.succeededFuture();
        });
    }

    private Future<Void> compare(String tenant, List<UserSessions> users) {
        Map<UserSessions, Long> begun = new HashMap<>();
        users.forEach(user -> begun.put(user, user.memberships().begun()));
        return groupsOf.small(
                        tenant, users.stream().map(user -> name(user.user())).toList())
                .compose(found -> {
                    List<Future<Void>> changes = new ArrayList<>();
                    begun.forEach((user, since) -> user.memberships()
                            .unlessOvertaken(since, () -> changes.add(compare(user, found.get(name(user.user()))))));
                    return Future.join(changes).mapEmpty();
                });
    }

    private Future<Void> compare(UserSessions user, Set<Long> ids) {
        List<Future<Void>> changes = new ArrayList<>();
        for (Session session : user.sessions()) {
            if (!session.open()) {
                continue;
            }
            for (GroupKey group : session.groups().attached()) {
                if (!ids.contains(group.id().value())) {
                    changes.add(attaching.left(session, group));
                }
            }
            List<GroupKey> wanted = keys(user.user(), ids).stream()
                    .filter(group -> session.groups().wants(group.id()))
                    .toList();
            changes.add(attaching.attach(session, wanted).map(groups -> attaching.late(session, groups)));
        }
        return Future.join(changes).mapEmpty();
    }

    private interface Work {

        Future<Void> run();
    }

    private Future<Void> asMember(Session session, Set<GroupId> groups, Work work) {
        UserKey user = session.login().user();
        UserSessions mine = registry.user(user);
        if (mine == null) {
            return Future.failedFuture(ApiException.unavailable("The socket was closed."));
        }
        return mine.memberships()
                .next(() -> Future.all(groups.stream()
                                .map(id -> groupsOf.contains(user.tenant(), name(user), id.value()))
                                .toList())
                        .compose(answers -> answers.<Boolean>list().contains(false)
                                ? Future.failedFuture(ApiException.notFound("Group"))
                                : work.run()));
    }

    private static List<GroupKey> keys(UserKey user, Set<Long> ids) {
        return ids.stream()
                .map(id -> new GroupKey(user.tenant(), new GroupId(id)))
                .toList();
    }

    private static String name(UserKey user) {
        return Long.toString(user.uid());
    }
}
