package dev.curlew.api;

import static dev.curlew.api.ApiNode.get;
import static dev.curlew.api.CodeNodes.ask;
import static dev.curlew.api.CodeNodes.login;
import static dev.curlew.api.CodeNodes.phone;
import static dev.curlew.api.CodeNodes.until;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.api.ApiNode.Answer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tokens for one action, and users who are deleted by themselves or by an administrator, on two nodes of one cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UserDeletionIT {

    private static final String OWN = "deleteit";
    private static final String ME = "/v1/im/users/me";

    private CodeNodes nodes;
    private ApiNode one;
    private ApiNode two;

    @BeforeAll
    void start() {
        nodes = new CodeNodes(OWN);
        one = nodes.one;
        two = nodes.two;
    }

    @AfterAll
    void stop() {
        nodes.close();
    }

    @Test
    void usersDeleteThemselvesAndOthersSeeAnEmptyProfile() {
        String bearer = registered("leaver");
        long uid = uid(bearer);
        String other = registered("stays");
        one.call("PATCH", ME, bearer, "{\"nickname\":\"Lee\",\"signature\":\"hi\"}");
        assertThat(two.get("/v1/im/users/" + uid, other).body().path("nickname").asText())
                .isEqualTo("Lee");
        assertThat(delete(one, bearer, actionToken(one, bearer)).status()).isEqualTo(204);
        assertThat(one.get(ME, bearer).code()).isEqualTo(40306);
        until(() -> two.get(ME, bearer).code() == 40306);
        assertThat(two.get(ME, bearer).body().path("message").asText()).isEqualTo("The user was deleted.");
        assertThat(two.ended).contains(4403);
        for (ApiNode node : List.of(one, two)) {
            Answer seen = node.get("/v1/im/users/" + uid, other);
            assertThat(seen.status()).isEqualTo(200);
            for (String field : List.of("nickname", "face_url", "signature", "ex")) {
                assertThat(seen.body().path(field).asText()).isEmpty();
            }
        }
        assertThat(two.login("demo", "leaver", "pw").code()).isEqualTo(40100);
    }

    @Test
    void aDeletedUsersAccountIsNobodysAgain() {
        long uid = uid(registered("reserved"));
        assertThat(one.admin("DELETE", "/v1/admin/users/" + uid + "?tenant=demo", null)
                        .status())
                .isEqualTo(204);
        assertThat(nodes.register("demo", "reserved", null, null).code()).isEqualTo(40900);
        List<Map<String, String>> users =
                List.of(Map.of("account", "brand-new"), Map.of("account", "reserved", "password", "pw"));
        Answer batch = one.admin("POST", "/v1/admin/users", Map.of("tenant", "demo", "users", users));
        assertThat(batch.code()).isEqualTo(40900);
        assertThat(batch.body().path("message").asText()).contains("account reserved ");
        assertThat(get(one.users.uids("demo", List.of("brand-new", "reserved"))))
                .isEmpty();
        Map<String, Object> token = Map.of("tenant", "demo", "account", "reserved", "platform", 1, "create", true);
        Answer made = two.admin("POST", "/v1/admin/tokens", token);
        assertThat(made.code()).isEqualTo(40900);
        assertThat(made.body().path("message").asText()).contains("account reserved ");
        assertThat(two.admin("GET", "/v1/admin/users?tenant=demo&accounts=reserved&uids=" + uid, null)
                        .body()
                        .path("users"))
                .isEmpty();
        Map<String, Object> byUid = Map.of("tenant", "demo", "uid", uid, "platform", 1);
        assertThat(two.admin("POST", "/v1/admin/tokens", byUid).code()).isEqualTo(40400);
        assertThat(get(two.directory.uid("demo", "reserved"))).isEmpty();
        assertThat(two.login("demo", "reserved", "pw").code()).isEqualTo(40100);
    }

    @Test
    void deletingIsForGoodAndSaysWhenThereIsNobody() {
        long uid = uid(registered("gone"));
        String path = "/v1/admin/users/" + uid + "?tenant=demo";
        assertThat(one.call("DELETE", path, "guess", null).code()).isEqualTo(40100);
        assertThat(two.admin("DELETE", path, null).status()).isEqualTo(204);
        assertThat(one.admin("DELETE", path, null).code()).isEqualTo(40400);
        assertThat(one.admin("PATCH", path, Map.of("disabled", false)).code()).isEqualTo(40400);
        assertThat(one.admin("DELETE", "/v1/admin/users/1?tenant=demo", null).code())
                .isEqualTo(40400);
        assertThat(one.admin("DELETE", "/v1/admin/users/" + uid + "?tenant=none", null)
                        .code())
                .isEqualTo(40400);
    }

    @Test
    void nothingTheUserGaveStaysInTheRow() {
        String phone = phone();
        String code = nodes.sent(one, "demo", "register", phone);
        assertThat(nodes.register("demo", "traces", phone, code).status()).isEqualTo(201);
        String bearer = one.login("demo", "traces", "pw").body().path("token").asText();
        one.call("PUT", "/v1/im/devices/d1/push", bearer, "{\"provider\":\"jpush\",\"token\":\"device-token\"}");
        one.call("PATCH", ME, bearer, "{\"face_url\":\"http://f\",\"ex\":\"e\"}");
        long uid = uid(bearer);
        assertThat(rows("push_devices", uid)).isEqualTo(1);
        assertThat(delete(two, bearer, actionToken(two, bearer)).status()).isEqualTo(204);
        Row row = get(one.mysql.query("SELECT * FROM `" + OWN + "_demo`.users WHERE uid = ?", uid))
                .iterator()
                .next();
        assertThat(row.getString("password_hash")).isNull();
        assertThat(row.getString("phone_hash")).isNull();
        assertThat(row.getString("nickname") + row.getString("face_url") + row.getString("ex"))
                .isEmpty();
        assertThat(row.getLong("deleted_at")).isPositive();
        assertThat(rows("push_devices", uid)).isZero();
        assertThat(rows("logins", uid)).isZero();
        assertThat(login("demo", phone, nodes.sent(one, "demo", "login", phone), two)
                        .code())
                .as("the phone is free")
                .isEqualTo(40400);
    }

    @Test
    void aDeletedDemoUserStaysDeletedAndKeepsNoNodeFromStarting() {
        long uid = get(one.users.uids("demo", List.of("carol"))).get("carol");
        assertThat(one.admin("DELETE", "/v1/admin/users/" + uid + "?tenant=demo", null)
                        .status())
                .isEqualTo(204);
        ApiNode next = nodes.node(nodes.settings());
        assertThat(next.login("demo", "carol", "carol-pass").code()).isEqualTo(40100);
        assertThat(next.login("demo", "bob", "bob-pass").status()).isEqualTo(200);
    }

    @Test
    @Requirement("A-296")
    void ofTwoNodesThatUseATokenAtOnceOneDoesIt() throws NoSuchAlgorithmException {
        for (int round = 0; round < 10; round++) {
            String bearer = registered("racer" + round);
            String token = actionToken(one, bearer);
            String key = key(token);
            long left = get(one.redis.send(Request.cmd(Command.TTL).arg(key))).toLong();
            assertThat(left).isBetween(595L, 600L);
            List<CompletableFuture<Answer>> racing = IntStream.range(0, 6)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> delete(i % 2 == 0 ? one : two, bearer, token)))
                    .toList();
            List<Integer> answers = new ArrayList<>();
            racing.forEach(answer -> answers.add(answer.join().status()));
            assertThat(answers).containsOnlyOnce(204).containsOnly(204, 403);
            until(() -> RedisScan.keys(one.redis, key).isEmpty());
        }
    }

    @Test
    @Requirement("A-296")
    void aTokenThatCameBackToRedisIsStillUsed() throws NoSuchAlgorithmException {
        String bearer = registered("replayed");
        String token = actionToken(one, bearer);
        String key = key(token);
        String value = get(one.redis.send(Request.cmd(Command.GET).arg(key))).toString();
        get(one.mysql.query("UPDATE `" + OWN + "_demo`.action_tokens SET state = 1"));
        assertThat(delete(two, bearer, token).code()).as("MySQL decides").isEqualTo(40300);
        assertThat(two.get(ME, bearer).status()).isEqualTo(200);
        get(one.mysql.query("UPDATE `" + OWN + "_demo`.action_tokens SET state = 0"));
        get(one.redis.send(Request.cmd(Command.DEL).arg(key)));
        assertThat(delete(two, bearer, token).code())
                .as("Redis has to know it too")
                .isEqualTo(40300);
        get(one.redis.send(Request.cmd(Command.SET).arg(key).arg(value)));
        assertThat(delete(two, bearer, token).status()).isEqualTo(204);
        get(one.redis.send(Request.cmd(Command.DEL).arg(key)));
    }

    @Test
    void aTokenIsItsMakersAlone() {
        String bearer = registered("maker");
        String other = registered("taker");
        String token = actionToken(one, bearer);
        assertThat(delete(one, other, token).code()).isEqualTo(40300);
        assertThat(delete(one, bearer, "guess").code()).isEqualTo(40300);
        long uid = uid(bearer);
        String profile = OWN + ":demo:user:" + uid + ":profile";
        assertThat(get(one.redis.send(Request.cmd(Command.GET).arg(profile))).toString())
                .as("what was refused keeps no copy away")
                .startsWith("{");
        assertThat(one.call("DELETE", ME, bearer, null).code()).isEqualTo(40002);
        assertThat(one.call("DELETE", ME, null, null, "X-Action-Token", token).code())
                .isEqualTo(40100);
        assertThat(one.post("/v1/im/auth/action-tokens", bearer, Map.of("action", "fly"))
                        .code())
                .isEqualTo(40002);
        assertThat(one.post("/v1/im/auth/action-tokens", bearer, Map.of()).code())
                .isEqualTo(40002);
        assertThat(delete(two, bearer, token).status()).isEqualTo(204);
    }

    @Test
    @Requirement("A-319")
    void withoutRedisNoActionTokenIsMadeOrTaken() {
        ApiNode alone = nodes.node(nodes.settings("redis.addr=127.0.0.1:1"));
        String bearer = registered("waiting");
        String token = actionToken(one, bearer);
        assertThat(alone.post("/v1/im/auth/action-tokens", bearer, Map.of("action", "delete_account"))
                        .code())
                .isEqualTo(50300);
        assertThat(delete(alone, bearer, token).code()).isEqualTo(50300);
        assertThat(one.get(ME, bearer).status()).isEqualTo(200);
        assertThat(delete(one, bearer, token).status()).isEqualTo(204);
    }

    @Test
    @Requirement("A-073")
    void noPhoneNoCodeAndNoTokenReachesRedis() {
        String phone = phone();
        String code = nodes.sent(one, "demo", "register", phone);
        assertThat(nodes.register("demo", "secretive", phone, code).status()).isEqualTo(201);
        String loginCode = nodes.sent(two, "demo", "login", phone);
        assertThat(code(phone, loginCode)).isEqualTo(200);
        JsonNode login = one.login("demo", "secretive", "pw").body();
        String bearer = login.path("token").asText();
        String action = actionToken(one, bearer);
        one.login("demo", "secretive", "not-the-password");
        String pending = phone();
        String pendingCode = nodes.sent(two, "demo", "login", pending);
        assertThat(ask(one, "demo", "login", pending).code()).isEqualTo(42900);
        List<String> all = RedisScan.all(one.redis);
        assertThat(all).anyMatch(text -> text.contains(":code:login:")).anyMatch(text -> text.contains(":action:"));
        List<String> secrets = List.of(
                phone.substring(1),
                pending.substring(1),
                bearer,
                bearer.substring(bearer.lastIndexOf('.') + 1),
                action,
                "not-the-password",
                "argon2");
        for (String secret : secrets) {
            assertThat(all).noneMatch(text -> text.contains(secret));
        }
        // Six digits may be part of a hash by chance, but are never a whole value.
        assertThat(all).noneMatch(text -> text.matches("(?s)(.*[^0-9a-f])?" + pendingCode + "([^0-9a-f].*)?"));
    }

    private int code(String phone, String code) {
        return login("demo", phone, code, one).status();
    }

    private String registered(String account) {
        assertThat(nodes.register("demo", account, null, null).status()).isEqualTo(201);
        return one.login("demo", account, "pw").body().path("token").asText();
    }

    private static String key(String actionToken) throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(actionToken.getBytes(StandardCharsets.UTF_8));
        return OWN + ":demo:action:" + HexFormat.of().formatHex(digest);
    }

    private long uid(String bearer) {
        return one.get(ME, bearer).body().path("uid").asLong();
    }

    private static String actionToken(ApiNode node, String bearer) {
        Answer made = node.post("/v1/im/auth/action-tokens", bearer, Map.of("action", "delete_account"));
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.body().path("expires_at").asLong()).isGreaterThan(System.currentTimeMillis());
        return made.body().path("token").asText();
    }

    private static Answer delete(ApiNode node, String bearer, String actionToken) {
        return node.call("DELETE", ME, bearer, null, "X-Action-Token", actionToken);
    }

    private long rows(String table, long uid) {
        return get(one.mysql.query("SELECT COUNT(*) FROM `" + OWN + "_demo`." + table + " WHERE uid = ?", uid))
                .iterator()
                .next()
                .getLong(0);
    }
}
