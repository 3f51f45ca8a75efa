package dev.curlew.gateway.presence;

import dev.curlew.api.op.PresenceOperation;
import dev.curlew.api.op.PresenceOperation.UserPresence;
import dev.curlew.api.relation.Contacts;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.gateway.socket.Frame;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.store.Presence;
import dev.curlew.store.PresenceDirectory;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Tells sessions of changes in the presence of those they asked about: found by asking Redis, once a node for each user. */
public final class PresenceWatch implements PresenceOperation.Subscriptions {

    private static final int MOST_WATCHED = 1_000;

    /** Who hides is asked about again after so long: the two may have become friends. */
    private static final long HIDDEN_PAUSE_MS = 30_000;

    private final PresenceDirectory directory;
    private final Contacts contacts;
    private final SessionRegistry registry;
    private final WatchPace pace;
    private final Map<String, Map<Long, Told>> told = new ConcurrentHashMap<>();
    private Future<Void> asked = Future.succeededFuture();
    private long askedAt;

    /**
     * What a session was told last of a user.
     *
     * @param askAgainAt milliseconds of the monotonic clock before which it is not told anything else
     */
    private record Told(Presence.State state, long askAgainAt) {}

    /** @param heartbeatMs many watched users are asked for every quarter of it */
    public PresenceWatch(PresenceDirectory directory, Contacts contacts, SessionRegistry registry, long heartbeatMs) {
        this.directory = directory;
        this.contacts = contacts;
        this.registry = registry;
        this.pace = WatchPace.of(heartbeatMs);
    }

    /** Milliseconds after which {@link #pass} may have something to do. */
    public long everyMs() {
        return pace.quickMs();
    }

    /** Asks when it is time to, and the last answer is here. Called by one timer. */
    public void pass() {
        long now = now();
        int watched = told.values().stream().mapToInt(Map::size).sum();
        // The timer itself may be early by a little.
        long since = now - askedAt + pace.quickMs() / 10;
        if (asked.isComplete() && pace.due(watched, since)) {
            askedAt = now;
            asked = poll();
        }
    }

    @Override
    public void subscribe(Caller caller, Map<Long, Presence> known) {
        Map<Long, Told> mine = told.computeIfAbsent(caller.sessionId(), session -> new ConcurrentHashMap<>());
        if (mine.size() + known.size() > MOST_WATCHED) {
            throw ApiException.invalid("A session can watch " + MOST_WATCHED + " users.");
        }
        known.forEach((uid, presence) -> mine.put(uid, new Told(presence.state(), 0)));
        if (registry.session(caller.sessionId()) == null) {
            told.remove(caller.sessionId());
        }
    }

    public void ended(Session session) {
        told.remove(session.id());
    }

    /** Asks for all watched users of each tenant in one pipeline. */
    private Future<Void> poll() {
        Map<String, Set<Long>> wanted = new HashMap<>();
        told.forEach((sessionId, watched) -> {
            Session session = registry.session(sessionId);
            if (session == null || !session.open()) {
                return;
            }
            wanted.computeIfAbsent(session.login().caller().tenant(), tenant -> new HashSet<>())
                    .addAll(watched.keySet());
        });
        List<Future<Void>> answers = new ArrayList<>();
        wanted.forEach((tenant, uids) ->
                answers.add(directory.find(tenant, uids).compose(found -> {
                    List<Future<Void>> compared = new ArrayList<>();
                    told.forEach((sessionId, watched) -> compared.add(compare(tenant, sessionId, watched, found)));
                    return Future.join(compared).mapEmpty();
                })));
        return Future.join(answers).mapEmpty();
    }

    private Future<Void> compare(String tenant, String sessionId, Map<Long, Told> watched, Map<Long, Presence> found) {
        Session session = registry.session(sessionId);
        if (session == null
                || !session.open()
                || !session.login().caller().tenant().equals(tenant)) {
            return Future.succeededFuture();
        }
        List<Long> changed = new ArrayList<>();
        watched.forEach((uid, last) -> {
            Presence now = found.get(uid);
            if (now != null
                    && now.state() != Presence.State.UNKNOWN
                    && now.state() != last.state()
                    && now() >= last.askAgainAt()) {
                changed.add(uid);
            }
        });
        if (changed.isEmpty()) {
            return Future.succeededFuture();
        }
        return contacts.visible(tenant, session.login().caller().uid(), changed).map(visible -> {
            for (long uid : changed) {
                boolean hidden = !visible.contains(uid);
                Presence now = hidden ? Presence.UNKNOWN : found.get(uid);
                Told before = watched.put(uid, new Told(now.state(), hidden ? now() + HIDDEN_PAUSE_MS : 0));
                if (before == null || before.state() != now.state()) {
                    tell(session, uid, now);
                }
            }
            return null;
        });
    }

    private static void tell(Session session, long uid, Presence now) {
        UserPresence shown = UserPresence.of(uid, now);
        Frame event = Frame.event(
                "presence",
                Json.object().put("uid", uid).put("state", shown.state()).put("last_seen_at", shown.lastSeenAt()));
        session.run(live -> live.outbox().event(event));
    }

    private static long now() {
        return System.nanoTime() / 1_000_000;
    }
}
