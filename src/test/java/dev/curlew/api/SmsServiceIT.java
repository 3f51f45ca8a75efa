package dev.curlew.api;

import static dev.curlew.api.ApiNode.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.TestConfig;
import dev.curlew.dev.TestStores;
import dev.curlew.protocol.Json;
import dev.curlew.vendor.Signature;
import dev.curlew.vendor.VendorServer;
import dev.curlew.vendor.VendorServer.Answer;
import dev.curlew.vendor.VendorServer.Request;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The service that brings codes to phones is the one administrators set up, on every node and without a restart. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmsServiceIT {

    private static final String OWN = "smsserviceit";

    private final Vertx vertx = Vertx.vertx();
    private ApiNode one;
    private ApiNode two;

    @BeforeAll
    void start() {
        var config = TestConfig.on(TestStores.shared(), OWN, "redis.key_prefix=" + OWN);
        one = new ApiNode(vertx, config).start(Map.of());
        two = new ApiNode(vertx, config).start(Map.of());
    }

    @AfterAll
    void stop() {
        get(vertx.close());
    }

    @Test
    void codesGoToTheServiceThatIsSetNowWithItsSecret() {
        try (VendorServer first = new VendorServer(request -> new Answer(200, "{}"));
                VendorServer second = new VendorServer(request -> new Answer(200, "{}"))) {
            set(first, "first-secret");
            awaitSetOnTwo(first);
            assertThat(code("13800138001")).isEqualTo(200);
            assertThat(first.requests()).singleElement().satisfies(request -> signed(request, "first-secret"));
            set(second, "second-secret");
            awaitSetOnTwo(second);
            assertThat(code("13800138002")).isEqualTo(200);
            assertThat(second.requests()).singleElement().satisfies(request -> signed(request, "second-secret"));
            assertThat(first.requests()).hasSize(1);
        }
    }

    private void set(VendorServer server, String secret) {
        assertThat(one.admin(
                                "PATCH",
                                "/v1/admin/third-party/sms",
                                Map.of(
                                        "settings",
                                        Map.of("url", server.url() + "/codes"),
                                        "secrets",
                                        Map.of("secret", secret)))
                        .status())
                .isEqualTo(200);
    }

    private void awaitSetOnTwo(VendorServer server) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(2))
                .until(() -> two.admin("GET", "/v1/admin/third-party", null)
                        .body()
                        .toString()
                        .contains(server.url()));
    }

    private int code(String phone) {
        return two.post(
                        "/v1/im/auth/code",
                        null,
                        Json.object().put("scene", "register").put("phone", phone))
                .status();
    }

    private static void signed(Request request, String secret) {
        long time = Long.parseLong(request.headers().get("x-curlew-timestamp"));
        assertThat(request.headers().get("x-curlew-signature"))
                .isEqualTo(new Signature(secret).of(time, request.body().getBytes(StandardCharsets.UTF_8)));
    }
}
