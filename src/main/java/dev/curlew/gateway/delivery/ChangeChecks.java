package dev.curlew.gateway.delivery;

import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.gateway.session.UserSessions;
import dev.curlew.store.ChangeFeed;
import dev.curlew.store.ConversationIndex;
import dev.curlew.store.ConversationSettings.Key;
import dev.curlew.store.Receivers;
import dev.curlew.store.Standings;
import dev.curlew.store.Standings.Standing;
import dev.curlew.store.UserKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds deliveries that were lost on the way (rule 11). Once a heartbeat the change counters of all users here are read in one
 * pipeline; where a counter is ahead of what came, and still is after a moment for what is only under way, the heads of the
 * conversations concerned are compared and each session that is behind one gets a {@code sync}.
 */
public final class ChangeChecks {

    private static final Logger log = LoggerFactory.getLogger(ChangeChecks.class);
    private static final int CHUNK = 2_000;
    private static final int PAGE = 200;
    private static final int MOST_CONVERSATIONS = 5_000;

    private final Vertx vertx;
    private final SessionRegistry registry;
    private final ChangeFeed changes;
    private final Standings standings;
    private final Receivers receivers;
    private final ConversationIndex conversations;
    private final long graceMs;
    private Future<Void> pass = Future.succeededFuture();

    public ChangeChecks(
            Vertx vertx,
            SessionRegistry registry,
            ChangeFeed changes,
            Standings standings,
            Receivers receivers,
            ConversationIndex conversations,
            long graceMs) {
        this.vertx = vertx;
        this.registry = registry;
        this.changes = changes;
        this.standings = standings;
        this.receivers = receivers;
        this.conversations = conversations;
        this.graceMs = graceMs;
    }

    /** Reads where counting begins for a user who logged in; when that fails the first pass compares everything. */
    public Future<Void> begin(UserSessions user) {
        if (user.changes().begun()) {
            return Future.succeededFuture();
        }
        return changes.begin(user.user())
                .map(counter -> {
                    user.changes().begin(counter);
                    return (Void) null;
                })
                .otherwiseEmpty();
    }

    /** One heartbeat for all users here; a pass that still runs is not joined by another. */
    public Future<Void> pass() {
        if (!pass.isComplete()) {
            return pass;
        }
        registry.connections().forEach(session -> session.run(this::announceAgain));
        List<UserSessions> users = List.copyOf(registry.users());
        Future<Void> done = Future.succeededFuture();
        for (int from = 0; from < users.size(); from += CHUNK) {
            List<UserSessions> chunk = users.subList(from, Math.min(users.size(), from + CHUNK));
            done = done.compose(before -> check(chunk));
        }
        pass = done.recover(failure -> {
            log.warn("Deliveries could not be checked, the next heartbeat will: {}", failure.getMessage());
            return Future.succeededFuture();
        });
        return pass;
    }

    private void announceAgain(Session session) {
        Set<String> open = session.open() ? session.cursors().behind().keySet() : Set.of();
        current(session, open).onSuccess(missing -> {
            if (!missing.isEmpty() && session.open()) {
                session.outbox().sync(missing);
            }
        });
    }

    private Future<Void> check(List<UserSessions> users) {
        return changes.counters(users.stream().map(UserSessions::user).toList()).compose(counters -> {
            Map<UserSessions, Long> ahead = new LinkedHashMap<>();
            List<UserSessions> lost = new ArrayList<>();
            for (UserSessions user : users) {
                long counter = counters.get(user.user());
                ChangeTracker tracker = user.changes();
                if (!tracker.begun() || counter < tracker.floor()) {
                    lost.add(user);
                } else if (counter > tracker.floor()) {
                    ahead.put(user, counter);
                } else {
                    settled(user);
                }
            }
            return afterGrace(ahead)
                    .compose(done -> inTurn(
                            lost, user -> changes.begin(user.user()).compose(counter -> compareAll(user, counter))));
        });
    }

