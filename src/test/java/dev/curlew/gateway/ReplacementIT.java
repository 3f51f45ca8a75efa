package dev.curlew.gateway;

import static dev.curlew.gateway.TestGateway.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.dev.TestStores;
import dev.curlew.protocol.Json;
import dev.curlew.store.PresenceDirectory.Entry;
import dev.curlew.store.PresenceDirectory.Live;
import dev.curlew.store.PresenceDirectory.LoginPolicy;
import dev.curlew.store.SessionDirectory.SessionRef;
import dev.curlew.store.UserKey;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A login replaces older ones although the word between the nodes, or with Redis, got lost. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplacementIT {

    private static final int REPLACED = 4409;

    private TestGateway gateway;
    private TestGateway.Node one;
    private TestGateway.Node two;

    @BeforeAll
    void start() {
        gateway = new TestGateway("replit", "presence.ttl_ms=8000", "redis.read_timeout_ms=2000");
        gateway.policy = LoginPolicy.ONE;
        one = gateway.node("repl-1");
        two = gateway.node("repl-2");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    /** As a node does that dies before it can tell anybody. */
    private void loginElsewhere(long uid, String token, LoginPolicy policy, String device) {
        SessionRef session = new SessionRef("elsewhere", "dead", 5, device);
        await(gateway.presence.online(new Entry(new UserKey("demo", uid), new Live(session, token, 1), ""), policy));
    }

    @Test
    void theReplacedNodeLearnsOfItWithItsNextSignOfLife() {
        SocketClient client = gateway.client(one).loggedIn(31);
        loginElsewhere(31, "demo:31:3600001", LoginPolicy.ONE, "");
        assertThat(client.closeCode()).isEqualTo(REPLACED);
        assertThat(client.events("kick")).hasSize(1);
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(gateway.revoked).contains("demo:31"));
        assertThat(await(gateway.presence.live("demo", 31)))
                .extracting(live -> live.session().sessionId())
                .containsExactly("elsewhere");
    }

    @Test
    void whereManyLoginsMayLiveTheTokenIsSpared() {
        SocketClient client = gateway.client(one);
        assertThat(client.login(32, "{'device_id':'tab'}").path("code").asInt()).isZero();
        loginElsewhere(32, "demo:32:3600001", LoginPolicy.ALL, "tab");
        assertThat(client.closeCode()).isEqualTo(REPLACED);
        assertThat(gateway.revoked).doesNotContain("demo:32");
    }

    @Test
    void aLoginMadeWithoutRedisReplacesOnceRedisIsBack() {
        SocketClient old = gateway.client(one).loggedIn(33);
        SocketClient newest = gateway.client(two);
        var redis = TestStores.processes().redis();
        redis.pause();
        try {
            assertThat(newest.call("login", Json.object().put("token", "demo:33:3600001"))
                            .path("code")
                            .asInt())
                    .isZero();
            assertThat(old.isClosed()).isFalse();
        } finally {
            redis.resume();
        }
        assertThat(old.closeCode()).isEqualTo(REPLACED);
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(gateway.revoked).contains("demo:33"));
        assertThat(newest.isClosed()).isFalse();
        newest.close();
    }
}
