package dev.curlew.gateway.presence;

import dev.curlew.api.op.PresenceOperation;
import dev.curlew.api.op.PresenceOperation.UserPresence;
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

    private final PresenceDirectory directory;
    private final SessionRegistry registry;
    private final WatchPace pace;
    private final Map<String, Map<Long, Presence.State>> told = new ConcurrentHashMap<>();
    private Future<Void> asked = Future.succeededFuture();
    private long askedAt;

    /** @param heartbeatMs many watched users are asked for every quarter of it */
    public PresenceWatch(PresenceDirectory directory, SessionRegistry registry, long heartbeatMs) {
        this.directory = directory;
        this.registry = registry;
        this.pace = WatchPace.of(heartbeatMs);
    }

    /** Milliseconds after which {@link #pass} may have something to do. */
    public long everyMs() {
        return pace.quickMs();
    }

    /** Asks when it is time to, and the last answer is here. Called by one timer. */
    public void pass() {
        long now = System.nanoTime() / 1_000_000;
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
        Map<Long, Presence.State> mine = told.computeIfAbsent(caller.sessionId(), session -> new ConcurrentHashMap<>());
        if (mine.size() + known.size() > MOST_WATCHED) {
            throw ApiException.invalid("A session can watch " + MOST_WATCHED + " users.");
        }
        known.forEach((uid, presence) -> mine.put(uid, presence.state()));
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
                answers.add(directory.find(tenant, uids).map(found -> {
                    told.forEach((sessionId, watched) -> compare(tenant, sessionId, watched, found));
                    return null;
                })));
        return Future.join(answers).mapEmpty();
    }

    private void compare(
            String tenant, String sessionId, Map<Long, Presence.State> watched, Map<Long, Presence> found) {
        Session session = registry.session(sessionId);
        if (session == null
                || !session.open()
                || !session.login().caller().tenant().equals(tenant)) {
            return;
        }
        watched.forEach((uid, state) -> {
            Presence now = found.get(uid);
            if (now == null || now.state() == Presence.State.UNKNOWN || now.state() == state) {
                return;
            }
            watched.put(uid, now.state());
            UserPresence shown = UserPresence.of(uid, now);
            Frame event = Frame.event(
                    "presence",
                    Json.object().put("uid", uid).put("state", shown.state()).put("last_seen_at", shown.lastSeenAt()));
            session.run(live -> live.outbox().event(event));
        });
    }
}
