package dev.curlew.gateway.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Fields;
import dev.curlew.gateway.presence.PresenceKeeper;
import dev.curlew.ops.TenantTraffic;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Takes what a socket sends and finds its operation; each request gets exactly one reply. */
public final class Requests {

    /** A reply that has not come by then is 50300; the contract gives 15 s, and it is looked for once a second. */
    static final long REPLY_WITHIN_MS = 13_500;

    private static final int MOST_IN_FLIGHT = 5_000;
    private static final int MOST_ID = 64;

    private final Logins logins;
    private final Pings pings;
    private final PresenceKeeper presence;
    private final Map<String, Operation> operations;
    private final TenantTraffic traffic;

    public Requests(
            Logins logins,
            Pings pings,
            PresenceKeeper presence,
            Map<String, Operation> operations,
            TenantTraffic traffic) {
        this.logins = logins;
        this.pings = pings;
        this.presence = presence;
        this.operations = operations;
        this.traffic = traffic;
    }

    /** One text of a client; on the session's context. */
    public void handle(Session session, byte[] utf8) {
        long now = System.currentTimeMillis();
        heard(session, now);
        if (session.open()) {
            traffic.socketRequest(session.login().caller().tenant());
        }
        boolean admitted = session.gate().admit(now) && session.inFlight().size() < MOST_IN_FLIGHT;
        String op = null;
        String id = null;
        try {
            ObjectNode request = Json.parseObject(utf8);
            op = textOf(request.get("op"));
            id = textOf(request.get("id"));
            if (!admitted) {
                turnAway(session, op, request);
            }
            start(exchange(session, op, id, request), session, now);
        } catch (ApiException refusal) {
            session.outbox().reply(Replies.failure(op, id, refusal));
        }
        if (session.gate().flooded()) {
            session.close(4429, "too many requests");
        }
    }

    /** Any sign of life. */
    public void heard(Session session, long now) {
        session.heard(now);
        if (session.open()) {
            presence.heard(session);
        }
    }

    private static void turnAway(Session session, String op, ObjectNode request) {
        if ("send".equals(op) && session.open() && request.get("data") instanceof ObjectNode data) {
            session.lane().turnedAway(session.login().caller(), data);
        }
        throw new ApiException(
                ErrorCode.RATE_LIMITED, "Too many requests.", session.gate().retryAfterMs());
    }

    private static Exchange exchange(Session session, String op, String id, ObjectNode request) {
        if (!session.open() && !"login".equals(op)) {
            throw new ApiException(ErrorCode.UNAUTHENTICATED, "Log in first.");
        }
        if (id == null || id.length() > MOST_ID) {
            throw ApiException.invalid("id has to be a text of at most 64 characters.");
        }
        if (op == null) {
            throw new ApiException(ErrorCode.UNKNOWN_OP, "op is missing.");
        }
        JsonNode data = request.get("data");
        if (data == null || data.isNull()) {
            return new Exchange(session, op, id, Json.object());
        }
        if (data instanceof ObjectNode object) {
            Fields.requireWellFormed(object);
            return new Exchange(session, op, id, object);
        }
        throw ApiException.invalid("data has to be an object.");
    }

    private void start(Exchange exchange, Session session, long now) {
        Future<?> outcome;
        exchange.begin(now);
        try {
            outcome = run(session, exchange);
        } catch (RuntimeException failure) {
            outcome = Future.failedFuture(failure);
        }
        exchange.follow(outcome);
    }

    private Future<?> run(Session session, Exchange exchange) {
        switch (exchange.op()) {
            case "login":
                return logins.login(session, exchange.data());
            case "refresh":
                return logins.refresh(session, exchange.data());
            case "ping":
                return pings.ping(session);
            default:
                Operation operation = operations.get(exchange.op());
                if (operation == null) {
                    throw new ApiException(ErrorCode.UNKNOWN_OP, "op is not known" + neighbour(exchange.op()));
                }
                return operation.run(session.login().caller(), exchange.data());
        }
    }

    private String neighbour(String op) {
        Set<String> known = new TreeSet<>(operations.keySet());
        known.addAll(List.of("login", "refresh", "ping"));
        return Spelling.nearest(op, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse(".");
    }

    private static String textOf(JsonNode node) {
        return node != null && node.isTextual() ? node.textValue() : null;
    }
}
