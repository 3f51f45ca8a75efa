package dev.curlew.gateway.session;

import dev.curlew.config.SocketConfig;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Closes all sockets of a stopping node in jittered batches, each once its open requests have their replies. */
public final class Drain {

    private static final int RESTARTING = 1012;
    private static final long LOOK_MS = 50;

    /** How long replies are waited for. */
    private static final long PATIENCE_MS = 5_000;

    /** How long closed sockets may take to be gone. */
    private static final long GOODBYE_MS = 4_000;

    private final Vertx vertx;
    private final SessionRegistry registry;
    private final SocketConfig limits;

    public Drain(Vertx vertx, SessionRegistry registry, SocketConfig limits) {
        this.vertx = vertx;
        this.registry = registry;
        this.limits = limits;
    }

    public Future<Void> run() {
        return closeFrom(List.copyOf(registry.connections()), 0)
                .compose(v -> gone(System.currentTimeMillis() + PATIENCE_MS + GOODBYE_MS));
    }

    private Future<Void> closeFrom(List<Session> sessions, int from) {
        int to = Math.min(sessions.size(), from + limits.closeBatch());
        long deadline = System.currentTimeMillis() + PATIENCE_MS;
        for (Session session : sessions.subList(from, to)) {
            session.run(live -> {
                live.socket().pause();
                closeOnceAnswered(live, deadline);
            });
        }
        if (to == sessions.size()) {
            return Future.succeededFuture();
        }
        long pause = limits.closeJitterMs() / 2 + ThreadLocalRandom.current().nextLong(limits.closeJitterMs() + 1);
        return after(Math.max(1, pause)).compose(v -> closeFrom(sessions, to));
    }

    private void closeOnceAnswered(Session session, long deadline) {
        if (session.inFlight().size() == 0 || System.currentTimeMillis() >= deadline) {
            session.socket().resume();
            session.close(RESTARTING, "restarting");
        } else {
            vertx.setTimer(LOOK_MS, timer -> session.run(live -> closeOnceAnswered(live, deadline)));
        }
    }

    private Future<Void> gone(long deadline) {
        if (registry.connections().isEmpty() || System.currentTimeMillis() >= deadline) {
            return Future.succeededFuture();
        }
        return after(LOOK_MS).compose(v -> gone(deadline));
    }

    private Future<Void> after(long ms) {
        Promise<Void> promise = Promise.promise();
        vertx.setTimer(ms, timer -> promise.complete());
        return promise.future();
    }
}
