package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** The one form in which a request is refused over HTTP, whoever refuses it, and the headers of everything that is no page. */
public final class Refusals {

    private Refusals() {}

    /** Ends the response; does nothing once it has begun. */
    public static void send(HttpServerResponse response, int status, ApiException refusal) {
        if (response.ended() || response.headWritten()) {
            return;
        }
        secure(response)
                .setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                .end(Buffer.buffer(Json.bytes(body(refusal))));
    }

    /** Nothing of this is to be framed, guessed at, run or kept by a browser. */
    static HttpServerResponse secure(HttpServerResponse response) {
        return response.putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("X-Frame-Options", "DENY")
                .putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    }

    private static ObjectNode body(ApiException refusal) {
        ErrorCode code = refusal.code();
        ObjectNode body = Json.object()
                .put("code", code.code())
                .put("error", code.error())
                .put("message", refusal.getMessage())
                .put("retryable", code.retryable());
        if (refusal.retryAfterMs() > 0) {
            body.put("retry_after_ms", refusal.retryAfterMs());
        }
        return body;
    }
}