    /** Looks again after a moment: most of what is missing is only under way. */
    private Future<Void> afterGrace(Map<UserSessions, Long> ahead) {
        if (ahead.isEmpty()) {
            return Future.succeededFuture();
        }
        Promise<Void> later = Promise.promise();
        vertx.setTimer(graceMs, timer -> later.complete());
        return later.future()
                .compose(v -> inTurn(List.copyOf(ahead.keySet()), user -> {
                    long counter = ahead.get(user);
                    if (user.changes().floor() >= counter) {
                        settled(user);
                        return Future.succeededFuture();
                    }
                    return repair(user, counter);
                }));
    }

    private static void settled(UserSessions user) {
        if (user.changes().whole()) {
            user.sessions()
                    .forEach(session -> session.run(live -> live.cursors().verify()));
        }
    }

    private Future<Void> repair(UserSessions user, long counter) {
        UserKey key = user.user();
        log.info(
                "Deliveries are missing, tenant {} uid {}: {}",
                key.tenant(),
                key.uid(),
                counter - user.changes().floor());
        long floor = user.changes().floor();
        return changes.feed(key).compose(feed -> {
            if (!feed.knowsAfter(floor)) {
                return compareAll(user, counter);
            }
            return told(key, feed.changedAfter(floor)).map(found -> {
                announce(user, found);
                user.changes().raise(counter);
                return null;
            });
        });
    }

    private Future<Void> compareAll(UserSessions user, long counter) {
        return compareFrom(user, "", 0).map(done -> {
            user.changes().reset(counter);
            return null;
        });
    }

    private Future<Void> compareFrom(UserSessions user, String after, int seen) {
        UserKey key = user.user();
        return conversations.ids(key.tenant(), key.uid(), after, PAGE).compose(ids -> {
            if (ids.isEmpty() || seen >= MOST_CONVERSATIONS) {
                return Future.succeededFuture();
            }
            return standings.of(key, ids).compose(found -> {
                announce(user, found);
                return ids.size() < PAGE
                        ? Future.succeededFuture()
                        : compareFrom(user, ids.get(ids.size() - 1), seen + ids.size());
            });
        });
    }

    private static void announce(UserSessions user, Map<String, Standing> found) {
        user.sessions()
                .forEach(session -> session.run(live -> {
                    Map<String, Standing> missing = live.open() ? live.cursors().compare(found) : Map.of();
                    if (!missing.isEmpty()) {
                        live.outbox().sync(missing);
                    }
                }));
    }

    /** What a session has not been sent or pulled up to, asked by its {@code ping}; on its context. */
    public Future<Map<String, Standing>> missing(Session session) {
        UserKey key = session.login().user();
        return changed(registry.user(key)).otherwise(List.of()).compose(changed -> {
            Set<String> ids = new LinkedHashSet<>(changed);
            ids.addAll(session.cursors().behind().keySet());
            return current(session, ids);
        });
    }

    /** Heads rise while a session stays behind, so what is announced is looked up again each time. */
    private Future<Map<String, Standing>> current(Session session, Set<String> ids) {
        if (ids.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return told(session.login().user(), ids)
                .otherwise(Map.of())
                .map(found -> session.cursors().missing(ids, found));
    }

    /** Where those stand of which the user wants to hear anything ({@code recv_msg_opt} 1: nothing, B-211). */
    private Future<Map<String, Standing>> told(UserKey user, Collection<String> ids) {
        if (ids.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        List<Key> asked = ids.stream().map(id -> new Key(user.uid(), id)).toList();
        return receivers
                .notReceiving(user.tenant(), asked)
                .otherwise(Set.of())
                .compose(silent -> standings.of(
                        user,
                        ids.stream()
                                .filter(id -> !silent.contains(new Key(user.uid(), id)))
                                .toList()));
    }

    private Future<List<String>> changed(UserSessions user) {
        if (user == null) {
            return Future.succeededFuture(List.of());
        }
        return changes.counters(List.of(user.user())).compose(counters -> {
            ChangeTracker tracker = user.changes();
            return tracker.begun() && counters.get(user.user()) > tracker.floor()
                    ? changes.feed(user.user()).map(feed -> feed.changedAfter(tracker.floor()))
                    : Future.succeededFuture(List.of());
        });
    }

    private static Future<Void> inTurn(List<UserSessions> users, Function<UserSessions, Future<Void>> task) {
        Future<Void> done = Future.succeededFuture();
        for (UserSessions user : users) {
            done = done.compose(before -> task.apply(user));
        }
        return done;
    }
}
