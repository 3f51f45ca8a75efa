package dev.curlew.gateway;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the application port says to requests that no endpoint gets to see. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpEdgeIT {

    private TestGateway gateway;
    private TestGateway.Node node;

    @BeforeAll
    void start() {
        gateway = new TestGateway("edgeit", "http.management_port=8081");
        node = gateway.node("edge-1");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    /** A bare connection and what came on it. */
    private final class Wire {
        private final NetSocket socket = TestGateway.await(gateway.net.connect(node.port(), "127.0.0.1"));
        private final Buffer received = Buffer.buffer();
        private volatile boolean ended;

        Wire(String text) {
            socket.handler(received::appendBuffer);
            socket.exceptionHandler(failure -> {});
            socket.closeHandler(v -> ended = true);
            Future<Void> written = socket.write(text);
            written.onFailure(failure -> {});
        }

        String whole() {
            Awaitility.await().atMost(30, SECONDS).until(() -> ended);
            return received.toString(StandardCharsets.UTF_8);
        }
    }

    private String answer(String request) {
        return new Wire(request).whole();
    }

    private static void refused(String answer, int status, int code, String message) {
        String[] parts = answer.split("\r\n\r\n", 2);
        String head = parts[0].toLowerCase(Locale.ROOT);
        assertThat(head)
                .matches("(?s)http/1[.][01] " + status + " .*")
                .contains("x-content-type-options: nosniff", "x-frame-options: deny", "application/json");
        JsonNode body = Json.parseObject(parts[1].getBytes(StandardCharsets.UTF_8));
        assertThat(body.path("code").asInt()).isEqualTo(code);
        assertThat(body.path("message").asText()).contains(message);
        assertThat(body.path("retryable").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "/%zz, 400, 40000, broken escape",
        "/v1/im/users/%, 400, 40000, broken escape",
        "/v1/im/users/me?a=%2, 400, 40000, broken escape",
        "/nothing, 404, 40400, path not found.",
        "/readyz, 404, 40400, 8081",
        "/livez, 404, 40400, 8081",
        "/metrics, 404, 40400, management port"
    })
    void everyPathIsAnsweredInTheContractsForm(String path, int status, int code, String message) {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        refused(answer(request), status, code, message);
    }

    @Test
    void whatTheDecoderRefusesIsToo() {
        refused(answer("GET /" + "a".repeat(10_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"), 414, 40000, "too long");
        refused(
                answer("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(20_000) + "\r\n\r\n"),
                431,
                40000,
                "too long");
        refused(answer("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n"), 400, 40000, "not valid");
    }

    @Test
    void aRequestThatDoesNotEndIsCutAndAWebSocketIsNot() {
        SocketClient patient = gateway.client(node).loggedIn(301);
        long began = System.nanoTime();
        Wire silent = new Wire("");
        Wire half = new Wire("GET / HTTP/1.1\r\nHost: loc");
        Wire body = new Wire("POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc");
        silent.whole();
        half.whole();
        body.whole();
        assertThat(System.nanoTime() - began)
                .isBetween(SECONDS.toNanos(10), SECONDS.toNanos(GatewayVerticle.REQUEST_WITHIN_MS / 1_000 + 12));
        assertThat(patient.call("ping", Json.object()).path("code").asInt()).isZero();
        patient.close();
    }

    @Test
    void everyMeasureSaysWhatItIs() {
        gateway.client(node).loggedIn(302).close();
        assertThat(gateway.meters.getMeters())
                .filteredOn(meter -> meter.getId().getName().startsWith("curlew."))
                .isNotEmpty()
                .allSatisfy(meter -> assertThat(meter.getId().getDescription())
                        .as(meter.getId().getName())
                        .isNotBlank());
    }
}
