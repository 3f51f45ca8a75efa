package dev.curlew.api.http;

import dev.curlew.api.auth.TokenGuard;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import io.vertx.ext.web.RoutingContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where a failed request gets its answer. What is a fault of ours is logged once and told without detail. */
final class Failures {

    /** Where the caller of a request is found for the log. */
    static final String TOKEN = "token";

    /** Where the tenant is found that a request without a token is for. */
    static final String TENANT = "tenant";

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private Failures() {}

    static void answer(RoutingContext context) {
        Throwable failure = context.failure();
        ApiException refusal;
        int status;
        if (failure instanceof ApiException known) {
            refusal = known;
            status = known.code().httpStatus();
        } else if (failure == null || context.statusCode() < 500) {
            status = context.statusCode();
            refusal = byStatus(status);
        } else {
            log(context, failure);
            refusal = ApiException.from(failure);
            status = refusal.code().httpStatus();
        }
        Refusals.send(context.response(), status, refusal);
    }

    private static ApiException byStatus(int status) {
        return switch (status) {
            case 404 -> ApiException.notFound("path");
            case 405 -> new ApiException(ErrorCode.BAD_REQUEST, "The path does not know this method.");
            case 413 -> new ApiException(ErrorCode.TOO_LARGE, "The body is too large.");
            case 503 -> ApiException.unavailable("The request took too long.");
            default ->
                status < 500
                        ? new ApiException(ErrorCode.BAD_REQUEST, "The request is not valid HTTP.")
                        : ApiException.from(new IllegalStateException());
        };
    }

    private static void log(RoutingContext context, Throwable failure) {
        TokenGuard.Verified token = context.get(TOKEN);
        String named = context.get(TENANT);
        LOG.atError()
                .addKeyValue("tenant", token != null ? token.tenant() : named == null ? "" : named)
                .addKeyValue("uid", token == null ? 0 : token.uid())
                .setCause(failure)
                .log("Request failed: {} {}", context.request().method(), context.normalizedPath());
    }
}
