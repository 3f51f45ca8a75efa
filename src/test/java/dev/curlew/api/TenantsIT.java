package dev.curlew.api;

import static dev.curlew.api.ApiNode.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.api.ApiNode.Answer;
import dev.curlew.dev.Stores;
import dev.curlew.dev.TestStores;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tenants, on two nodes of one cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TenantsIT {

    private static final String OWN = "tenantit";

    private final Vertx vertx = Vertx.vertx();
    private ApiNode one;
    private ApiNode two;

    @BeforeAll
    void start() {
        Stores stores = TestStores.shared();
        String[] settings = {"redis.key_prefix=" + OWN};
        one = new ApiNode(vertx, TestConfig.on(stores, OWN, settings)).start(Map.of());
        two = new ApiNode(vertx, TestConfig.on(stores, OWN, settings)).start(Map.of());
    }

    @AfterAll
    void stop() {
        get(vertx.close());
    }

    @Test
    @Requirement("A-027")
    void aDisabledTenantIsRefusedOnEveryNodeWithinTwoSeconds() {
        one.admin("POST", "/v1/admin/tenants", Map.of("tenant", "shut", "name", "Shut"));
        one.admin("POST", "/v1/admin/users", Map.of("tenant", "shut", "users", List.of(user("ann", "pw"))));
        String token = two.login("shut", "ann", "pw").body().path("token").asText();
        assertThat(one.admin("PATCH", "/v1/admin/tenants/shut", Map.of("disabled", true))
                        .status())
                .isEqualTo(200);
        within(2, () -> {
            assertThat(two.login("shut", "ann", "pw").code()).isEqualTo(40304);
            assertThat(two.get("/v1/im/users/me", token).code()).isEqualTo(40304);
            assertThat(message(two.get("/v1/im/users/me", token))).isEqualTo("The tenant is disabled.");
        });
        assertThat(one.login("shut", "ann", "pw").code()).isEqualTo(40304);
        assertThat(two.ended).contains(4403);
        one.admin("PATCH", "/v1/admin/tenants/shut", Map.of("disabled", false));
        within(2, () -> assertThat(two.login("shut", "ann", "pw").status()).isEqualTo(200));
    }

    @Test
    @Requirement("A-256")
    void eachTenantHasItsDatabaseAndNothingMixes() {
        for (String tenant : List.of("left", "right")) {
            Future<Answer> here = vertx.executeBlocking(
                    () -> one.admin("POST", "/v1/admin/tenants", Map.of("tenant", tenant)), false);
            Future<Answer> there = vertx.executeBlocking(
                    () -> two.admin("POST", "/v1/admin/tenants", Map.of("tenant", tenant)), false);
            assertThat(Set.of(get(here).status(), get(there).status())).isEqualTo(Set.of(200, 201));
            one.admin("POST", "/v1/admin/users", Map.of("tenant", tenant, "users", List.of(user("same", tenant))));
        }
        Answer left = one.login("left", "same", "left");
        Answer right = one.login("right", "same", "right");
        assertThat(left.body().path("uid").asLong()).isEqualTo(10_001);
        assertThat(right.body().path("uid").asLong()).isEqualTo(10_001);
        assertThat(one.login("left", "same", "right").code()).isEqualTo(40100);
        change(left, "Left");
        change(right, "Right");
        assertThat(nickname(left)).isEqualTo("Left");
        assertThat(nickname(right)).isEqualTo("Right");
        var columns = get(one.mysql.query(
                "SELECT table_name FROM information_schema.columns WHERE table_schema LIKE ? AND column_name IN"
                        + " ('tenant', 'tenant_id') AND table_schema <> ?",
                OWN + "\\_%",
                OWN + "_control"));
        assertThat(columns.size()).isZero();
        assertThat(one.admin("POST", "/v1/admin/tenants", Map.of("tenant", "control"))
                        .code())
                .isEqualTo(40002);
        assertThat(one.admin("POST", "/v1/admin/tenants", Map.of("tenant", "x`; DROP"))
                        .code())
                .isEqualTo(40002);
    }

    @Test
    void registrationFollowsTheTenantSetting() {
        one.admin("POST", "/v1/admin/tenants", Map.of("tenant", "members"));
        Answer changed =
                one.admin("PATCH", "/v1/admin/tenants/members", Map.of("settings", Map.of("registration", "closed")));
        assertThat(changed.body().at("/settings/registration").asText()).isEqualTo("closed");
        ObjectNode body = Json.object().put("account", "a").put("password", "pw");
        assertThat(one.call("POST", "/v1/im/auth/register", null, body.toString(), "X-Tenant", "members")
                        .code())
                .isEqualTo(40300);
    }

    @Test
    void aFieldThatNobodyKnowsIsRefusedWithAHintAndChangesNothing() {
        one.admin("POST", "/v1/admin/tenants", Map.of("tenant", "hints"));
        String path = "/v1/admin/tenants/hints";
        Answer outside = one.admin("PATCH", path, Map.of("registration", "closed", "disabled", true));
        assertThat(outside.code()).isEqualTo(40002);
        assertThat(message(outside)).contains("registration", "{\"settings\":{\"registration\":");
        Answer misspelt = one.admin("PATCH", path, Map.of("setings", Map.of("registration", "closed")));
        assertThat(misspelt.code()).isEqualTo(40002);
        assertThat(message(misspelt)).contains("did you mean settings?");
        Answer unknown = one.admin("PATCH", path, Map.of("colour", "red"));
        assertThat(message(unknown)).contains("colour", "disabled, name, settings");
        JsonNode tenant = one.admin("GET", path, null).body();
        assertThat(tenant.path("settings")).isEmpty();
        assertThat(tenant.path("disabled").asBoolean()).isFalse();
    }

    @Test
    void aTenantIsRenamedAndMadeAgainOnlyUnderItsName() {
        Map<String, String> made = Map.of("tenant", "named", "name", "First");
        assertThat(one.admin("POST", "/v1/admin/tenants", made).status()).isEqualTo(201);
        assertThat(two.admin("POST", "/v1/admin/tenants", made).status()).isEqualTo(200);
        assertThat(two.admin("POST", "/v1/admin/tenants", Map.of("tenant", "named"))
                        .status())
                .isEqualTo(200);
        Answer renamed = one.admin("PATCH", "/v1/admin/tenants/named", Map.of("name", "Second"));
        assertThat(renamed.body().path("name").asText()).isEqualTo("Second");
        within(
                2,
                () -> assertThat(two.admin("GET", "/v1/admin/tenants/named", null)
                                .body()
                                .path("name")
                                .asText())
                        .isEqualTo("Second"));
        assertThat(two.admin("POST", "/v1/admin/tenants", made).code()).isEqualTo(40900);
        assertThat(one.admin("PATCH", "/v1/admin/tenants/named", Map.of("name", ""))
                        .code())
                .isEqualTo(40002);
    }

    @Test
    void tenantsAreListedPageByPage() {
        for (String code : List.of("list-c", "list-a", "list-b")) {
            one.admin("POST", "/v1/admin/tenants", Map.of("tenant", code));
        }
        List<String> found = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page =
                    two.admin("GET", "/v1/admin/tenants?limit=2" + cursor, null).body();
            assertThat(page.path("tenants").size()).isBetween(1, 2);
            page.path("tenants")
                    .forEach(tenant -> found.add(tenant.path("tenant").asText()));
            cursor = page.path("next_cursor").isNull()
                    ? null
                    : "&cursor=" + page.path("next_cursor").asText();
        } while (cursor != null);
        assertThat(found).isSorted().doesNotHaveDuplicates().contains("demo", "list-a", "list-b", "list-c");
        assertThat(one.admin("GET", "/v1/admin/tenants?cursor=x!", null).code()).isEqualTo(40002);
        assertThat(message(one.admin("GET", "/v1/admin/tenants?limit=201", null)))
                .contains("1 to 200");
    }

    private static String message(Answer answer) {
        return answer.body().path("message").asText();
    }

    private void change(Answer login, String nickname) {
        String body = Json.object().put("nickname", nickname).toString();
        assertThat(one.call(
                                "PATCH",
                                "/v1/im/users/me",
                                login.body().path("token").asText(),
                                body)
                        .status())
                .isEqualTo(200);
    }

    private String nickname(Answer login) {
        return two.get("/v1/im/users/me", login.body().path("token").asText())
                .body()
                .path("nickname")
                .asText();
    }

    private static Map<String, Object> user(String account, String password) {
        return Map.of("account", account, "password", password);
    }

    private static void within(int seconds, ThrowingRunnable check) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(seconds))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(check);
    }
}
