package dev.curlew.gateway.presence;

import dev.curlew.gateway.session.Replacements;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.LastSeen;
import dev.curlew.store.PresenceDirectory;
import dev.curlew.store.PresenceDirectory.Entry;
import dev.curlew.store.PresenceDirectory.LoginPolicy;
import dev.curlew.store.PresenceDirectory.Replaced;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps Redis told of this node's sessions. Packets only mark a session; the marks are flushed in one pipeline, and each
 * heartbeat writes all again, so whatever Redis lost comes back. Without Redis sessions live on; only others do not see them.
 */
public final class PresenceKeeper {

    private static final Logger log = LoggerFactory.getLogger(PresenceKeeper.class);
    private static final int CHUNK = 2_000;

    private final PresenceDirectory directory;
    private final SessionRegistry registry;
    private final Replacements replacements;
    private final LastSeen lastSeen;
    private final String nodeId;
    private final Counter failures;
    /** Logins Redis was not told of yet, and what they were to replace by. */
    private final Map<Session, LoginPolicy> late = new ConcurrentHashMap<>();

    private final Set<Session> heard = ConcurrentHashMap.newKeySet();
    private volatile Future<Void> pass = Future.succeededFuture();
    private volatile boolean lost;
    private volatile boolean stopped;

    public PresenceKeeper(
            PresenceDirectory directory,
            SessionRegistry registry,
            Replacements replacements,
            LastSeen lastSeen,
            String nodeId,
            MeterRegistry meters) {
        this.directory = directory;
        this.registry = registry;
        this.replacements = replacements;
        this.lastSeen = lastSeen;
        this.nodeId = nodeId;
        this.failures = Counter.builder("curlew.presence.refresh.failures")
                .description("Times presence could not be asserted in Redis")
                .register(meters);
    }

    /**
     * Writes a session that logged in and ends those it replaces. Fails with 40102 only, for the token of a replaced login;
     * whatever else goes wrong, the next pass enters it again.
     */
    public Future<Void> entered(Session session, LoginPolicy policy) {
        return enter(session, policy).recover(failure -> {
            if (refused(failure)) {
                return Future.failedFuture(failure);
            }
            failed(failure);
            late.put(session, policy);
            return Future.succeededFuture();
        });
    }

    private Future<Void> enter(Session session, LoginPolicy policy) {
        Entry entry = session.presence();
        return directory.online(entry, policy).map(replaced -> {
            replacements.end(entry, replaced, policy);
            return null;
        });
    }

    private static boolean refused(Throwable failure) {
        return failure instanceof ApiException refusal && refusal.code() == ErrorCode.TOKEN_REVOKED;
    }

    /** A packet came; the next flush says so. */
    public void heard(Session session) {
        heard.add(session);
    }

    /** Tells Redis of the sessions heard of since the last flush, or of all after a failure. */
    public Future<Void> flush() {
        if (stopped || !pass.isComplete()) {
            return pass;
        }
        if (lost) {
            return reassert();
        }
        List<Session> marked = new ArrayList<>(heard);
        marked.forEach(heard::remove);
        pass = write(marked);
        return pass;
    }

    /** Tells Redis of all sessions. */
    public Future<Void> reassert() {
        if (stopped || !pass.isComplete()) {
            return pass;
        }
        pass = write(registry.connections());
        return pass;
    }

    /** A session ended: on every path, also when its login had only begun. */
    public Future<Void> left(Session session, Entry entry, boolean lastOnNode) {
        heard.remove(session);
        late.remove(session);
        // A write of this session that is under way must not come after its removal.
        Future<Void> writes = pass;
        return Future.join(session.entered(), writes)
                .transform(done -> stopped ? Future.succeededFuture(0) : directory.offline(entry, lastOnNode))
                .recover(failure -> {
                    failed(failure);
                    return Future.succeededFuture(0);
                })
                .compose(remaining -> remaining > 0 || !lastOnNode ? Future.succeededFuture() : seen(entry));
    }

    private Future<Void> seen(Entry entry) {
        return lastSeen.seen(entry.user().tenant(), entry.user().uid(), System.currentTimeMillis())
                .recover(failure -> {
                    log.warn(
                            "Last seen was not kept, tenant {} uid {}: {}",
                            entry.user().tenant(),
                            entry.user().uid(),
                            failure.getMessage());
                    return Future.succeededFuture();
                });
    }

    /** Removes what this node has in Redis, at its start and before its end. */
    public Future<Void> clear(Collection<String> tenants) {
        List<Future<Void>> cleared = tenants.stream()
                .map(tenant -> directory.clearNode(tenant, nodeId).onFailure(this::failed))
                .toList();
        return Future.join(cleared).<Void>mapEmpty().otherwiseEmpty();
    }

    /** From now on nothing is written any more. */
    public Future<Void> stop() {
        stopped = true;
        return pass.otherwiseEmpty().compose(done -> clear(registry.tenants()));
    }

    private Future<Void> write(Collection<Session> sessions) {
        List<Session> open = sessions.stream().filter(Session::open).toList();
        Future<Void> done = enterLate();
        for (int from = 0; from < open.size(); from += CHUNK) {
            List<Session> chunk = open.subList(from, Math.min(open.size(), from + CHUNK));
            done = done.compose(before -> directory.touch(chunk.stream()
                            .filter(Session::open)
                            .map(Session::presence)
                            .toList()))
                    .map(replaced -> {
                        replaced.forEach(replacements::learned);
                        return null;
                    });
        }
        return done.onSuccess(written -> lost = lost && open.isEmpty()).recover(failure -> {
            failed(failure);
            return Future.succeededFuture();
        });
    }

    private Future<Void> enterLate() {
        Future<Void> done = Future.succeededFuture();
        for (Map.Entry<Session, LoginPolicy> login : late.entrySet()) {
            Session session = login.getKey();
            done = done.compose(before -> !session.open() || late.remove(session) == null
                    ? Future.succeededFuture()
                    : enter(session, login.getValue()).recover(failure -> {
                        if (refused(failure)) {
                            replacements.learned(new Replaced(session.id(), true));
                            return Future.succeededFuture();
                        }
                        late.put(session, login.getValue());
                        return Future.failedFuture(failure);
                    }));
        }
        return done;
    }

    private void failed(Throwable failure) {
        failures.increment();
        if (!lost) {
            log.warn("Presence cannot be written, it will be once Redis answers: {}", failure.getMessage());
        }
        lost = true;
    }
}
