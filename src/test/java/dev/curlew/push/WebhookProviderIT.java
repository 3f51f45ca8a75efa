package dev.curlew.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.config.ConfigLoader;
import dev.curlew.config.PushConfig;
import dev.curlew.push.PushProvider.Content;
import dev.curlew.push.PushProvider.Notice;
import dev.curlew.push.PushProvider.Tally;
import dev.curlew.vendor.Signature;
import dev.curlew.vendor.VendorHttp;
import dev.curlew.vendor.VendorHttp.Limits;
import dev.curlew.vendor.VendorServer;
import dev.curlew.vendor.VendorServer.Answer;
import dev.curlew.vendor.VendorServer.Request;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The webhook provider against a receiver that checks what it gets. */
class WebhookProviderIT {

    private static final String SECRET = "0123456789abcdef";

    private final Vertx vertx = Vertx.vertx();
    private final VendorServer receiver = new VendorServer(request -> new Answer(204, ""));

    @AfterEach
    void stop() {
        vertx.close().timeout(10, TimeUnit.SECONDS).await();
        receiver.close();
    }

    @Test
    void callsAreSignedOverTimeAndBody() {
        long before = System.currentTimeMillis();
        assertThat(send(notice(1, "t1"), notice(2, "t2"))).isEqualTo(new Tally(2, 0, 0));
        assertThat(receiver.requests()).hasSize(1);
        Request call = receiver.requests().get(0);
        long time = Long.parseLong(call.headers().get("x-curlew-timestamp"));
        assertThat(time).isBetween(before, System.currentTimeMillis());
        assertThat(call.headers().get("x-curlew-signature"))
                .isEqualTo(new Signature(SECRET).of(time, call.body().getBytes(StandardCharsets.UTF_8)));
        JsonNode body = call.json();
        assertThat(body.path("id").asText()).isEqualTo(call.headers().get("x-curlew-id"));
        assertThat(body.path("type").asText()).isEqualTo("single_message");
        assertThat(body.path("tenant_id").asText()).isEqualTo("demo");
        assertThat(body.path("conversation_id").asText()).isEqualTo("si_1_2");
        assertThat(body.path("seq").asLong()).isEqualTo(7);
        assertThat(body.path("title").asText()).isEqualTo("Alice");
        assertThat(body.path("ex").asText()).isEqualTo("{\"k\":1}");
        assertThat(body.has("badge")).isFalse();
        assertThat(body.path("users").toString())
                .isEqualTo("[{\"uid\":1,\"tokens\":[\"t1\"]},{\"uid\":2,\"tokens\":[\"t2\"]}]");
    }

    @Test
    void aCallTriedAgainKeepsItsId() {
        AtomicInteger left = new AtomicInteger(2);
        receiver.answer(request -> new Answer(left.getAndDecrement() > 0 ? 500 : 200, ""));
        assertThat(send(notice(1, "t1"))).isEqualTo(new Tally(1, 0, 0));
        assertThat(receiver.requests()).hasSize(3);
        assertThat(receiver.requests().stream()
                        .map(request -> request.headers().get("x-curlew-id"))
                        .distinct())
                .hasSize(1);
        assertThat(receiver.requests().stream().map(Request::body).distinct()).hasSize(1);
    }

    @Test
    void aRefusalIsNotTriedAgain() {
        receiver.answer(request -> new Answer(410, ""));
        assertThat(send(notice(1, "t1"))).isEqualTo(new Tally(0, 1, 0));
        assertThat(receiver.requests()).hasSize(1);
    }

    private Tally send(Notice... notices) {
        PushConfig config = ConfigLoader.load(
                        Path.of("conf", "development.yaml"),
                        Map.of(),
                        List.of(
                                "push.provider=webhook",
                                "push.webhook_url=" + receiver.url() + "/reminders",
                                "push.webhook_secret=" + SECRET,
                                "push.retry_ms=50"))
                .push();
        return new WebhookProvider(
                        config,
                        new VendorHttp(
                                vertx,
                                new Limits(config.timeoutMs(), config.tries(), config.retryMs(), config.concurrency())))
                .send(List.of(notices))
                .timeout(30, TimeUnit.SECONDS)
                .await();
    }

    private static Notice notice(long uid, String token) {
        Content content =
                new Content("demo", "si_1_2", 7, 1, "Alice", "You have a new message", "{\"k\":1}", null, null);
        return new Notice(uid, List.of(token), content);
    }
}
