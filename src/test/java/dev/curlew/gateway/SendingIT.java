package dev.curlew.gateway;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.NodeCommand.Settled;
import dev.curlew.protocol.SendRecord;
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

/** What the sender is told, when all goes well and when something is slow or lost. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SendingIT {

    private final List<SocketClient> clients = new ArrayList<>();
    private TestGateway gateway;
    private TestGateway.Node one;
    private TestGateway.Node two;

    @BeforeAll
    void start() {
        gateway = new TestGateway(
                "sendit",
                "presence.ttl_ms=6000",
                "send.ack_timeout_ms=700",
                "socket.outbox_bytes=65536",
                "socket.slow_close_ms=2000",
                "socket.requests_per_second=5000");
        one = gateway.node("sendn-1");
        two = gateway.node("sendn-2");
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
    void aResendIsAnsweredAsDuplicateAndPushedNoMore() {
        SocketClient alice = client(one, 103);
        SocketClient bob = client(two, 104);
        JsonNode first = send(alice, 104, "m1");
        JsonNode again = send(alice, 104, "m1");
        assertThat(again.get("duplicate").asBoolean()).isTrue();
        assertThat(again.get("seq")).isEqualTo(first.get("seq"));
        assertThat(again.get("server_msg_id")).isEqualTo(first.get("server_msg_id"));
        send(alice, 104, "m2");
        eventually(() -> assertThat(bob.pushed()).containsExactly(1L, 2L));
    }

    @Test
    void pipelinedSendsKeepTheirOrder() {
        SocketClient alice = client(one, 105);
        SocketClient bob = client(two, 106);
        List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
        for (int i = 1; i <= 300; i++) {
            replies.add(alice.start("send", SocketClient.text(106, "m" + i)));
        }
        for (int i = 1; i <= 300; i++) {
            JsonNode data = SocketClient.within(replies.get(i - 1)).get("data");
            // On a busy machine the place may come after the reply; then the push below shows the order.
            if (!data.path("queued").asBoolean()) {
                assertThat(data.get("seq").asLong()).isEqualTo(i);
            }
        }
        eventually(() -> assertThat(bob.pushed()).isEqualTo(upTo(300)));
        assertThat(bob.events("sync")).isEmpty();
    }

    @Test
    void aSlowPlaceIsAnsweredQueuedAndTheMessageFollows() {
        SocketClient alice = client(one, 114);
        SocketClient bob = client(two, 115);
        gateway.path.hold = true;
        JsonNode reply = send(alice, 115, "m1");
        assertThat(reply.get("queued").asBoolean()).isTrue();
        assertThat(reply.get("seq").asLong()).isZero();
        gateway.path.place(last());
        eventually(() -> {
            assertThat(alice.pushed()).containsExactly(1L);
            assertThat(bob.pushed()).containsExactly(1L);
        });
    }

    @Test
    void aQueuedSendThatIsRefusedLaterIsTold() {
        SocketClient alice = client(one, 116);
        gateway.path.hold = true;
        send(alice, 117, "m1");
        gateway.path.settle(
                last(), new Settled(last().origin().attempt(), 40902, "another content", null, 0, 0, false));
        eventually(() -> assertThat(alice.events("send_rejected")).hasSize(1));
        JsonNode event = alice.events("send_rejected").get(0);
        assertThat(event.get("client_msg_id").asText()).isEqualTo("m1");
        assertThat(event.get("error").asText()).isEqualTo("duplicate_mismatch");
    }

    @Test
    void aLostAnswerIsReplacedByTheDelivery() {
        SocketClient alice = client(one, 118);
        gateway.path.loseAnswers = true;
        JsonNode reply = send(alice, 119, "m1");
        assertThat(reply.get("seq").asLong()).isOne();
        assertThat(alice.pushed()).isEmpty();
    }

    @Test
    void aMessageWithoutHistoryIsLiveOnly() {
        SocketClient alice = client(one, 120);
        SocketClient alicePhone = client(one, 120);
        SocketClient bob = client(two, 121);
        ObjectNode data = SocketClient.text(121, "m1");
        data.putObject("options").put("history", false);
        int before = gateway.path.records().size();
        JsonNode reply = alice.call("send", data).get("data");
        assertThat(reply.get("seq").asLong()).isZero();
        eventually(() -> {
            assertThat(bob.pushed()).containsExactly(0L);
            assertThat(alicePhone.pushed()).containsExactly(0L);
        });
        assertThat(alice.pushed()).isEmpty();
        assertThat(gateway.path.records()).hasSize(before);
    }

    private SendRecord last() {
        return gateway.path.records().get(gateway.path.records().size() - 1);
    }
}
