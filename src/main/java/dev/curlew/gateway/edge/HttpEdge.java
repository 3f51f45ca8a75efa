package dev.curlew.gateway.edge;

import dev.curlew.api.http.Refusals;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import java.util.regex.Pattern;

/** What an HTTP request meets first, and last when nothing else wanted it: refusals in the contract's form, whatever is wrong. */
public final class HttpEdge {

    private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");
    private static final Set<String> PROBES = Set.of("/livez", "/readyz", "/metrics");

    private final int managementPort;

    /** @param managementPort 0 where it is not known */
    public HttpEdge(int managementPort) {
        this.managementPort = managementPort;
    }

    /** Keeps away what nothing behind could decode. */
    public Handler<HttpServerRequest> before(Handler<HttpServerRequest> next) {
        return request -> {
            if (BROKEN_ESCAPE.matcher(request.uri()).find()) {
                refuse(request, 400, "The path holds a broken escape.");
            } else if (!request.uri().startsWith("/") && !request.uri().startsWith("http")) {
                refuse(request, 400, "The path has to start with a slash.");
            } else {
                next.handle(request);
            }
        };
    }

    /** Answers what is no HTTP, or too much of it, and ends the connection: where the next request begins is not known. */
    public void invalid(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        if (cause instanceof TooLongHttpLineException) {
            refuse(request, 414, "The path is too long.");
        } else if (cause instanceof TooLongHttpHeaderException) {
            refuse(request, 431, "The headers are too long.");
        } else {
            refuse(request, 400, "The request is not valid HTTP.");
        }
        request.connection().close();
    }

    /** Answers for everything that no route has answered. */
    public void mount(Router router) {
        router.errorHandler(400, context -> refuse(context.request(), 400, "The request is not valid HTTP."));
        router.errorHandler(404, this::unknown);
        router.errorHandler(413, HttpEdge::tooLarge);
        router.errorHandler(405, context -> refuse(context.request(), 405, "The path does not know this method."));
    }

    private static void tooLarge(RoutingContext context) {
        Refusals.send(context.response(), 413, new ApiException(ErrorCode.TOO_LARGE, "The body is too large."));
    }

    private void unknown(RoutingContext context) {
        String path = context.request().path();
        ApiException refusal = ApiException.notFound("path");
        if (PROBES.contains(path)) {
            String port = managementPort == 0 ? "" : ", " + managementPort;
            refusal = new ApiException(ErrorCode.NOT_FOUND, path + " is on the management port" + port + ".");
        }
        Refusals.send(context.response(), 404, refusal);
    }

    private static void refuse(HttpServerRequest request, int status, String message) {
        Refusals.send(request.response(), status, new ApiException(ErrorCode.BAD_REQUEST, message));
    }
}
