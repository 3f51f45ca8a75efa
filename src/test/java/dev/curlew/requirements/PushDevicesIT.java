package dev.curlew.requirements;

import static dev.curlew.requirements.Probe.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import dev.curlew.vendor.VendorServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices that are registered for reminders, and the reminders a webhook gets for them. */
class PushDevicesIT {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final AtomicInteger IDS = new AtomicInteger();

    private static VendorServer webhook;
    private static TestCluster cluster;

    private final Account alice = cluster.user("alice");
    private final Account bob = cluster.user("bob");
    private final Account carol = cluster.user("carol");

    @BeforeAll
    static void start() {
        webhook = new VendorServer(request -> new VendorServer.Answer(200, ""));
        cluster = TestCluster.start(
                TestStores.shared(),
                "pushdev",
                1,
                "push.provider=webhook",
                "push.webhook_url=" + webhook.url() + "/reminders",
                "push.webhook_secret=0123456789abcdef");
    }

    @AfterAll
    static void stop() {
        cluster.close();
        webhook.close();
    }

    @Test
    void aReminderNamesTheDevicesOfItsUserOnly() {
        String token = token();
        set(bob, device(), "webhook", token);
        set(bob, device(), "jpush", token());
        set(carol, device(), "webhook", token());
        assertThat(tokensOf(bob)).containsExactly(token);
    }

    @Test
    void aTokenBelongsToTheLastAccountThatSetIt() {
        String token = token();
        set(bob, device(), "webhook", token);
        set(carol, device(), "webhook", token);
        assertThat(tokensOf(bob)).isEmpty();
        assertThat(tokensOf(carol)).containsExactly(token);
    }

    @Test
    void aDeviceIsWithOneAccountAtATimeAndHasOneToken() {
        String device = device();
        String second = token();
        String third = token();
        set(bob, device, "webhook", token());
        set(bob, device, "webhook", second);
        assertThat(tokensOf(bob)).containsExactly(second);
        set(carol, device, "webhook", third);
        assertThat(tokensOf(bob)).isEmpty();
        assertThat(tokensOf(carol)).containsExactly(third);
    }

    @Test
    void onlyTheOwnerRemovesADeviceAndRemovingTwiceIsFine() {
        String device = device();
        String token = token();
        set(bob, device, "webhook", token);
        assertThat(call("DELETE", carol, device, null).status()).isEqualTo(204);
        assertThat(tokensOf(bob)).containsExactly(token);
        assertThat(call("DELETE", bob, device, null).status()).isEqualTo(204);
        assertThat(call("DELETE", bob, device, null).status()).isEqualTo(204);
        assertThat(tokensOf(bob)).isEmpty();
    }

    @Test
    void anAccountKeepsItsNewestTwentyDevices() {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            tokens.add(token());
            set(bob, device(), "webhook", tokens.get(i));
        }
        assertThat(tokensOf(bob)).hasSize(20).contains(tokens.get(22)).doesNotContain(tokens.get(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"provider\":\"jpush\"}",
                "{\"token\":\"t\"}",
                "{\"provider\":\"carrier-pigeon\",\"token\":\"t\"}",
                "{\"provider\":\"JPUSH\",\"token\":\"t\"}",
                "{\"provider\":\"log\",\"token\":\"t\"}",
                "{\"provider\":\"jpush\",\"token\":\"\"}",
                "{\"provider\":\"jpush\",\"token\":\"a b\"}",
                "{\"provider\":\"jpush\",\"token\":\"tök\"}",
                "{\"provider\":\"jpush\",\"token\":7}",
                "{\"provider\":null,\"token\":\"t\"}",
            })
    void whatIsNotARegistrationIsRefused(String body) {
        Response answer = call("PUT", bob, device(), Json.read(body, ObjectNode.class));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().path("code").asInt()).isEqualTo(40002);
    }

    @Test
    void lengthsAreBounded() {
        ObjectNode body = registration("webhook", "t".repeat(512 - 10) + IDS.incrementAndGet());
        assertThat(call("PUT", bob, "d".repeat(128), body).status()).isEqualTo(204);
        assertThat(call("PUT", bob, "d".repeat(129), body).body().path("code").asInt())
                .isEqualTo(40002);
        assertThat(call("PUT", bob, "%0a", body).body().path("code").asInt()).isEqualTo(40002);
        ObjectNode tooLong = registration("webhook", "t".repeat(513));
        assertThat(call("PUT", bob, device(), tooLong).body().path("code").asInt())
                .isEqualTo(40002);
        TestHttp http = cluster.http(0);
        assertThat(http.call("PUT", "/v1/im/devices/d/push", null, body).status())
                .isEqualTo(401);
    }

    /** Sends the user a message and looks at whom the webhook is told to remind. */
    private List<String> tokensOf(Account user) {
        String id = "m" + IDS.incrementAndGet();
        JsonNode reply = TestClient.await(cluster.http(0).send(alice, text(user, id, "hello")), SOON);
        long seq = reply.at("/data/seq").asLong();
        String conversation = alice.conversationWith(user.uid());
        JsonNode call = Awaitility.await()
                .atMost(SOON)
                .until(
                        () -> webhook.requests().stream()
                                .map(VendorServer.Request::json)
                                .filter(json ->
                                        json.path("conversation_id").asText().equals(conversation)
                                                && json.path("seq").asLong() == seq)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        assertThat(call.path("users")).hasSize(1);
        assertThat(call.at("/users/0/uid").asLong()).isEqualTo(user.uid());
        List<String> tokens = new ArrayList<>();
        call.at("/users/0/tokens").forEach(token -> tokens.add(token.asText()));
        return tokens;
    }

    private static void set(Account account, String device, String provider, String token) {
        assertThat(call("PUT", account, device, registration(provider, token)).status())
                .isEqualTo(204);
    }

    private static ObjectNode registration(String provider, String token) {
        return Json.object().put("provider", provider).put("token", token);
    }

    private static Response call(String method, Account account, String device, ObjectNode body) {
        return cluster.http(0).call(method, "/v1/im/devices/" + device + "/push", account.token(), body);
    }

    private static String device() {
        return "device-" + IDS.incrementAndGet();
    }

    private static String token() {
        return "token-" + IDS.incrementAndGet();
    }
}
