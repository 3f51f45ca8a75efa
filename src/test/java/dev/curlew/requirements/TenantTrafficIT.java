package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.api.ApiNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Metrics and logs are shared by all tenants, and say whose each thing is. */
class TenantTrafficIT {

    private static final String SECRET = "dev-admin-secret";
    private static final String OWN = "trafficit";

    @Test
    @Requirement("A-257")
    void whatATenantDoesIsCountedUnderItsCode() {
        TestCluster cluster = TestCluster.shared();
        TestHttp http = cluster.http(0);
        for (String tenant : List.of("traffic-a", "traffic-b")) {
            http.post("/v1/admin/tenants", SECRET, Json.object().put("tenant", tenant))
                    .ok();
        }
        Account ann = http.register("traffic-a", "ann-" + System.nanoTime(), "pw", TestCluster.WEB);
        Account bob = http.register("traffic-a", "bob-" + System.nanoTime(), "pw", TestCluster.WEB);
        http.register("traffic-b", "eve-" + System.nanoTime(), "pw", TestCluster.WEB);
        ObjectNode wrong = Json.object()
                .put("account", ann.name())
                .put("password", "wrong")
                .put("platform", 5);
        assertThat(http.call("POST", "/v1/im/auth/login", null, wrong, "traffic-a")
                        .status())
                .isEqualTo(401);
        http.unreadTotal(ann);
        try (TestClient sender = cluster.socket(0, ann);
                TestClient receiver = cluster.socket(0, bob)) {
            receiver.call("ping", Json.object());
            sender.call("send", Probe.text(bob, "m1", "text"));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(cluster.metrics(0))
                            .containsPattern(
                                    "curlew_messages_delivered_total\\{[^}]*tenant=\"traffic-a\"[^}]*} [1-9]"));
        }
        assertThat(cluster.metrics(0))
                .containsPattern("curlew_sends_total\\{[^}]*tenant=\"traffic-a\"[^}]*} 1")
                .containsPattern("curlew_sends_total\\{[^}]*tenant=\"traffic-b\"[^}]*} 0")
                .containsPattern("curlew_logins_total\\{[^}]*result=\"accepted\"[^}]*tenant=\"traffic-a\"[^}]*} 2")
                .containsPattern("curlew_logins_total\\{[^}]*result=\"refused\"[^}]*tenant=\"traffic-a\"[^}]*} 1")
                .containsPattern("curlew_logins_total\\{[^}]*result=\"accepted\"[^}]*tenant=\"traffic-b\"[^}]*} 1")
                .containsPattern("curlew_requests_total\\{channel=\"http\"[^}]*tenant=\"traffic-a\"[^}]*} 1")
                .containsPattern("curlew_requests_total\\{channel=\"socket\"[^}]*tenant=\"traffic-a\"[^}]*} 2");
    }

    @Test
    @Requirement("A-257")
    void aRequestThatFailsIsLoggedWithItsTenant() {
        Logger logger = (Logger) LoggerFactory.getLogger("dev.curlew.api.http.Failures");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        Vertx vertx = Vertx.vertx();
        try {
            ApiNode node = new ApiNode(vertx, TestConfig.on(TestStores.shared(), OWN, "redis.key_prefix=" + OWN))
                    .start(Map.of("unread", new Broken()));
            String token = node.login("demo", "alice", "alice-pass")
                    .body()
                    .path("token")
                    .asText();
            assertThat(node.get("/v1/im/unread", token).status()).isEqualTo(500);
            assertThat(log.list).singleElement().satisfies(line -> {
                assertThat(line.getLevel()).isEqualTo(Level.ERROR);
                assertThat(line.getKeyValuePairs())
                        .anyMatch(pair -> pair.key.equals("tenant") && "demo".equals(pair.value))
                        .anyMatch(pair -> pair.key.equals("uid") && (long) pair.value > 10_000);
            });
        } finally {
            logger.detachAppender(log);
            ApiNode.get(vertx.close());
        }
    }

    @Test
    @Requirement("A-029")
    void theNumberOfConnectionsIsThatOfTheOpenSocketsOfTheNode() {
        TestCluster cluster = TestCluster.shared();
        Account ann = cluster.user("ann");
        awaitConnections(cluster, 0, 0);
        awaitConnections(cluster, 1, 0);
        try (TestClient one = cluster.socket(0, ann);
                TestClient two = cluster.socket(0, ann);
                TestClient elsewhere = cluster.socket(1, ann)) {
            for (TestClient socket : List.of(one, two, elsewhere)) {
                socket.call("ping", Json.object());
            }
            awaitConnections(cluster, 0, 2);
            awaitConnections(cluster, 1, 1);
        }
        awaitConnections(cluster, 0, 0);
    }

    private static void awaitConnections(TestCluster cluster, int node, int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(Metric.read(cluster.managementUrl(node), "curlew_connections"))
                        .isEqualTo(count));
    }

    private static final class Broken implements Operation {
        @Override
        public String name() {
            return "unread";
        }

        @Override
        public Future<?> run(Caller caller, ObjectNode data) {
            return Future.failedFuture(new IllegalStateException("broken for the test"));
        }
    }
}
