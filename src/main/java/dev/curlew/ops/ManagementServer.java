package dev.curlew.ops;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.config.CurlewConfig;
import dev.curlew.protocol.Json;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What operators and their tools ask: {@code /livez} (restart me when this fails), {@code /readyz} (send me clients while this
 * succeeds) and {@code /metrics} (Prometheus text).
 */
public final class ManagementServer {

    private static final Logger LOG = LoggerFactory.getLogger(ManagementServer.class);
    private static final long DEADLOCK_CHECK_MS = 5000;

    private final Vertx vertx;
    private final CurlewConfig config;
    private final Health health;
    private final PrometheusMeterRegistry meters;
    private HttpServer server;
    private long checkedAt;
    private boolean deadlocked;

    public ManagementServer(Vertx vertx, CurlewConfig config, Health health, PrometheusMeterRegistry meters) {
        this.vertx = vertx;
        this.config = config;
        this.health = health;
        this.meters = meters;
    }

    /** Listens on {@code http.management_host} and {@code http.management_port}. */
    public Future<Void> start() {
        HttpServerOptions options = new HttpServerOptions()
                .setHost(config.http().managementHost())
                .setPort(config.http().managementPort())
                .setIdleTimeout(60);
        server = vertx.createHttpServer(options).requestHandler(this::handle);
        return server.listen()
                .recover(failure -> Future.failedFuture(new StartRefused("http.management_port "
                        + config.http().managementPort() + " cannot be listened on: " + Failures.describe(failure))))
                .mapEmpty();
    }

    /** The port it listens on; differs from the configured one when that is 0. */
    public int port() {
        return server.actualPort();
    }

    public Future<Void> stop() {
        return server == null ? Future.succeededFuture() : server.close();
    }

    private void handle(HttpServerRequest request) {
        if (request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD) {
            request.response()
                    .setStatusCode(405)
                    .putHeader("allow", "GET, HEAD")
                    .end();
            return;
        }
        switch (request.path()) {
            case "/" -> index(request.response());
            case "/livez" -> live(request.response());
            case "/readyz" -> ready(request.response());
            case "/metrics" -> scrape(request.response());
            default -> request.response().setStatusCode(404).end();
        }
    }

    private static void index(HttpServerResponse response) {
        response.putHeader("content-type", "text/plain; charset=utf-8")
                .end("/livez    restart this node when it fails\n/readyz   send clients here while it is 200\n"
                        + "/metrics  Prometheus text\n");
    }

    private void live(HttpServerResponse response) {
        boolean bad = isDeadlocked();
        json(response, bad ? 503 : 200, Json.object().put("status", bad ? "deadlocked" : "live"));
    }

    private synchronized boolean isDeadlocked() {
        long now = System.nanoTime() / 1_000_000;
        if (checkedAt == 0 || now - checkedAt >= DEADLOCK_CHECK_MS) {
            checkedAt = now;
            deadlocked = ManagementFactory.getThreadMXBean().findDeadlockedThreads() != null;
            if (deadlocked) {
                LOG.error("threads wait for each other for ever");
            }
        }
        return deadlocked;
    }

    private void ready(HttpServerResponse response) {
        Readiness readiness = health.readiness();
        ObjectNode body = Json.object().put("status", readiness.ready() ? "ready" : readiness.reason());
        readiness.degraded().forEach(body.putArray("degraded")::add);
        if (config.durability() == CurlewConfig.Durability.RELAXED) {
            body.put("durability", "relaxed");
        }
        json(response, readiness.ready() ? 200 : 503, body);
    }

    private void scrape(HttpServerResponse response) {
        vertx.executeBlocking(() -> meters.scrape(), false)
                .onSuccess(text -> response.putHeader("content-type", "text/plain; version=0.0.4; charset=utf-8")
                        .end(text))
                .onFailure(failure -> {
                    LOG.warn("metrics cannot be written: {}", Failures.describe(failure));
                    response.setStatusCode(500).end();
                });
    }

    private static void json(HttpServerResponse response, int status, ObjectNode body) {
        response.setStatusCode(status)
                .putHeader("content-type", "application/json")
                .putHeader("cache-control", "no-store")
                .end(Buffer.buffer(Json.bytes(body)));
    }
}
