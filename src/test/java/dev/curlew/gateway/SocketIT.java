package dev.curlew.gateway;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import org.assertj.core.data.Offset;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The socket part of the wire contract, seen by a client. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SocketIT {

    private TestGateway gateway;
    private TestGateway.Node node;

    @BeforeAll
    void start() {
        gateway = new TestGateway(
                "sockit", "socket.login_timeout_ms=1500", "presence.ttl_ms=4000", "http.max_connections=60");
        gateway.operations.add(operation("never", Promise.<Object>promise().future()));
        gateway.operations.add(operation("broken", Future.failedFuture(new IllegalStateException("broken"))));
        node = gateway.node("sock-1");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private static Operation operation(String name, Future<?> outcome) {
        return new Operation() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Future<?> run(Caller caller, ObjectNode data) {
                return outcome;
            }
        };
    }

    private static int code(JsonNode reply) {
        return reply.get("code").asInt();
    }

    @Test
    void loginAnswersWhoAndWhere() {
        SocketClient client = gateway.client(node);
        JsonNode reply = client.login(11, "{'platform':2}");
        assertThat(code(reply)).isZero();
        JsonNode data = reply.get("data");
        assertThat(data.get("uid").asLong()).isEqualTo(11);
        assertThat(data.get("tenant").asText()).isEqualTo("demo");
        assertThat(data.get("node_id").asText()).isEqualTo("sock-1");
        assertThat(data.get("heartbeat_ms").asLong()).isEqualTo(1_000);
        assertThat(data.get("max_frame_bytes").asLong()).isEqualTo(65_536);
        assertThat(data.get("session_id").asText()).isNotEmpty();
        assertThat(data.get("server_time").asLong()).isCloseTo(System.currentTimeMillis(), Offset.offset(5_000L));
        client.close();
    }

    @Test
    void everyRequestGetsItsReply() {
        SocketClient client = gateway.client(node);
        assertThat(code(client.call("ping", Json.object()))).isEqualTo(40100);
        assertThat(code(client.call("nonsense", Json.object()))).isEqualTo(40100);
        client.loggedIn(12);
        assertThat(code(client.call("ping", Json.object()))).isZero();
        assertThat(code(client.call("nonsense", Json.object()))).isEqualTo(40003);
        assertThat(code(client.call("broken", Json.object()))).isEqualTo(50000);
        assertThat(code(client.login(12, "{}"))).isEqualTo(40000);
        JsonNode unparsable = client.raw("{\"op\":", "");
        assertThat(code(unparsable)).isEqualTo(40001);
        assertThat(unparsable.get("op").isNull()).isTrue();
        assertThat(unparsable.get("id").isNull()).isTrue();
        assertThat(code(client.raw("[1]", ""))).isEqualTo(40001);
        assertThat(code(client.raw("{\"op\":\"ping\",\"id\":7}", ""))).isEqualTo(40002);
        assertThat(code(client.raw("{\"op\":\"ping\",\"id\":\"x\",\"data\":[]}", "x")))
                .isEqualTo(40002);
        assertThat(code(client.raw("{\"op\":\"ping\",\"id\":\"y\"}", "y"))).isZero();
        assertThat(code(client.raw("{\"op\":\"ping\",\"id\":\"z\",\"data\":{\"x\":\"\\ud83d\"}}", "z")))
                .isEqualTo(40002);
        assertThat(client.call("sned", Json.object()).path("message").asText())
                .isEqualTo("op is not known; did you mean send?");
        client.close();
    }

    @Test
    void thePlatformIsTheLoginsElseTheTokens() {
        SocketClient phone = gateway.client(node);
        assertThat(code(phone.login(17, "{'platform':1}"))).isZero();
        SocketClient silent = gateway.client(node).loggedIn(17);
        phone.call("send", SocketClient.text(18, "p1"));
        silent.call("send", SocketClient.text(18, "p2"));
        Awaitility.await().atMost(8, SECONDS).untilAsserted(() -> {
            assertThat(silent.events("message"))
                    .anySatisfy(message ->
                            assertThat(message.path("sender_platform").asInt()).isEqualTo(1));
            assertThat(phone.events("message"))
                    .anySatisfy(message ->
                            assertThat(message.path("sender_platform").asInt()).isEqualTo(5));
        });
        phone.close();
        silent.close();
    }

    @Test
    void badTokensCloseWithTheirCode() {
        gateway.revoked.add("demo:66");
        assertThat(refusedLogin("nonsense", 40100)).isEqualTo(4401);
        assertThat(refusedLogin("demo:1:-1", 40101)).isEqualTo(4401);
        assertThat(refusedLogin("demo:66", 40102)).isEqualTo(4410);
    }

    private int refusedLogin(String token, int code) {
        SocketClient client = gateway.client(node);
        assertThat(code(client.call("login", Json.object().put("token", token))))
                .isEqualTo(code);
        return client.closeCode();
    }

    @Test
    void whoDoesNotLogInIsClosed() {
        assertThat(gateway.client(node).closeCode()).isEqualTo(4401);
    }

    @Test
    void anEndedTokenEndsTheSessionUnlessRefreshed() {
        SocketClient ending = gateway.client(node);
        ending.call("login", Json.object().put("token", "demo:15:1200"));
        SocketClient refreshed = gateway.client(node);
        refreshed.call("login", Json.object().put("token", "demo:16:1200"));
        assertThat(code(refreshed.call("refresh", Json.object().put("token", "demo:17"))))
                .isEqualTo(40100);
        assertThat(code(refreshed.call("refresh", Json.object().put("token", "demo:16"))))
                .isZero();
        assertThat(ending.closeCode()).isEqualTo(4401);
        assertThat(ending.events("kick")).hasSize(1);
        assertThat(refreshed.isClosed()).isFalse();
        refreshed.close();
    }

    @Test
    void aSilentPeerIsClosed() {
        SocketClient client = gateway.client(node).loggedIn(18);
        assertThat(client.closeCode()).isEqualTo(4408);
    }

    @Test
    @Requirement({"A-046", "A-054"})
    void presenceIsWrittenAtLoginNotAtConnect() {
        SocketClient client = gateway.client(node);
        assertThat(exists(gateway.keys.presence("demo", 22))).isZero();
        client.loggedIn(22);
        assertThat(exists(gateway.keys.presence("demo", 22))).isOne();
        assertThat(exists(gateway.keys.presenceSessions("demo", 22))).isOne();
        assertThat(TestGateway.await(gateway.redis.send(Request.cmd(Command.SISMEMBER)
                                .arg(gateway.keys.presenceNode("demo", "sock-1"))
                                .arg(22)))
                        .toInteger())
                .isOne();
        client.close();
        Awaitility.await().atMost(5, SECONDS).untilAsserted(() -> {
            assertThat(TestGateway.await(gateway.presence.get("demo", 22)).online())
                    .isFalse();
            assertThat(gateway.lastSeen).containsKey(22L);
        });
    }

    private int exists(String key) {
        return TestGateway.await(gateway.redis.send(Request.cmd(Command.EXISTS).arg(key)))
                .toInteger();
    }

    @Test
    @Requirement({"A-042", "A-047", "A-055"})
    void everyPacketIsActivityAndKeepsPresence() throws InterruptedException {
        SocketClient client = gateway.client(node).loggedIn(23);
        long before = TestGateway.await(gateway.presence.get("demo", 23)).lastActiveAt();
        for (int i = 0; i < 6; i++) {
            Thread.sleep(1_000);
            client.call("ping", Json.object());
        }
        Awaitility.await().atMost(3, SECONDS).untilAsserted(() -> {
            var now = TestGateway.await(gateway.presence.get("demo", 23));
            assertThat(now.online()).isTrue();
            assertThat(now.lastActiveAt()).isGreaterThan(before + 4_000);
        });
        client.close();
    }

    @Test
    void presenceOfOthersIsToldAndWatched() {
        SocketClient watcher = gateway.client(node).loggedIn(24);
        ObjectNode ask = Json.object().put("subscribe", true);
        ask.putArray("uids").add(25).add(24);
        JsonNode users = watcher.call("presence", ask).get("data").get("users");
        assertThat(users.get(0).get("state").asText()).isEqualTo("offline");
        assertThat(users.get(1).get("state").asText()).isEqualTo("online");
        SocketClient other = gateway.client(node).loggedIn(25);
        Awaitility.await().atMost(5, SECONDS).untilAsserted(() -> {
            watcher.call("ping", Json.object());
            assertThat(watcher.events("presence")).hasSize(1);
        });
        other.close();
        Awaitility.await().atMost(5, SECONDS).untilAsserted(() -> {
            watcher.call("ping", Json.object());
            assertThat(watcher.events("presence")).hasSize(2);
        });
        assertThat(watcher.events("presence").get(1).get("state").asText()).isEqualTo("offline");
        assertThat(code(watcher.call("presence", Json.object()))).isEqualTo(40002);
        watcher.close();
    }

    @Test
    void aRevocationEndsSessionsHere() {
        SocketClient client = gateway.client(node).loggedIn(26);
        node.node().sessionEnder().end(token -> token.uid() == 26, 4410, "token revoked");
        assertThat(client.closeCode()).isEqualTo(4410);
        assertThat(client.events("kick").get(0).get("reason").asText()).isEqualTo("token revoked");
    }
}
