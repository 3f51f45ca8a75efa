package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one connection open: a dropped one does not come back by itself, so this opens the next, with growing pauses. Each
 * connection has a client of its own, because only closing the client really closes a socket that hangs.
 */
final class RedisConnectionKeeper {

    /** What is to be done on a new connection before it is used. */
    interface Preparation {
        Future<Void> prepare(RedisConnectionKeeper keeper, String runId);
    }

    private record Link(Redis client, RedisConnection connection) {}

    private static final Logger LOG = LoggerFactory.getLogger(RedisConnectionKeeper.class);
    private static final Set<ResponseType> PUSHED = Set.of(ResponseType.PUSH, ResponseType.MULTI);
    private static final long FIRST_PAUSE_MS = 50;
    private static final long LONGEST_PAUSE_MS = 1_000;

    private final Vertx vertx;
    private final Supplier<Redis> clients;
    private final long timeoutMs;
    private final Preparation preparation;
    private volatile Link link;
    private volatile boolean ready;
    private volatile boolean closed;
    private volatile boolean scheduled;
    private volatile String said = "";
    private volatile long pauseMs = FIRST_PAUSE_MS;

    RedisConnectionKeeper(Vertx vertx, Supplier<Redis> clients, long timeoutMs, Preparation preparation) {
        this.vertx = vertx;
        this.clients = clients;
        this.timeoutMs = timeoutMs;
        this.preparation = preparation;
    }

    boolean up() {
        return ready;
    }

    Future<Void> open() {
        Redis client = clients.get();
        return client.connect()
                .timeout(timeoutMs, TimeUnit.MILLISECONDS)
                .compose(connection -> take(new Link(client, connection)))
                .onFailure(failure -> {
                    say(failure);
                    client.close();
                    forget(client);
                    openLater();
                });
    }

    /** Each reason once, and not to clients: it may name hosts. */
    private void say(Throwable failure) {
        String reason = String.valueOf(failure.getMessage());
        if (!closed && !reason.equals(said)) {
            LOG.warn("Cannot connect to Redis: {}", reason);
        }
        said = reason;
    }

    Future<Void> close() {
        closed = true;
        ready = false;
        Link current = link;
        link = null;
        return current == null ? Future.succeededFuture() : current.client().close();
    }

    Future<Response> send(Request request) {
        Link current = link;
        return current == null || !ready
                ? down()
                : bounded(current, current.connection().send(request));
    }

    Future<List<Response>> batch(List<Request> requests) {
        Link current = link;
        return current == null || !ready
                ? down()
                : bounded(current, current.connection().batch(requests));
    }

    /** A command on the connection that is being prepared, before it is ready for others. */
    Future<Response> ask(Request request) {
        Link current = link;
        return current == null ? down() : bounded(current, current.connection().send(request));
    }

    /** Makes Redis know these scripts. */
    Future<Void> load(Collection<Script> scripts) {
        Link current = link;
        if (current == null) {
            return down();
        }
        if (scripts.isEmpty()) {
            return Future.succeededFuture();
        }
        List<Request> loads = scripts.stream()
                .map(script -> Request.cmd(Command.SCRIPT).arg("LOAD").arg(script.text()))
                .toList();
        return bounded(current, current.connection().batch(loads)).mapEmpty();
    }

    /**
     * On the connection that is being prepared; done when Redis confirmed all of them. From then on nothing may be asked on it: of what is
     * pushed the client takes the first for the answer, and the answer for something pushed.
     */
    Future<Void> subscribe(List<String> channels, Handler<Response> messages) {
        Link current = link;
        if (current == null) {
            return down();
        }
        Promise<Void> confirmed = Promise.promise();
        Set<String> missing = new HashSet<>(channels);
        current.connection().handler(message -> {
            if (message == null || !PUSHED.contains(message.type()) || message.size() != 3) {
                confirmed.tryFail("Redis did not take the subscription: " + message);
                return;
            }
            if (message.get(0).toString().equals("subscribe")) {
                missing.remove(message.get(1).toString());
                if (missing.isEmpty()) {
                    confirmed.tryComplete();
                }
            } else {
                messages.handle(message);
            }
        });
        Request request = Request.cmd(Command.SUBSCRIBE);
        channels.forEach(request::arg);
        // The client does not wait for an answer to this one.
        return bounded(current, current.connection().send(request).compose(sent -> confirmed.future()));
    }

    /** Gives the connection up for another one. */
    void renew() {
        Link current = link;
        if (current != null) {
            lost(current);
        }
    }

    private Future<Void> take(Link fresh) {
        return bounded(fresh, fresh.connection().send(Request.cmd(Command.INFO).arg("server")))
                .compose(info -> {
                    link = fresh;
                    fresh.connection().exceptionHandler(failure -> lost(fresh));
                    fresh.connection().endHandler(ended -> lost(fresh));
                    return preparation.prepare(this, runIdOf(info.toString()));
                })
                .compose(prepared -> {
                    if (closed) {
                        return close();
                    }
                    pauseMs = FIRST_PAUSE_MS;
                    said = "";
                    ready = link == fresh;
                    return Future.succeededFuture();
                });
    }

    private <T> Future<T> bounded(Link current, Future<T> call) {
        return call.timeout(timeoutMs, TimeUnit.MILLISECONDS).recover(failure -> {
            if (failure instanceof TimeoutException) {
                // A late answer would be taken for the next command's by nobody, but the queue behind it would grow.
                lost(current);
            }
            return Future.failedFuture(new RedisUnavailable("Redis: " + failure.getMessage()));
        });
    }

    private <T> Future<T> down() {
        return Future.failedFuture(new RedisUnavailable("Redis is not connected"));
    }

    private void lost(Link gone) {
        synchronized (this) {
            if (link != gone) {
                return;
            }
            link = null;
            ready = false;
        }
        gone.client().close();
        if (!closed) {
            LOG.warn("Lost a connection to Redis, connecting again");
            openLater();
        }
    }

    private synchronized void forget(Redis client) {
        if (link != null && link.client() == client) {
            link = null;
            ready = false;
        }
    }

    private synchronized void openLater() {
        if (closed || scheduled) {
            return;
        }
        scheduled = true;
        long pause = pauseMs;
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
        vertx.setTimer(pause, timer -> {
            scheduled = false;
            if (!closed && link == null) {
                open();
            }
        });
    }

    private static String runIdOf(String info) {
        return info.lines()
                .filter(line -> line.startsWith("run_id:"))
                .map(line -> line.substring("run_id:".length()).trim())
                .findFirst()
                .orElse("unknown");
    }
}
