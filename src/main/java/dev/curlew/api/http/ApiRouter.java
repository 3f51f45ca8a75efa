package dev.curlew.api.http;

import dev.curlew.api.auth.TokenGuard;
import dev.curlew.config.HttpConfig;
import dev.curlew.ops.TenantTraffic;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.TimeoutHandler;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Binds endpoints to paths below {@code /v1/}, and does for all of them what none should do by itself: origin, headers, who
 * asks (before the body is read), size of the body, time, and the form of answers and failures.
 */
public final class ApiRouter {

    private static final String ALL = "/v1/*";
    private static final String BEARER = "Bearer ";
    private static final long TIMEOUT_MS = 15_000;
    /** A list of a thousand users has a thousand passwords to hash. */
    private static final long ADMIN_TIMEOUT_MS = 120_000;

    private static final String METHODS = "GET, POST, PUT, PATCH, DELETE";

    private final Router router;
    private final TokenGuard guard;
    private final byte[] adminSecret;
    private final TenantTraffic traffic;
    private final OriginPolicy origins;
    private final BodyHandler body;
    private final List<Endpoint> endpoints = new ArrayList<>();

    private record Endpoint(HttpMethod method, Pattern path) {}

    public ApiRouter(Router router, HttpConfig config, TokenGuard guard, String adminSecret, TenantTraffic traffic) {
        this.router = router;
        this.guard = guard;
        this.traffic = traffic;
        this.adminSecret = digest(adminSecret);
        this.origins = new OriginPolicy(config.allowedOrigins());
        this.body = BodyHandler.create(false).setBodyLimit(config.maxBodyBytes());
        router.route(ALL).failureHandler(Failures::answer);
        router.route(ALL).handler(this::admit);
    }

    /** An endpoint anyone may call. */
    public void open(HttpMethod method, String path, Function<Exchange, Future<Reply>> endpoint) {
        bind(method, path, TIMEOUT_MS).handler(body::handle).handler(context -> run(context, null, endpoint));
    }

    /** An endpoint for a logged-in user. */
    public void user(HttpMethod method, String path, Function<Exchange, Future<Reply>> endpoint) {
        bind(method, path, TIMEOUT_MS)
                .handler(this::authenticate)
                .handler(body::handle)
                .handler(context -> run(context, context.get(Failures.TOKEN), endpoint));
    }

    /** An endpoint for whoever knows the admin secret. */
    public void admin(HttpMethod method, String path, Function<Exchange, Future<Reply>> endpoint) {
        bind(method, path, ADMIN_TIMEOUT_MS)
                .handler(this::checkAdmin)
                .handler(body::handle)
                .handler(context -> run(context, null, endpoint));
    }

    /** Answers what no endpoint took; after the last one is bound. */
    public void finish() {
        router.route(ALL).handler(context -> {
            String path = context.normalizedPath();
            String allowed = endpoints.stream()
                    .filter(endpoint -> endpoint.path().matcher(path).matches())
                    .map(endpoint -> endpoint.method().name())
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "));
            if (!allowed.isEmpty()) {
                context.response().putHeader(HttpHeaders.ALLOW, allowed);
            }
            context.fail(allowed.isEmpty() ? 404 : 405);
        });
    }

    private Route bind(HttpMethod method, String path, long timeoutMs) {
        endpoints.add(new Endpoint(method, Pattern.compile(path.replaceAll(":[a-z_]+", "[^/]+"))));
        return router.route(method, path).handler(TimeoutHandler.create(timeoutMs, 503));
    }

    private void admit(RoutingContext context) {
        HttpServerResponse response = Refusals.secure(context.response());
        String origin = context.request().getHeader(HttpHeaders.ORIGIN);
        if (!origins.allows(origin, host(context))) {
            context.fail(new ApiException(ErrorCode.FORBIDDEN, OriginPolicy.REFUSAL));
            return;
        }
        if (origin != null && origins.listed(origin)) {
            response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin).putHeader(HttpHeaders.VARY, "Origin");
            if (context.request().method().equals(HttpMethod.OPTIONS)) {
                response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, METHODS)
                        .putHeader(
                                HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS,
                                "Authorization, Content-Type, X-Tenant, X-Action-Token")
                        .putHeader(HttpHeaders.ACCESS_CONTROL_MAX_AGE, "600")
                        .setStatusCode(204)
                        .end();
                return;
            }
        }
        context.next();
    }

    /** {@code Host}, with the port. */
    private static String host(RoutingContext context) {
        HostAndPort authority = context.request().authority();
        return authority == null ? null : authority.toString();
    }

    private void authenticate(RoutingContext context) {
        String token = bearer(context);
        if (token == null) {
            context.fail(unauthenticated());
            return;
        }
        context.request().pause();
        guard.check(token).onComplete(result -> {
            context.request().resume();
            if (result.succeeded()) {
                context.put(Failures.TOKEN, result.result());
                traffic.httpRequest(result.result().tenant());
                context.next();
            } else {
                context.fail(result.cause());
            }
        });
    }

    private void checkAdmin(RoutingContext context) {
        String secret = bearer(context);
        if (secret != null && MessageDigest.isEqual(digest(secret), adminSecret)) {
            context.next();
        } else {
            context.fail(unauthenticated());
        }
    }

    private static void run(
            RoutingContext context, TokenGuard.Verified token, Function<Exchange, Future<Reply>> endpoint) {
        Future<Reply> reply;
        try {
            reply = endpoint.apply(new Exchange(context, token));
        } catch (RuntimeException e) {
            reply = Future.failedFuture(e);
        }
        reply.onSuccess(answer -> send(context, answer)).onFailure(context::fail);
    }

    private static void send(RoutingContext context, Reply reply) {
        HttpServerResponse response = context.response();
        if (response.ended()) {
            return;
        }
        response.setStatusCode(reply.status());
        if (reply.body() == null) {
            response.end();
        } else {
            response.putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                    .end(Buffer.buffer(Json.bytes(reply.body())));
        }
    }

    private static String bearer(RoutingContext context) {
        String header = context.request().getHeader(HttpHeaders.AUTHORIZATION);
        return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? header.substring(BEARER.length()).trim()
                : null;
    }

    private static ApiException unauthenticated() {
        return new ApiException(ErrorCode.UNAUTHENTICATED, "A valid bearer token is required.");
    }

    /** Digests of equal length, so that comparing them tells nothing about the secret, its length included. */
    private static byte[] digest(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
