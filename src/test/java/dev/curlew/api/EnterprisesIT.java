package dev.curlew.api;

import static dev.curlew.api.ApiNode.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.api.ApiNode.Answer;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.Stores;
import dev.curlew.dev.TestStores;
import dev.curlew.protocol.Json;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisMonitor;

/** Enterprise codes, on two nodes of one cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EnterprisesIT {

    private static final String OWN = "enterpriseit";

    private final Vertx vertx = Vertx.vertx();
    private CurlewConfig config;
    private ApiNode one;
    private ApiNode two;

    @BeforeAll
    void start() {
        Stores stores = TestStores.shared();
        String[] settings = {"redis.key_prefix=" + OWN, "redis.short_state_ttl_seconds=5"};
        config = TestConfig.on(stores, OWN, settings);
        one = new ApiNode(vertx, config).start(Map.of());
        two = new ApiNode(vertx, config).start(Map.of());
        one.admin("POST", "/v1/admin/tenants", Map.of("tenant", "acme"));
        one.admin("PATCH", "/v1/admin/tenants/acme", Map.of("settings", Map.of("registration", "enterprise")));
        assertThat(put("acme-1", Map.of("tenant", "acme", "name", "Acme Ltd")).status())
                .isEqualTo(200);
        assertThat(put("acme-in", Map.of("tenant", "acme", "mode", "login")).status())
                .isEqualTo(200);
        within(() -> assertThat(
                        two.admin("GET", "/v1/admin/enterprises/acme-in", null).status())
                .isEqualTo(200));
    }

    @AfterAll
    void stop() {
        get(vertx.close());
    }

    @Test
    @Requirement("A-259")
    void aCodeLeadsToItsTenant() {
        assertThat(enter("register", "enterprise_code", "ACME-1", "ann").status())
                .isEqualTo(201);
        Answer login = enter("login", "enterprise_code", "acme-1", "ann");
        assertThat(login.status()).isEqualTo(200);
        assertThat(enter("login", "enterprise_code", "acme-in", "ann").status()).isEqualTo(200);
        assertThat(one.login("acme", "ann", "pw").body().path("uid"))
                .isEqualTo(login.body().path("uid"));
        assertThat(one.login("demo", "ann", "pw").code()).as("not in another").isEqualTo(40100);
        assertThat(enter("register", "enterprise_code", "acme-in", "bob").code())
                .as("only logs in")
                .isEqualTo(40300);
        assertThat(enter("register", "tenant", "acme", "bob").code())
                .as("the tenant wants a code")
                .isEqualTo(40300);
    }

    @Test
    @Requirement("A-259")
    void anUnknownCodeIsRefusedBeforeRedisIsTouched() throws InterruptedException {
        assertThat(put("acme-off", Map.of("tenant", "acme", "disabled", true)).status())
                .isEqualTo(200);
        within(() -> assertThat(
                        two.admin("GET", "/v1/admin/enterprises/acme-off", null).status())
                .isEqualTo(200));
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch listening = new CountDownLatch(1);
        Jedis jedis = jedis();
        Thread monitor = new Thread(() -> {
            try {
                jedis.monitor(new JedisMonitor() {
                    @Override
                    public void onCommand(String command) {
                        seen.add(command);
                        listening.countDown();
                    }
                });
            } catch (RuntimeException closed) {
                // The test is over.
                listening.countDown();
            }
        });
        monitor.start();
        try (Jedis probe = jedis()) {
            Awaitility.await().until(() -> {
                probe.get("monitor-is-there");
                return listening.getCount() == 0;
            });
            Answer wrong = enter("login", "enterprise_code", "acme-1", "nobody");
            for (String code : List.of("none", "acme-off", "x".repeat(500), "")) {
                assertThat(enter("register", "enterprise_code", code, "eve").code())
                        .isEqualTo(40400);
                assertThat(enter("login", "enterprise_code", code, "eve-in").body())
                        .isEqualTo(wrong.body());
                assertThat(two.post("/v1/im/auth/enterprise", null, Map.of("enterprise_code", code))
                                .code())
                        .isEqualTo(40400);
            }
            probe.get("monitor-saw-all");
            Awaitility.await().until(() -> seen.stream().anyMatch(line -> line.contains("monitor-saw-all")));
            List<String> ours =
                    seen.stream().filter(line -> line.contains(OWN + ":")).toList();
            assertThat(ours).as("the known code shows that the monitor works").isNotEmpty();
            assertThat(ours).noneMatch(line -> line.contains("eve"));
            assertThat(ours).allMatch(line -> line.contains("nobody") || line.contains(":0:"));
        } finally {
            jedis.close();
            monitor.join(5_000);
        }
    }

    @Test
    @Requirement("A-066")
    void aTemporaryTokenHoldsOnceAndForAWhile() {
        assertThat(enter("register", "enterprise_code", "acme-1", "tess").status())
                .isEqualTo(201);
        Answer ticket = two.post("/v1/im/auth/enterprise", null, Map.of("enterprise_code", "acme-1"));
        assertThat(ticket.status()).isEqualTo(200);
        assertThat(ticket.body().path("name").asText()).isEqualTo("Acme Ltd");
        assertThat(ticket.body().path("expires_in_ms").asLong()).isEqualTo(5_000);
        String token = ticket.body().path("temp_token").asText();
        try (Jedis jedis = jedis()) {
            List<String> keys = new ArrayList<>(jedis.keys(OWN + ":acme:enterprise:token:*"));
            assertThat(keys).hasSize(1);
            assertThat(jedis.ttl(keys.get(0))).isBetween(1L, 5L);
            assertThat(keys.get(0)).doesNotContain(token.substring(5));
        }
        assertThat(enter("login", "temp_token", token, "tess").status()).isEqualTo(200);
        assertThat(enter("login", "temp_token", token, "tess").code()).isEqualTo(40100);
        assertThat(enter("register", "temp_token", token, "later").code()).isEqualTo(40100);
        String second = two.post("/v1/im/auth/enterprise", null, Map.of("enterprise_code", "acme-1"))
                .body()
                .path("temp_token")
                .asText();
        try (Jedis jedis = jedis()) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(15))
                    .until(() -> jedis.keys(OWN + ":acme:enterprise:token:*").isEmpty());
        }
        assertThat(enter("login", "temp_token", second, "tess").code()).isEqualTo(40100);
        for (String made : List.of("", ".", "acme", "acme.x", "0.x", "control.x", "a`b.x", "x".repeat(300))) {
            assertThat(enter("login", "temp_token", made, "tess").code())
                    .as(made)
                    .isEqualTo(40100);
        }
    }

    @Test
    @Requirement("A-066")
    void ofTwoWhoUseATokenAtOnceOneGetsIn() throws Exception {
        assertThat(enter("register", "enterprise_code", "acme-1", "race").status())
                .isEqualTo(201);
        for (int round = 0; round < 10; round++) {
            String token = one.post("/v1/im/auth/enterprise", null, Map.of("enterprise_code", "acme-1"))
                    .body()
                    .path("temp_token")
                    .asText();
            var here = vertx.executeBlocking(() -> login(one, token), false);
            var there = vertx.executeBlocking(() -> login(two, token), false);
            assertThat(List.of(get(here).status(), get(there).status())).containsExactlyInAnyOrder(200, 401);
        }
    }

    @Test
    void administratorsListChangeAndRemoveCodes() {
        for (int i = 0; i < 5; i++) {
            put("list-" + i, Map.of("tenant", "acme"));
        }
        List<String> codes = new ArrayList<>();
        String cursor = "";
        while (cursor != null) {
            Answer page = one.admin("GET", "/v1/admin/enterprises?limit=2" + cursor, null);
            assertThat(page.status()).isEqualTo(200);
            page.body()
                    .path("enterprises")
                    .forEach(row -> codes.add(row.path("enterprise_code").asText()));
            cursor = page.body().path("next_cursor").isNull()
                    ? null
                    : "&cursor=" + page.body().path("next_cursor").asText();
        }
        assertThat(codes).doesNotHaveDuplicates().isSorted().contains("list-0", "list-4", "acme-1");
        assertThat(one.admin("DELETE", "/v1/admin/enterprises/list-0", null).status())
                .isEqualTo(204);
        assertThat(one.admin("DELETE", "/v1/admin/enterprises/list-0", null).code())
                .isEqualTo(40400);
        assertThat(one.admin("GET", "/v1/admin/enterprises/list-0", null).code())
                .isEqualTo(40400);
        assertThat(put("x", Map.of("tenant", "no-such")).code()).isEqualTo(40400);
        assertThat(put("x", Map.of("tenant", "acme", "mode", "half")).code()).isEqualTo(40002);
        assertThat(put("x%20y", Map.of("tenant", "acme")).code()).isEqualTo(40002);
        assertThat(put("x", Map.of()).code()).isEqualTo(40002);
        assertThat(one.admin("GET", "/v1/admin/enterprises?limit=0", null).code())
                .isEqualTo(40002);
        assertThat(one.admin("GET", "/v1/admin/enterprises?cursor=!", null).code())
                .isEqualTo(40002);
        ObjectNode both = body("enterprise_code", "acme-1", "ann").put("tenant", "acme");
        assertThat(one.post("/v1/im/auth/login", null, both).code()).isEqualTo(40002);
    }

    private Answer put(String code, Map<String, Object> body) {
        return one.admin("PUT", "/v1/admin/enterprises/" + code, body);
    }

    private Answer enter(String what, String by, String value, String account) {
        return two.post("/v1/im/auth/" + what, null, body(by, value, account));
    }

    private static Answer login(ApiNode node, String token) {
        return node.post("/v1/im/auth/login", null, body("temp_token", token, "race"));
    }

    private static ObjectNode body(String by, String value, String account) {
        return Json.object()
                .put(by, value)
                .put("account", account)
                .put("password", "pw")
                .put("platform", 5);
    }

    private Jedis jedis() {
        String[] at = config.redis().addr().split(":");
        Jedis jedis = new Jedis(at[0], Integer.parseInt(at[1]));
        jedis.select(config.redis().db());
        return jedis;
    }

    private static void within(ThrowingRunnable check) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(2))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(check);
    }
}
