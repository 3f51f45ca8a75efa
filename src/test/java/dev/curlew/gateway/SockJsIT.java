package dev.curlew.gateway;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.protocol.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.WebSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

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
        WebSocket socket = TestGateway.await(gateway.vertx
                .createWebSocketClient()
                .connect(node.port(), "127.0.0.1", "/sockjs/111/" + session + "/websocket"));
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
        assertThat(String.join("", frames)).contains("\\\"code\\\":4401").contains("c[3000");
    }

    @Test
    void pollingWorksAndLargeBodiesAreRefused() {
        assertThat(post("poll", "xhr", "")).isEqualTo("200 o\n");
        assertThat(post("poll", "xhr_send", Json.text(List.of(login(203))))).startsWith("204");
        assertThat(post("poll", "xhr", "")).contains("session_id");
        assertThat(post("poll", "xhr_send", Json.text(List.of("x".repeat(70_000)))))
                .startsWith("413");
    }

    private String post(String session, String what, String body) {
        return TestGateway.await(gateway.vertx
                .createHttpClient()
                .request(HttpMethod.POST, node.port(), "127.0.0.1", "/sockjs/222/" + session + "/" + what)
                .compose(request -> request.send(Buffer.buffer(body)))
                .compose(response -> response.body().map(text -> response.statusCode() + " " + text)));
    }
}
