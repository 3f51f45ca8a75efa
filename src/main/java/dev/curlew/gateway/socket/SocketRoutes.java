package dev.curlew.gateway.socket;

import dev.curlew.api.http.OriginPolicy;
import dev.curlew.api.http.Refusals;
import dev.curlew.gateway.session.Requests;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionDesk;
import dev.curlew.gateway.session.SessionTicker;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.internal.ContextInternal;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.sockjs.SockJSHandler;
import io.vertx.ext.web.handler.sockjs.SockJSHandlerOptions;
import io.vertx.ext.web.handler.sockjs.SockJSSocket;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The two ways in: {@code /ws}, also as {@code /sockjs/websocket}, and {@code /sockjs}. One for each event loop. */
public final class SocketRoutes {

    private static final Logger log = LoggerFactory.getLogger(SocketRoutes.class);
    private static final int OVERLOADED = 1013;
    private static final int MOST_USER_AGENT = 512;
    private static final String LIBRARY = "/web/sockjs.min.js";
    private static final Pattern POLLED = Pattern.compile("/(xhr|xhr_streaming|jsonp|eventsource|htmlfile)$");
    private static final Set<String> PLAIN = Set.of("/ws", "/sockjs/websocket");

    /** SockJS wraps a text in JSON, where each of its bytes may be written with six. */
    private static final int MOST_BYTES_A_BYTE = 6;

    private static final int WRAPPING = 64;

    private final SessionDesk desk;
    private final Requests requests;
    private final SessionTicker ticker;
    private final Origins origins;
    private final int maxBytes;
    private final long heartbeatMs;
    private final BooleanSupplier draining;
    private final SockJsUpgrades upgrades = new SockJsUpgrades();

    public SocketRoutes(
            SessionDesk desk,
            Requests requests,
            SessionTicker ticker,
            List<String> allowedOrigins,
            int maxBytes,
            long heartbeatMs,
            BooleanSupplier draining) {
        this.desk = desk;
        this.requests = requests;
        this.ticker = ticker;
        this.origins = new Origins(allowedOrigins);
        this.maxBytes = maxBytes;
        this.heartbeatMs = heartbeatMs;
        this.draining = draining;
    }

    /** The most bytes a text of that many bytes can take on the way. */
    public static int packed(int textBytes) {
        return MOST_BYTES_A_BYTE * textBytes + WRAPPING;
    }

    public void mount(Vertx vertx, Router router) {
        router.route("/sockjs/*").handler(this::admit);
        router.post("/sockjs/*").handler(BodyHandler.create(false).setBodyLimit(packed(maxBytes)));
        SockJSHandlerOptions options = new SockJSHandlerOptions()
                .setLibraryURL(LIBRARY)
                .setHeartbeatInterval(Math.min(25_000, heartbeatMs))
                .setRegisterWriteHandler(false);
        router.route("/sockjs/*").subRouter(SockJSHandler.create(vertx, options).socketHandler(this::accept));
    }

    /** Takes plain WebSockets before the router does: what it wraps hides the channel that bursts are written to. */
    public Handler<HttpServerRequest> before(Router router) {
        return request -> {
            String path = request.path();
            if (PLAIN.contains(path)) {
                upgrade(request);
            } else if (path.startsWith("/sockjs/") && path.endsWith("/websocket")) {
                router.handle(upgrades.watched(request));
            } else {
                router.handle(request);
            }
        };
    }

    private void admit(RoutingContext routing) {
        if (admitted(routing.request())) {
            if (POLLED.matcher(routing.request().path()).find()) {
                // SockJS ends the connection with the answer; clients that keep connections have to know.
                routing.response().putHeader("Connection", "close");
            }
            routing.next();
        }
    }

    private boolean admitted(HttpServerRequest request) {
        if (!origins.admits(request.getHeader("Origin"), request.getHeader("Host"))) {
            refuse(request, 403, ErrorCode.FORBIDDEN, OriginPolicy.REFUSAL);
            return false;
        }
        if (draining.getAsBoolean()) {
            request.response().putHeader("Connection", "close");
            refuse(request, 503, ErrorCode.UNAVAILABLE, "This node is stopping.");
            return false;
        }
        return true;
    }

    private static void refuse(HttpServerRequest request, int status, ErrorCode code, String message) {
        Refusals.send(request.response(), status, new ApiException(code, message));
    }

    private void upgrade(HttpServerRequest request) {
        if (!admitted(request)) {
            return;
        }
        if (!request.canUpgradeToWebSocket()) {
            refuse(request, 400, ErrorCode.BAD_REQUEST, "A WebSocket handshake is expected here.");
            return;
        }
        String userAgent = userAgent(request);
        request.toWebSocket()
                .onSuccess(socket -> open(socket, userAgent))
                .onFailure(failure -> log.debug("Handshake failed: {}", failure.getMessage()));
    }

    private void open(ServerWebSocket socket, String userAgent) {
        Context context = ContextInternal.current().unwrap();
        WsSocket client = new WsSocket(socket, userAgent);
        Session session = desk.connected(client, context, ticker);
        if (session == null) {
            socket.close((short) OVERLOADED, "too many connections");
            return;
        }
        client.onViolation(session::close);
        socket.frameHandler(new TextFrames(maxBytes, new TextFrames.Sink() {
            @Override
            public void text(byte[] utf8) {
                requests.handle(session, utf8);
            }

            @Override
            public void control() {
                requests.heard(session, System.currentTimeMillis());
            }

            @Override
            public void violation(int closeCode, String reason) {
                session.close(closeCode, reason);
            }
        }));
        socket.exceptionHandler(
                failure -> log.debug("Socket failed, session {}: {}", session.id(), failure.getMessage()));
        socket.closeHandler(v -> desk.disconnected(session, ticker));
    }

    private void accept(SockJSSocket socket) {
        Context context = ContextInternal.current().unwrap();
        HttpServerRequest request = socket.routingContext().request();
        SockJsSocket client = new SockJsSocket(socket, upgrades.take(request), userAgent(request));
        Session session = desk.connected(client, context, ticker);
        if (session == null) {
            client.close(OVERLOADED, "too many connections");
            return;
        }
        socket.handler(text -> read(session, text.getBytes()));
        socket.exceptionHandler(
                failure -> log.debug("Socket failed, session {}: {}", session.id(), failure.getMessage()));
        socket.closeHandler(v -> desk.disconnected(session, ticker));
    }

    private void read(Session session, byte[] utf8) {
        if (session.state() == Session.State.CLOSED) {
            return;
        }
        if (utf8.length > maxBytes) {
            session.close(1009, "message too large");
            return;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
        } catch (CharacterCodingException e) {
            session.close(1007, "invalid UTF-8");
            return;
        }
        requests.handle(session, utf8);
    }

    private static String userAgent(HttpServerRequest request) {
        String given = request.getHeader("User-Agent");
        if (given == null) {
            return "";
        }
        return given.length() > MOST_USER_AGENT ? given.substring(0, MOST_USER_AGENT) : given;
    }
}
