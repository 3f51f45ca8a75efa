package dev.curlew.vendor;

import dev.curlew.ops.Failures;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Calls of a vendor or of the product's own service, each with a time limit, tried again with growing pauses where that cannot do
 * something twice: when the call never left, when the other side said that it did nothing (429, 503), or when it knows a repetition by its id.
 */
public final class VendorHttp {

    private final Vertx vertx;
    private final HttpClient client;
    private final Limits limits;

    /**
     * What a call may cost.
     *
     * @param timeoutMs for one try
     * @param tries of one call
     * @param retryMs pause before the second try; doubled before each further one
     * @param concurrency calls at once
     */
    public record Limits(int timeoutMs, int tries, int retryMs, int concurrency) {}

    /** @param limits of every call */
    public VendorHttp(Vertx vertx, Limits limits) {
        this.vertx = vertx;
        this.limits = limits;
        this.client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setConnectTimeout(limits.timeoutMs())
                        .setKeepAlive(true)
                        .setKeepAliveTimeout(30)
                        .setMaxHeaderSize(16_384),
                new PoolOptions().setHttp1MaxSize(limits.concurrency() + 1));
    }

    /**
     * A call.
     *
     * @param headers made anew for each try
     * @param repeatable the other side recognizes a repetition
     */
    public record Call(HttpMethod method, String url, Supplier<MultiMap> headers, Buffer body, boolean repeatable) {}

    /** What came back, whatever its status. */
    public record Answer(int status, Buffer body) {

        public boolean ok() {
            return status / 100 == 2;
        }
    }

    /** The call never left this node. */
    private static final class NotSent extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotSent(Throwable cause) {
            super(Failures.describe(cause), cause, false, false);
        }
    }

    /** The last answer; fails when the last try had none. */
    public Future<Answer> send(Call call) {
        return attempt(call, 1);
    }

    /** One try. */
    public Future<Answer> once(Call call) {
        RequestOptions options = new RequestOptions()
                .setMethod(call.method())
                .setAbsoluteURI(call.url())
                .setConnectTimeout(limits.timeoutMs())
                .setIdleTimeout(limits.timeoutMs());
        return client.request(options)
                .recover(failure -> Future.failedFuture(new NotSent(failure)))
                .compose(request -> exchange(call, request)
                        .timeout(limits.timeoutMs(), TimeUnit.MILLISECONDS)
                        // A connection that still waits for an answer must not go back among the free ones.
                        .onFailure(failure -> request.reset()));
    }

    private static Future<Answer> exchange(Call call, HttpClientRequest request) {
        request.headers().addAll(call.headers().get());
        return request.send(call.body())
                .compose(response -> response.body().map(body -> new Answer(response.statusCode(), body)));
    }

    private Future<Answer> attempt(Call call, int number) {
        return once(call).transform(outcome -> {
            boolean again = outcome.succeeded()
                    ? mayRepeat(call, outcome.result().status())
                    : call.repeatable() || outcome.cause() instanceof NotSent;
            if (!again || number >= limits.tries()) {
                return outcome.succeeded()
                        ? Future.succeededFuture(outcome.result())
                        : Future.failedFuture(outcome.cause());
            }
            return vertx.timer((long) limits.retryMs() << (number - 1), TimeUnit.MILLISECONDS)
                    .compose(waited -> attempt(call, number + 1));
        });
    }

    private static boolean mayRepeat(Call call, int status) {
        return status == 429 || status == 503 || status >= 500 && call.repeatable();
    }
}
