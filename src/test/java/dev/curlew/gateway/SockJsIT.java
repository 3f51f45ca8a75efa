package dev.curlew.gateway;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketFrame;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same JSON over SockJS, by its WebSocket and by its polling transport. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SockJsIT {

    private TestGateway gateway;
    private TestGateway.Node node;

    @BeforeAll
    void start() {
        gateway = new TestGateway("sockjsit", "socket.login_timeout_ms=2000");
        node = gateway.node("sockjs-1");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private static String login(long uid) {
        return "{\"op\":\"login\",\"id\":\"1\",\"data\":{\"token\":\"demo:" + uid + "\"}}";
    }

    private WebSocket open(String session, List<String> frames) {
        WebSocket socket = TestGateway.await(
                gateway.webSockets.connect(node.port(), "127.0.0.1", "/sockjs/111/" + session + "/websocket"));
        socket.textMessageHandler(frames::add);
        return socket;
    }

    private static void eventually(Runnable check) {
        Awaitility.await().atMost(8, SECONDS).untilAsserted(check::run);
    }

    @Test
    void messagesPassBetweenSockJsAndWebSocket() {
        List<String> frames = new CopyOnWriteArrayList<>();
        WebSocket alice = open("alice", frames);
        alice.writeTextMessage(Json.text(List.of(login(201))));
        eventually(() -> assertThat(String.join("", frames)).contains("session_id"));
        SocketClient bob = gateway.client(node).loggedIn(202);
        String send = "{\"op\":\"send\",\"id\":\"2\",\"data\":" + Json.text(SocketClient.text(202, "m1")) + "}";
        alice.writeTextMessage(Json.text(List.of(send)));
        eventually(() -> assertThat(bob.pushed()).containsExactly(1L));
        bob.call("send", SocketClient.text(201, "m2"));
        eventually(() -> assertThat(String.join("", frames)).contains("text of m2"));
        alice.close();
        eventually(() -> assertThat(
                        TestGateway.await(gateway.presence.get("demo", 201)).online())
                .isFalse());
        bob.close();
    }

    @Test
    void theCloseCodeIsToldBeforeTheEnd() {
        List<String> frames = new CopyOnWriteArrayList<>();
        WebSocket late = open("late", frames);
        eventually(() -> assertThat(late.isClosed()).isTrue());
        assertThat(String.join("", frames)).contains("\\\"code\\\":4401").contains("c[4401,");
    }

    @Test
    void pollingWorksAndLargeBodiesAreRefused() {
        assertThat(post("poll", "xhr", "")).isEqualTo("200 o\n");
        assertThat(post("poll", "xhr_send", Json.text(List.of(login(203))))).startsWith("204");
        assertThat(post("poll", "xhr", "")).contains("session_id");
        assertThat(post("poll", "xhr_send", Json.text(List.of("x".repeat(400_000)))))
                .startsWith("413");
        assertThat(post("poll", "xhr_send", Json.text(List.of("x".repeat(70_000)))))
                .startsWith("204");
        eventually(() -> assertThat(post("poll", "xhr", "")).startsWith("200 c["));
    }

    @Test
    void aTextIsMeasuredUnpacked() {
        List<String> frames = new CopyOnWriteArrayList<>();
        WebSocket alice = open("large", frames);
        alice.writeTextMessage(Json.text(List.of(login(204))));
        eventually(() -> assertThat(String.join("", frames)).contains("session_id"));
        // Each of these becomes two bytes of the text and four on the way.
        ObjectNode data = SocketClient.text(205, "large");
        ((ObjectNode) data.get("content")).put("text", "\"".repeat(20_000));
        String send = "{\"op\":\"send\",\"id\":\"2\",\"data\":" + Json.text(data) + "}";
        String packed = Json.text(List.of(send));
        assertThat(send.length()).isLessThan(65_536);
        assertThat(packed.length()).isGreaterThan(65_536);
        alice.writeTextMessage(packed);
        eventually(() -> assertThat(String.join("", frames)).contains("server_msg_id"));
        alice.writeTextMessage(Json.text(List.of("x".repeat(65_537))));
        eventually(() -> assertThat(alice.isClosed()).isTrue());
        assertThat(String.join("", frames)).contains("c[1009,");
        assertThat(alice.closeStatusCode()).isEqualTo((short) 1009);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sockjs/111/frames/websocket", "/sockjs/websocket"})
    void whatIsNoTextIsClosedWithItsCode(String path) {
        WebSocket binary = connect(path);
        binary.writeBinaryMessage(Buffer.buffer("[]"));
        eventually(() -> assertThat(binary.isClosed()).isTrue());
        assertThat(binary.closeStatusCode()).isEqualTo((short) 1003);
        WebSocket invalid = connect(path);
        invalid.writeFrame(WebSocketFrame.textFrame("[\"", false));
        invalid.writeFrame(WebSocketFrame.continuationFrame(Buffer.buffer(new byte[] {(byte) 0xC3, 0x28}), true));
        eventually(() -> assertThat(invalid.isClosed()).isTrue());
        assertThat(invalid.closeStatusCode()).isEqualTo((short) 1007);
        WebSocket large = connect(path);
        large.writeFrame(WebSocketFrame.textFrame("[\"" + "x".repeat(400_000) + "\"]", true));
        eventually(() -> assertThat(large.isClosed()).isTrue());
        assertThat(large.closeStatusCode()).isEqualTo((short) 1009);
    }

    private WebSocket connect(String path) {
        WebSocket socket = TestGateway.await(gateway.webSockets.connect(node.port(), "127.0.0.1", path));
        socket.exceptionHandler(failure -> {});
        socket.resume();
        return socket;
    }

    private String post(String session, String what, String body) {
        return TestGateway.await(gateway.http
                .request(HttpMethod.POST, node.port(), "127.0.0.1", "/sockjs/222/" + session + "/" + what)
                .compose(request -> request.send(Buffer.buffer(body)))
                .compose(response -> response.body().map(text -> response.statusCode() + " " + text)));
    }
}
