package dev.curlew.gateway;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Messages between the sockets of two nodes, with losses on the way. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeliveryIT {

    private final List<SocketClient> clients = new ArrayList<>();
    private TestGateway gateway;
    private TestGateway.Node one;
    private TestGateway.Node two;

    @BeforeAll
    void start() {
        gateway = new TestGateway(
                "delivit",
                "presence.ttl_ms=6000",
                "send.ack_timeout_ms=700",
                "socket.outbox_bytes=65536",
                "socket.slow_close_ms=2000",
                "socket.requests_per_second=5000");
        one = gateway.node("deliv-1");
        two = gateway.node("deliv-2");
    }

    @AfterEach
    void clean() {
        clients.forEach(SocketClient::close);
        gateway.path.lose = delivery -> false;
        gateway.path.hold = false;
        gateway.path.loseAnswers = false;
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private SocketClient client(TestGateway.Node node, long uid) {
        SocketClient client = gateway.client(node).loggedIn(uid);
        clients.add(client);
        return client;
    }

    private static JsonNode send(SocketClient from, long to, String id) {
        JsonNode reply = from.call("send", SocketClient.text(to, id));
        assertThat(reply.get("code").asInt()).as(reply.toString()).isZero();
        return reply.get("data");
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    private static void eventually(Runnable check) {
        Awaitility.await().atMost(8, SECONDS).untilAsserted(check::run);
    }

    @Test
    void aMessageReachesEverySocketOfBothButTheOneThatGotTheReply() {
        SocketClient alice = client(one, 101);
        SocketClient alicePhone = client(two, 101);
        SocketClient bob = client(two, 102);
        JsonNode reply = send(alice, 102, "m1");
        assertThat(reply.get("seq").asLong()).isOne();
        assertThat(reply.get("duplicate").asBoolean()).isFalse();
        assertThat(reply.has("queued")).isFalse();
        eventually(() -> {
            assertThat(bob.pushed()).containsExactly(1L);
            assertThat(alicePhone.pushed()).containsExactly(1L);
        });
        assertThat(alice.pushed()).isEmpty();
        JsonNode message = bob.events("message").get(0);
        assertThat(message.get("conversation_id").asText()).isEqualTo("si_101_102");
        assertThat(message.get("server_msg_id")).isEqualTo(reply.get("server_msg_id"));
        assertThat(message.get("content").get("text").asText()).isEqualTo("text of m1");
        assertThat(message.get("sender_nickname").asText()).isEqualTo("N101");
    }

    @Test
    void aLostDeliveryIsAnnouncedWithinAHeartbeat() {
        SocketClient alice = client(one, 107);
        SocketClient bob = client(two, 108);
        send(alice, 108, "m1");
        eventually(() -> assertThat(bob.pushed()).containsExactly(1L));
        gateway.path.lose = delivery -> delivery.uid() == 108;
        send(alice, 108, "m2");
        eventually(() -> {
            bob.call("presence", uids(108));
            assertThat(bob.events("sync")).isNotEmpty();
        });
        JsonNode hint = bob.events("sync").get(0).get("conversations").get(0);
        assertThat(hint.get("conversation_id").asText()).isEqualTo("si_107_108");
        assertThat(hint.get("max_seq").asLong()).isEqualTo(2);
        int announced = bob.events("sync").size();
        eventually(() -> {
            bob.call("presence", uids(108));
            assertThat(bob.events("sync")).as("until it is pulled").hasSizeGreaterThan(announced);
        });
        assertThat(alice.events("sync")).isEmpty();
    }

    private static ObjectNode uids(long uid) {
        ObjectNode data = Json.object();
        data.putArray("uids").add(uid);
        return data;
    }

    @Test
    void aPingTellsWhatWasMissedAtOnce() {
        SocketClient alice = client(one, 109);
        SocketClient bob = client(two, 110);
        gateway.path.lose = delivery -> delivery.uid() == 110;
        send(alice, 110, "m1");
        JsonNode missed = bob.call("ping", Json.object()).get("data").get("conversations");
        assertThat(missed).hasSize(1);
        assertThat(missed.get(0).get("max_seq").asLong()).isOne();
        SocketClient carol = client(two, 111);
        assertThat(carol.call("ping", Json.object()).get("data").get("conversations"))
                .isEmpty();
    }

    @Test
    void aGapIsDeliveredAndFollowedBySync() {
        SocketClient alice = client(one, 112);
        SocketClient bob = client(two, 113);
        send(alice, 113, "m1");
        eventually(() -> assertThat(bob.pushed()).containsExactly(1L));
        gateway.path.lose = delivery -> delivery.uid() == 113;
        send(alice, 113, "m2");
        gateway.path.lose = delivery -> false;
        send(alice, 113, "m3");
        eventually(() -> {
            assertThat(bob.pushed()).containsExactly(1L, 3L);
            assertThat(bob.events("sync")).hasSizeGreaterThanOrEqualTo(1);
        });
        assertThat(bob.events("sync")
                        .get(0)
                        .get("conversations")
                        .get(0)
                        .get("max_seq")
                        .asLong())
                .isEqualTo(3);
    }

    @Test
    void theSameDeviceReplacesItsOlderSessionOnAnyNode() {
        SocketClient older = gateway.client(one);
        older.login(122, "{'platform':2,'device_id':'phone'}");
        SocketClient other = client(one, 122);
        SocketClient newer = gateway.client(two);
        clients.add(newer);
        assertThat(newer.login(122, "{'platform':2,'device_id':'phone'}")
                        .get("code")
                        .asInt())
                .isZero();
        assertThat(older.closeCode()).isEqualTo(4409);
        assertThat(older.events("kick")).hasSize(1);
        SocketClient newest = gateway.client(two);
        clients.add(newest);
        newest.login(122, "{'platform':2,'device_id':'phone'}");
        assertThat(newer.closeCode()).isEqualTo(4409);
        assertThat(other.isClosed()).isFalse();
        assertThat(newest.isClosed()).isFalse();
    }

    @Test
    void oneOfManyRacingLoginsOfADeviceSurvives() {
        List<SocketClient> racing = new ArrayList<>();
        List<CompletableFuture<JsonNode>> logins = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            racing.add(gateway.client(i % 2 == 0 ? one : two));
        }
        racing.forEach(client -> logins.add(client.start(
                "login",
                Json.object().put("token", "demo:123").put("platform", 1).put("device_id", "d"))));
        eventually(() ->
                assertThat(racing.stream().filter(client -> !client.isClosed())).hasSize(1));
        assertThat(racing.stream().filter(SocketClient::isClosed).map(SocketClient::closeCode))
                .containsOnly(4409);
        assertThat(TestGateway.await(gateway.presence.get("demo", 123)).sessionCount())
                .isOne();
        clients.addAll(racing);
    }

    @Test
    void aReaderThatStopsLosesBodiesThenItsSocketAndDelaysNobody() {
        SocketClient alice = client(one, 124);
        SocketClient stuck = client(two, 125);
        SocketClient bob = client(two, 125);
        stuck.socket().pause();
        for (int i = 1; i <= 300; i++) {
            ObjectNode data = SocketClient.text(125, "m" + i);
            ((ObjectNode) data.get("content")).put("text", "x".repeat(50_000));
            SocketClient.within(alice.start("send", data));
        }
        eventually(() -> assertThat(bob.pushed()).isNotEmpty());
        Awaitility.await().atMost(20, SECONDS).untilAsserted(() -> {
            // The sender is heard all the while; one who says nothing would be closed for that.
            assertThat(alice.call("ping", Json.object()).get("code").asInt()).isZero();
            assertThat(gateway.meters.counter("curlew.slow.closes").count()).isGreaterThanOrEqualTo(1);
            assertThat(TestGateway.await(gateway.presence.get("demo", 125)).sessionCount())
                    .isOne();
        });
        assertThat(send(alice, 125, "last").get("seq").asLong()).isEqualTo(301);
    }

    @Test
    void severalEventsMayShareAFrame() {
        SocketClient alice = client(one, 126);
        SocketClient bob = gateway.client(two);
        clients.add(bob);
        bob.login(127, "{'batch':true}");
        List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            replies.add(alice.start("send", SocketClient.text(127, "m" + i)));
        }
        replies.forEach(SocketClient::within);
        eventually(() -> assertThat(bob.pushed()).isEqualTo(upTo(200)));
    }

    @Test
    void aStoppingNodeLeavesRedisAndClosesItsSockets() {
        TestGateway.Node three = gateway.node("deliv-3");
        SocketClient alice = client(three, 128);
        gateway.path.hold = true;
        CompletableFuture<JsonNode> pending = alice.start("send", SocketClient.text(129, "m1"));
        eventually(() ->
                assertThat(gateway.path.records()).anyMatch(r -> r.message().sendUid() == 128));
        TestGateway.await(three.node().drain());
        assertThat(SocketClient.within(pending).get("data").get("queued").asBoolean())
                .isTrue();
        assertThat(alice.closeCode()).isEqualTo(1012);
        assertThat(TestGateway.await(gateway.presence.get("demo", 128)).online())
                .isFalse();
        assertThat(gateway.lastSeen).containsKey(128L);
    }
}
