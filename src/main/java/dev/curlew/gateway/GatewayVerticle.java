package dev.curlew.gateway;

import dev.curlew.config.CurlewConfig;
import dev.curlew.gateway.edge.HttpEdge;
import dev.curlew.gateway.edge.RequestDeadline;
import dev.curlew.gateway.session.SessionTicker;
import dev.curlew.gateway.socket.SocketRoutes;
import dev.curlew.ops.Failures;
import dev.curlew.ops.StartRefused;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One event loop of a gateway: its HTTP server with the sockets and whatever else is mounted. */
public final class GatewayVerticle extends VerticleBase {

    private static final int GOODBYE_S = 2;
    private static final int ACCEPT_BACKLOG = 4_096;

    /** A little more than an endpoint may take, which answers with 50300 then. */
    static final long REQUEST_WITHIN_MS = 16_000;

    private final GatewayNode node;
    private final List<Router> mounted;
    private HttpServer server;

    /** @param mounted asked in order for whatever is no socket: the HTTP API, the web client */
    public GatewayVerticle(GatewayNode node, List<Router> mounted) {
        this.node = node;
        this.mounted = List.copyOf(mounted);
    }

    @Override
    public Future<?> start() {
        SessionTicker ticker = node.ticker();
        Router router = Router.router(vertx);
        SocketRoutes sockets = node.routes(ticker);
        sockets.mount(vertx, router);
        mounted.forEach(more -> router.route("/*").subRouter(more));
        vertx.setPeriodic(ticker.periodMs(), timer -> ticker.tick(System.currentTimeMillis()));
        CurlewConfig config = node.config();
        HttpEdge edge = new HttpEdge(config.http().managementPort());
        edge.mount(router);
        server = vertx.createHttpServer(options(config))
                .connectionHandler(connection -> RequestDeadline.guard(connection, REQUEST_WITHIN_MS))
                .invalidRequestHandler(edge::invalid)
                .requestHandler(edge.before(sockets.before(router)));
        return server.listen(config.http().port(), config.http().host())
                .recover(failure -> Future.failedFuture(
                        new StartRefused("http.port " + config.http().port() + " on "
                                + config.http().host() + " cannot be listened on: " + Failures.describe(failure)
                                + "; choose another port")));
    }

    /** The port in use, of interest when any free one was asked for. */
    public int port() {
        return server.actualPort();
    }

    private static HttpServerOptions options(CurlewConfig config) {
        long silentMs = Math.max(60_000, config.presence().ttlMs() * 3 / 2);
        HttpServerOptions options = new HttpServerOptions()
                // Compressed frames would be inflated without a limit.
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                // What a text may have is looked at once SockJS has unpacked it.
                .setMaxWebSocketFrameSize(SocketRoutes.packed(config.socket().maxFrameBytes()))
                .setMaxWebSocketMessageSize(SocketRoutes.packed(config.socket().maxFrameBytes()))
                .setWebSocketClosingTimeout(GOODBYE_S)
                // Without TLS nobody needs it, and its connections would pass by the deadline of requests.
                .setHttp2ClearTextEnabled(false);
        options.setAcceptBacklog(ACCEPT_BACKLOG)
                .setTcpNoDelay(true)
                .setReadIdleTimeout((int) silentMs)
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        return options;
    }
}
