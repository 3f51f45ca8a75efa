package dev.curlew.gateway;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.http.UpgradeRejectedException;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.http.WebSocketFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a socket refuses: pages from elsewhere, frames that are no text of allowed size, floods. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SocketLimitsIT {

    private TestGateway gateway;
    private TestGateway.Node node;

    @BeforeAll
    void start() {
        gateway = new TestGateway("limitit");
        node = gateway.node("limit-1");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private static int code(JsonNode reply) {
        return reply.get("code").asInt();
    }

    @Test
    void manyPipelinedRequestsGetAsManyReplies() {
        SocketClient client = gateway.client(node).loggedIn(13);
        List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            replies.add(client.start("ping", Json.object()));
        }
        int limited = 0;
        for (CompletableFuture<JsonNode> reply : replies) {
            JsonNode answer = SocketClient.within(reply);
            if (code(answer) == 42900) {
                limited++;
                assertThat(answer.get("retry_after_ms").asLong()).isPositive();
                assertThat(answer.get("retryable").asBoolean()).isTrue();
            }
        }
        assertThat(limited).isBetween(1, 700);
        client.close();
    }

    @Test
    void aFloodEndsTheSession() {
        SocketClient client = gateway.client(node).loggedIn(14);
        for (int i = 0; i < 20_000 && !client.isClosed(); i++) {
            client.start("ping", Json.object());
        }
        assertThat(client.closeCode()).isEqualTo(4429);
    }

    @Test
    void whatIsNoTextIsClosed() {
        SocketClient binary = gateway.client(node);
        binary.socket().writeBinaryMessage(Buffer.buffer("x"));
        assertThat(binary.closeCode()).isEqualTo(1003);
        SocketClient invalid = gateway.client(node);
        // A half text followed by a binary continuation, which this client does not check.
        invalid.socket().writeFrame(WebSocketFrame.textFrame("{", false));
        invalid.socket()
                .writeFrame(WebSocketFrame.continuationFrame(Buffer.buffer(new byte[] {(byte) 0xC3, 0x28, '}'}), true));
        assertThat(invalid.closeCode()).isEqualTo(1007);
    }

    @Test
    void aFrameOverTheLimitIsClosedAndOneAtTheLimitIsRead() {
        SocketClient atLimit = gateway.client(node).loggedIn(19);
        String start = "{\"op\":\"ping\",\"id\":\"full\",\"data\":{\"pad\":\"";
        String full = start + "x".repeat(65_536 - start.length() - 3) + "\"}}";
        assertThat(code(atLimit.raw(full, "full"))).isZero();
        atLimit.socket().writeFrame(WebSocketFrame.textFrame(full + " ", true));
        assertThat(atLimit.closeCode()).isEqualTo(1009);
        SocketClient pieces = gateway.client(node).loggedIn(20);
        pieces.socket().writeFrame(WebSocketFrame.textFrame("x".repeat(60_000), false));
        pieces.socket().writeFrame(WebSocketFrame.continuationFrame(Buffer.buffer("x".repeat(10_000)), true));
        assertThat(pieces.closeCode()).isEqualTo(1009);
    }

    @Test
    void fragmentsAreOneRequest() {
        SocketClient client = gateway.client(node).loggedIn(21);
        CompletableFuture<JsonNode> later = client.start("ping", Json.object());
        SocketClient.within(later);
        client.socket().writeFrame(WebSocketFrame.textFrame("{\"op\":\"ping\",", false));
        client.socket().writeFrame(WebSocketFrame.continuationFrame(Buffer.buffer("\"id\":"), false));
        assertThat(code(rest(client, "\"parts\"}", "parts"))).isZero();
        client.close();
    }

    @Test
    void aForeignOriginIsForbidden() {
        Future<?> foreign = gateway.webSockets.connect(new WebSocketConnectOptions()
                .setHost("127.0.0.1")
                .setPort(node.port())
                .setURI("/ws")
                .putHeader("Origin", "https://evil.example.org"));
        Awaitility.await().atMost(5, SECONDS).until(foreign::isComplete);
        assertThat(foreign.cause())
                .isInstanceOfSatisfying(
                        UpgradeRejectedException.class,
                        rejected -> assertThat(rejected.getStatus()).isEqualTo(403));
        HttpClientResponse info = TestGateway.await(gateway.http
                .request(new RequestOptions()
                        .setMethod(HttpMethod.GET)
                        .setHost("127.0.0.1")
                        .setPort(node.port())
                        .setURI("/sockjs/info")
                        .putHeader("Origin", "https://evil.example.org"))
                .compose(request -> request.send()));
        assertThat(info.statusCode()).isEqualTo(403);
    }

    private JsonNode rest(SocketClient client, String rest, String id) {
        return client.rawFrame(WebSocketFrame.continuationFrame(Buffer.buffer(rest), true), id);
    }
}
