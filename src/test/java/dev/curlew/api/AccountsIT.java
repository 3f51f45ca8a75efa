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
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Accounts, tokens and administration over HTTP, on two nodes of one cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccountsIT {

    private static final String OWN = "acctit";

    private final Vertx vertx = Vertx.vertx();
    private ApiNode one;
    private ApiNode two;

    @BeforeAll
    void start() {
        Stores stores = TestStores.shared();
        String[] settings = {"redis.key_prefix=" + OWN, "auth.login_failures=3", "auth.lockout_s=30"};
        one = new ApiNode(vertx, TestConfig.on(stores, OWN, settings)).start(Map.of());
        two = new ApiNode(vertx, TestConfig.on(stores, OWN, settings)).start(Map.of());
    }

    @AfterAll
    void stop() {
        get(vertx.close());
    }

    @Test
    void demoUsersLogInEverywhere() {
        for (String account : List.of("alice", "bob", "carol")) {
            Answer answer = two.login("demo", account, account + "-pass");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body().path("uid").asLong()).isGreaterThan(10_000);
            assertThat(answer.body().path("expires_at").asLong()).isGreaterThan(System.currentTimeMillis());
        }
    }

    @Test
    void namesOfAnyScriptRegisterAndAreCaseSensitive() {
        assertThat(register("😀-Жанна").status()).isEqualTo(201);
        assertThat(register("case").status()).isEqualTo(201);
        assertThat(register("Case").status()).isEqualTo(201);
        assertThat(register("case").code()).isEqualTo(40900);
        assertThat(one.login("demo", "😀-Жанна", "pw").status()).isEqualTo(200);
        assertThat(one.login("demo", "case ", "pw").code()).isEqualTo(40100);
        assertThat(register("a\u0007b").code()).isEqualTo(40002);
        assertThat(register(" outer").code()).isEqualTo(40002);
        assertThat(register("x".repeat(129)).code()).isEqualTo(40002);
        assertThat(register("😀".repeat(128)).status()).isEqualTo(201);
    }

    @Test
    void unknownTenantAccountAndWrongPasswordAreToldApartByNothing() {
        register("told");
        Set<String> answers = new TreeSet<>();
        for (Answer answer : List.of(
                one.login("demo", "told", "wrong"),
                one.login("demo", "nobody", "pw"),
                one.login("none", "told", "pw"))) {
            assertThat(answer.status()).isEqualTo(401);
            answers.add(answer.body().toString());
        }
        assertThat(answers).hasSize(1);
    }

    @Test
    @Requirement("A-067")
    void wrongPasswordsAreCountedForAllNodesTogether() {
        register("locked");
        assertThat(one.login("demo", "locked", "no").code()).isEqualTo(40100);
        assertThat(one.login("demo", "locked", "no").code()).isEqualTo(40100);
        assertThat(one.login("demo", "locked", "no").code()).isEqualTo(40100);
        Answer refused = two.login("demo", "locked", "pw");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo(42900);
        assertThat(refused.body().path("retry_after_ms").asLong()).isBetween(1L, 30_000L);
    }

    @Test
    void logoutEndsTheTokenOnEveryNode() {
        register("leaver");
        String token = one.login("demo", "leaver", "pw").body().path("token").asText();
        String other = one.login("demo", "leaver", "pw").body().path("token").asText();
        assertThat(two.get("/v1/im/users/me", token).status()).isEqualTo(200);
        assertThat(one.post("/v1/im/auth/logout", token, Map.of()).status()).isEqualTo(204);
        assertThat(one.get("/v1/im/users/me", token).code()).isEqualTo(40102);
        within(5, () -> assertThat(two.get("/v1/im/users/me", token).code()).isEqualTo(40102));
        assertThat(two.ended).contains(4410);
        assertThat(two.get("/v1/im/users/me", other).status()).isEqualTo(200);
    }

    @Test
    void aDisabledUserLosesTheirTokensForGood() {
        long uid = register("banned").body().path("uid").asLong();
        String token = two.login("demo", "banned", "pw").body().path("token").asText();
        String path = "/v1/admin/users/" + uid + "?tenant=demo";
        assertThat(one.admin("PATCH", path, Map.of("disabled", true)).status()).isEqualTo(200);
        assertThat(one.get("/v1/im/users/me", token).code()).isEqualTo(40306);
        within(2, () -> assertThat(two.get("/v1/im/users/me", token).code()).isEqualTo(40306));
        assertThat(two.login("demo", "banned", "pw").code()).isEqualTo(40306);
        one.admin("PATCH", path, Map.of("disabled", false));
        within(2, () -> assertThat(two.get("/v1/im/users/me", token).code()).isEqualTo(40102));
        String fresh = two.login("demo", "banned", "pw").body().path("token").asText();
        assertThat(one.get("/v1/im/users/me", fresh).status()).isEqualTo(200);
        assertThat(one.admin("PATCH", "/v1/admin/users/1?tenant=demo", Map.of("disabled", true))
                        .code())
                .isEqualTo(40400);
    }

    @Test
    void adminTokensNameUsersByUidOrAccountAndMakeThem() {
        ObjectNode body =
                Json.object().put("tenant", "demo").put("account", "made").put("platform", 1);
        assertThat(one.admin("POST", "/v1/admin/tokens", body).code()).isEqualTo(40400);
        Answer made =
                one.admin("POST", "/v1/admin/tokens", body.put("create", true).put("ttl_s", 1));
        assertThat(made.status()).isEqualTo(200);
        long uid = made.body().path("uid").asLong();
        Answer again = two.admin("POST", "/v1/admin/tokens", Map.of("tenant", "demo", "uid", uid, "platform", 1));
        Answer me = two.get("/v1/im/users/me", again.body().path("token").asText());
        assertThat(me.body().path("account").asText()).isEqualTo("made");
        assertThat(me.body().path("nickname").asText()).isEqualTo("made");
        within(
                3,
                () -> assertThat(two.get(
                                        "/v1/im/users/me",
                                        made.body().path("token").asText())
                                .code())
                        .isEqualTo(40101));
        assertThat(one.login("demo", "made", "").code()).isEqualTo(40100);
        assertThat(one.call("POST", "/v1/admin/tokens", "guess", body.toString())
                        .code())
                .isEqualTo(40100);
    }

    @Test
    void usersAreMadeOrUpdatedInOneCall() {
        List<Map<String, Object>> list = new ArrayList<>(IntStream.range(0, 1000)
                .mapToObj(i -> Map.<String, Object>of("account", "bulk" + i))
                .toList());
        Answer first = one.admin("POST", "/v1/admin/users", Map.of("tenant", "demo", "users", list));
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.body().path("users"))
                .hasSize(1000)
                .allMatch(result -> result.path("created").asBoolean());
        long uid = first.body().at("/users/7/uid").asLong();
        String token = token(two, "bulk7");
        assertThat(two.get("/v1/im/users/" + uid, token).body().path("nickname").asText())
                .isEqualTo("bulk7");
        Answer second = one.admin(
                "POST",
                "/v1/admin/users",
                Map.of("tenant", "demo", "users", List.of(Map.of("account", "bulk7", "nickname", "Seven"))));
        assertThat(second.body().at("/users/0/created").asBoolean()).isFalse();
        assertThat(second.body().at("/users/0/uid").asLong()).isEqualTo(uid);
        assertThat(two.get("/v1/im/users/" + uid, token).body().path("nickname").asText())
                .isEqualTo("Seven");
        list.add(Map.of("account", "bulk1000"));
        assertThat(one.admin("POST", "/v1/admin/users", Map.of("tenant", "demo", "users", list))
                        .code())
                .isEqualTo(40002);
    }

    @Test
    void aBackendFindsUsersByItsOwnNamesAndChangesTheirProfiles() {
        List<Map<String, String>> list =
                List.of(Map.of("account", "find a&b"), Map.of("account", "find,comma"), Map.of("account", "find-c"));
        JsonNode made = one.admin("POST", "/v1/admin/users", Map.of("tenant", "demo", "users", list))
                .body()
                .path("users");
        long last = made.path(2).path("uid").asLong();
        JsonNode found = two.admin(
                        "GET",
                        "/v1/admin/users?uids=" + last
                                + ",999999&accounts=find+a%26b,nobody,find-c&account=find%2Ccomma",
                        null)
                .body()
                .path("users");
        assertThat(found)
                .extracting(user -> user.path("account").asText())
                .containsExactly("find-c", "find a&b", "find,comma");
        assertThat(found.path(0).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("uid", "account", "nickname", "face_url", "signature", "ex", "disabled");

        String path = "/v1/admin/users/" + last + "?tenant=demo";
        Map<String, Object> change =
                Map.of("nickname", "Cee", "face_url", "http://c", "signature", "s", "ex", "e", "disabled", true);
        JsonNode changed = one.admin("PATCH", path, change).body();
        change.forEach((name, value) -> assertThat(changed.path(name).asText()).isEqualTo(value.toString()));
        assertThat(two.admin("GET", "/v1/admin/users?tenant=demo&accounts=find-c", null)
                        .body()
                        .at("/users/0"))
                .isEqualTo(changed);
        assertThat(one.admin("PATCH", path, Map.of("nickname", "C"))
                        .body()
                        .path("disabled")
                        .asBoolean())
                .as("what is not named stays")
                .isTrue();
        assertThat(one.admin("PATCH", path, Map.of()).code()).isEqualTo(40002);
        assertThat(one.admin("PATCH", "/v1/admin/users/1?tenant=demo", Map.of("nickname", "n"))
                        .code())
                .isEqualTo(40400);
    }

    @Test
    void whatALookUpAndALimitMayBeIsSaid() {
        assertThat(message(one.admin("GET", "/v1/admin/users?tenant=demo", null)))
                .isEqualTo("uids or accounts is missing.");
        assertThat(message(one.admin("GET", "/v1/admin/users?tenant=demo&uids=1,x", null)))
                .isEqualTo("uids has to be whole numbers, separated by commas.");
        assertThat(message(one.admin("GET", "/v1/admin/users?accounts=" + "a,".repeat(200) + "a", null)))
                .contains("200");
        assertThat(one.admin("GET", "/v1/admin/users?tenant=none&accounts=a", null)
                        .code())
                .isEqualTo(40400);
        Map<String, Object> token = Map.of("tenant", "demo", "account", "alice", "platform", 1, "ttl_s", 0);
        assertThat(message(one.admin("POST", "/v1/admin/tokens", token)))
                .isEqualTo("ttl_s is out of range: 1 to 31622400.");
        Map<String, Object> twice =
                Map.of("tenant", "demo", "users", List.of(Map.of("account", "same"), Map.of("account", "same")));
        assertThat(message(one.admin("POST", "/v1/admin/users", twice))).contains("account same ");
        assertThat(one.admin("POST", "/v1/admin/users", Map.of("users", List.of()))
                        .status())
                .isEqualTo(200);
    }

    private static String message(Answer answer) {
        return answer.body().path("message").asText();
    }

    private static void within(int seconds, ThrowingRunnable check) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(seconds))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(check);
    }

    private Answer register(String account) {
        return one.post(
                "/v1/im/auth/register",
                null,
                Json.object().put("account", account).put("password", "pw"));
    }

    private static String token(ApiNode node, String account) {
        return node.admin("POST", "/v1/admin/tokens", Map.of("tenant", "demo", "account", account, "platform", 1))
                .body()
                .path("token")
                .asText();
    }

    private static Map<String, Object> user(String account, String password) {
        return Map.of("account", account, "password", password);
    }

    @Test
    @Requirement("A-072")
    void noHashIsEverInRedis() {
        register("hashed");
        one.login("demo", "hashed", "pw");
        token(one, "hashed");
        one.login("demo", "hashed", "wrong-one");
        List<String> all = RedisScan.all(one.redis);
        assertThat(all).anyMatch(text -> text.contains("hashed"));
        assertThat(all).noneMatch(text -> text.contains("argon2") || text.contains("password"));
        assertThat(all).noneMatch(text -> text.contains("wrong-one"));
        assertThat(get(one.mysql.query("SELECT password_hash FROM `" + OWN + "_demo`.users WHERE account = 'hashed'"))
                        .iterator()
                        .next()
                        .getString(0))
                .startsWith("$argon2id$");
    }
}
