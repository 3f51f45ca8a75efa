package dev.curlew.gateway.web;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;

/**
 * Serves the web client: {@code /} and what lies under {@code /web/}. Nothing on its pages runs that did not come from a file
 * of this node, so a message cannot bring code along whatever it holds. The pages of the SockJS handler carry a script of
 * their own and are meant to be framed by this client; they are not served here and get none of these headers.
 */
public final class WebClientRoutes {

    /** Where browsers get the SockJS library: the {@code libraryURL} of the SockJS handler. */
    public static final String SOCKJS_LIBRARY = "/web/" + WebAssets.SOCKJS;

    private static final String PREFIX = "/web/";

    /** ws and wss are named because older browsers do not count them as the page's own origin. */
    private static final String CONTENT_SECURITY_POLICY = String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data: https:",
            "connect-src 'self' ws: wss:",
            "frame-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'");

    private final WebAssets assets;

    private WebClientRoutes(WebAssets assets) {
        this.assets = assets;
    }

    /** Reads the files of the client into memory; blocks, so it is called while the node starts, once for all event loops. */
    public static WebClientRoutes load() {
        return new WebClientRoutes(WebAssets.load());
    }

    public void mount(Router router) {
        readable(router, "/").handler(context -> serve(context, "index.html"));
        readable(router, PREFIX + "*").handler(context -> {
            String path = context.normalizedPath();
            serve(context, path.substring(Math.min(path.length(), PREFIX.length())));
        });
    }

    private static Route readable(Router router, String path) {
        return router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD);
    }

    private void serve(RoutingContext context, String name) {
        WebAsset asset = assets.find(name);
        if (asset == null) {
            context.next();
            return;
        }
        HttpServerResponse response = context.response();
        // Names carry no version, so a browser asks each time; the answer is nearly always 304.
        response.putHeader(HttpHeaders.CACHE_CONTROL, "no-cache")
                .putHeader(HttpHeaders.ETAG, asset.etag())
                .putHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY)
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("X-Frame-Options", "DENY")
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader("Cross-Origin-Opener-Policy", "same-origin");
        if (isHeld(context.request().getHeader(HttpHeaders.IF_NONE_MATCH), asset.etag())) {
            response.setStatusCode(304).end();
            return;
        }
        response.putHeader(HttpHeaders.CONTENT_TYPE, asset.contentType());
        if (context.request().method() == HttpMethod.HEAD) {
            response.putHeader(
                            HttpHeaders.CONTENT_LENGTH,
                            String.valueOf(asset.body().length()))
                    .end();
        } else {
            response.end(asset.body());
        }
    }

    /** Whether the browser already has this content; a proxy that compressed it may have made the tag a weak one. */
    private static boolean isHeld(String ifNoneMatch, String etag) {
        if (ifNoneMatch == null) {
            return false;
        }
        return Arrays.stream(ifNoneMatch.split(","))
                .map(String::trim)
                .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
                .anyMatch(tag -> tag.equals(etag) || "*".equals(tag));
    }
}
