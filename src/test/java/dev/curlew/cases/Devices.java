package dev.curlew.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.ReplyException;
import dev.curlew.client.SocketEnded;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/** Users with several devices on the nodes of a cluster, in a tenant of their own with a login policy. */
final class Devices {

    static final String SECRET = "dev-admin-secret";
    static final int IOS = 1;
    static final int ANDROID = 2;
    static final int WINDOWS = 3;
    static final int WEB = 5;

    private static final AtomicInteger NAMES = new AtomicInteger();

    final String tenant = "dev-" + NAMES.incrementAndGet() + "-" + System.nanoTime() % 1_000_000_000;
    private final TestCluster cluster;

    /** @param policy null for a tenant that says nothing about it */
    Devices(TestCluster cluster, String policy) {
        this.cluster = cluster;
        cluster.http(0)
                .post("/v1/admin/tenants", SECRET, Json.object().put("tenant", tenant))
                .ok();
        if (policy != null) {
            policy(policy).ok();
        }
    }

    TestHttp.Response policy(String policy) {
        ObjectNode body = Json.object();
        body.putObject("settings").put("login_policy", policy);
        return cluster.http(0).call("PATCH", "/v1/admin/tenants/" + tenant, SECRET, body);
    }

    /** A login of the user, as another device would make it. */
    Account login(String name, int platform) {
        return cluster.http(0).adminToken(SECRET, tenant, name, platform);
    }

    TestClient socket(int node, Account login, int platform, String device) {
        TestClient client = TestClient.connect(cluster.url(node));
        client.login(login.token(), platform, device, false);
        return client;
    }

    /** The code a login with that token is refused with, or its socket closed with; 0 when it is let in. */
    int refusal(int node, Account login, int platform) {
        try (TestClient client = TestClient.connect(cluster.url(node))) {
            client.login(login.token(), platform, null, false);
            return 0;
        } catch (ReplyException refused) {
            return refused.code();
        } catch (SocketEnded ended) {
            return ended.code();
        }
    }

    int httpCode(int node, Account login) {
        TestHttp.Response answer = cluster.http(node).get("/v1/im/users/me", login.token());
        return answer.status() == 200 ? 0 : answer.body().path("code").asInt();
    }

    JsonNode sessions(int node, Account login) {
        return cluster.http(node).get("/v1/im/sessions", login.token()).ok().path("sessions");
    }

    TestHttp.Response logOut(int node, Account by, String id) {
        return cluster.http(node).call("DELETE", "/v1/im/sessions/" + id, by.token(), null);
    }

    static int closeCode(TestClient client, int seconds) {
        CompletableFuture<Integer> closed = client.closed();
        return TestClient.await(closed.orTimeout(seconds, TimeUnit.SECONDS), Duration.ofSeconds(seconds + 1L));
    }

    static void staysOpen(TestClient client) {
        assertThat(client.call("ping", Json.object()).path("server_time").asLong())
                .isPositive();
    }

    static void within(int seconds, ThrowingRunnable check) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(seconds))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(check);
    }
}
