package dev.curlew.api;

import static dev.curlew.api.ApiNode.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.api.ApiNode.Answer;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.RedisDump;
import dev.curlew.dev.TestStores;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/** Companies that sign up for a code, on two nodes of one cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EnterpriseRegistrationsIT {

    private static final String OWN = "entregit";
    private static final String ALL = "/v1/admin/enterprise-registrations";

    private final Vertx vertx = Vertx.vertx();
    private CurlewConfig config;
    private ApiNode one;
    private ApiNode two;

    @BeforeAll
    void start() {
        config = TestConfig.on(TestStores.shared(), OWN, "redis.key_prefix=" + OWN);
        one = new ApiNode(vertx, config).start(Map.of());
        two = new ApiNode(vertx, config).start(Map.of());
    }

    @AfterAll
    void stop() {
        get(vertx.close());
    }

    @Test
    void anApprovedCompanyHasItsCodeEverywhere() {
        Answer made = submit("Acme", Map.of("license", "91-330", "nested", List.of(1, 2)));
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.body().path("enterprise_code").asText()).isEqualTo("acme");
        assertThat(made.body().path("state").asText()).isEqualTo("pending");
        assertThat(submit("ACME", Map.of()).code()).as("waited for").isEqualTo(40900);
        assertThat(two.post("/v1/im/auth/enterprise", null, Map.of("enterprise_code", "acme"))
                        .code())
                .as("not yet")
                .isEqualTo(40400);
        long id = made.body().path("id").asLong();
        assertThat(decide(id, Map.of("decision", "approve", "tenant", "none")).code())
                .isEqualTo(40400);
        Answer approved = decide(id, Map.of("decision", "approve", "tenant", "demo"));
        assertThat(approved.body().path("state").asText()).isEqualTo("approved");
        assertThat(approved.body().at("/material/license").asText()).isEqualTo("91-330");
        Awaitility.await()
                .atMost(Duration.ofSeconds(2))
                .until(() -> two.post("/v1/im/auth/enterprise", null, Map.of("enterprise_code", "acme"))
                                .status()
                        == 200);
        assertThat(decide(id, Map.of("decision", "approve", "tenant", "demo")).status())
                .as("again")
                .isEqualTo(200);
        assertThat(decide(id, Map.of("decision", "decline")).code()).isEqualTo(40900);
        assertThat(submit("acme", Map.of()).code()).as("taken").isEqualTo(40900);
    }

    @Test
    @Requirement("A-176")
    void whoRegisteredStaysWhenRedisForgetsAndIsNotInIt() {
        long id = submit("kept", Map.of("license", "secret-91-331"))
                .body()
                .path("id")
                .asLong();
        Answer registered = one.post(
                "/v1/im/auth/register", null, Map.of("account", "kept", "password", "kept-pass", "tenant", "demo"));
        assertThat(registered.status()).isEqualTo(201);
        assertThat(one.login("demo", "kept", "kept-pass").status()).isEqualTo(200);
        String hash = get(one.mysql.query("SELECT password_hash FROM `" + OWN + "_demo`.users WHERE account = 'kept'"))
                .iterator()
                .next()
                .getString(0);
        String[] at = config.redis().addr().split(":");
        try (Jedis redis = new Jedis(at[0], Integer.parseInt(at[1]))) {
            assertThat(RedisDump.of(redis, OWN)).doesNotContain("secret-91-331").doesNotContain(hash);
            redis.flushAll();
        }

        assertThat(ids("pending")).contains(id);
        assertThat(two.login("demo", "kept", "kept-pass").status()).isEqualTo(200);
        assertThat(decide(id, Map.of("decision", "approve", "tenant", "demo"))
                        .body()
                        .at("/material/license")
                        .asText())
                .isEqualTo("secret-91-331");
    }

    @Test
    void aDeclinedCodeIsFreeAgainAndListsHaveTheirState() {
        long first = submit("other", Map.of()).body().path("id").asLong();
        assertThat(decide(first, Map.of("decision", "decline"))
                        .body()
                        .path("state")
                        .asText())
                .isEqualTo("declined");
        long second = submit("other", Map.of()).body().path("id").asLong();
        assertThat(second).isGreaterThan(first);
        assertThat(ids("declined")).contains(first).doesNotContain(second);
        assertThat(ids("pending")).contains(second).doesNotContain(first);
    }

    @Test
    void oneOfTwoDecisionsAtOnceHolds() throws Exception {
        for (int round = 0; round < 5; round++) {
            long id = submit("race-" + round, Map.of()).body().path("id").asLong();
            var yes = vertx.executeBlocking(
                    () -> one.admin("PATCH", ALL + "/" + id, Map.of("decision", "approve", "tenant", "demo")), false);
            var no = vertx.executeBlocking(
                    () -> two.admin("PATCH", ALL + "/" + id, Map.of("decision", "decline")), false);
            assertThat(List.of(get(yes).status(), get(no).status())).containsExactlyInAnyOrder(200, 409);
            boolean granted = get(yes).status() == 200;
            assertThat(one.admin("GET", "/v1/admin/enterprises/race-" + round, null)
                            .status())
                    .isEqualTo(granted ? 200 : 404);
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThat(submit("no spaces", Map.of()).code()).isEqualTo(40002);
        assertThat(submit("big", Map.of("text", "x".repeat(20_000))).code()).isEqualTo(40002);
        assertThat(one.admin("POST", ALL, Map.of("enterprise_code", "x")).code())
                .isEqualTo(40002);
        assertThat(decide(999_999, Map.of("decision", "decline")).code()).isEqualTo(40400);
        assertThat(decide(1, Map.of("decision", "maybe")).code()).isEqualTo(40002);
        assertThat(decide(1, Map.of("decision", "approve")).code()).isEqualTo(40002);
        assertThat(one.admin("GET", ALL + "?state=odd", null).code()).isEqualTo(40002);
        assertThat(one.admin("GET", ALL + "?cursor=odd", null).code()).isEqualTo(40002);
        assertThat(one.post(ALL, "wrong", Map.of()).status()).isEqualTo(401);
    }

    private Answer submit(String code, Map<String, Object> material) {
        return one.admin("POST", ALL, Map.of("enterprise_code", code, "name", code, "material", material));
    }

    private Answer decide(long id, Map<String, Object> body) {
        return one.admin("PATCH", ALL + "/" + id, body);
    }

    private List<Long> ids(String state) {
        return one.admin("GET", ALL + "?state=" + state, null).body().path("registrations").findValues("id").stream()
                .map(id -> id.asLong())
                .toList();
    }
}
