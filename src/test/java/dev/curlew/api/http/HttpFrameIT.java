package dev.curlew.api.http;

import static dev.curlew.api.ApiNode.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.TestConfig;
import dev.curlew.api.ApiNode;
import dev.curlew.api.ApiNode.Answer;
import dev.curlew.dev.TestStores;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every call below {@code /v1/} has in common, and how the twins of operations are called. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpFrameIT {

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, ObjectNode> called = new LinkedHashMap<>();
    private final ExecutorService many = Executors.newCachedThreadPool();
    private ApiNode node;
    private String token;

    private final class Recorded implements Operation {
        private final String name;

        Recorded(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Future<?> run(Caller caller, ObjectNode data) {
            called.put(name, data);
            if (name.equals("unread")) {
                throw new IllegalStateException("secret detail");
            }
            return Future.succeededFuture(Map.of("op", name));
        }
    }

    @BeforeAll
    void start() {
        Map<String, Operation> operations = new LinkedHashMap<>();
        for (String name : new String[] {"send", "pull", "read", "unread", "presence"}) {
            operations.put(name, new Recorded(name));
        }
        node = new ApiNode(
                        vertx,
                        TestConfig.on(
                                TestStores.shared(),
                                "frameit",
                                "redis.key_prefix=frameit",
                                "http.max_body_bytes=65536"))
                .start(operations);
        token = node.login("demo", "alice", "alice-pass").body().path("token").asText();
    }

    @AfterAll
    void stop() {
        many.shutdown();
        get(vertx.close());
    }

    @Test
    void failuresHaveOneForm() {
        refused(node.get("/v1/im/nothing", token), 404, 40400);
        refused(node.call("DELETE", "/v1/im/auth/login", null, null), 405, 40000);
        refused(node.call("POST", "/v1/im/auth/login", null, "{"), 400, 40001);
        refused(node.call("POST", "/v1/im/auth/login", null, null), 400, 40001);
        refused(node.call("POST", "/v1/im/auth/login", null, "{\"account\":1}"), 400, 40002);
        refused(node.call("POST", "/v1/im/auth/login", null, "x".repeat(65_537)), 413, 40004);
        refused(node.get("/v1/im/users/me", null), 401, 40100);
        refused(node.get("/v1/im/users/me", "x.y.z"), 401, 40100);
        refused(node.get("/v1/im/users/abc", token), 400, 40002);
        refused(node.get("/v1/im/users/999999", token), 404, 40400);
        refused(node.get("/v1/im/conversations", token), 404, 40400);
        Answer fault = node.get("/v1/im/unread", token);
        refused(fault, 500, 50000);
        assertThat(fault.raw().body()).doesNotContain("secret detail");
    }

    @Test
    void faultsOfABodyNameTheField() {
        Answer answer =
                node.call("POST", "/v1/im/auth/login", null, "{\"account\":\"a\",\"password\":\"b\",\"platform\":10}");
        assertThat(answer.body().path("message").asText()).isEqualTo("platform is out of range: 1 to 9.");
        Answer nested = node.admin(
                "POST", "/v1/admin/users", Json.mapper().createObjectNode().set("users", Json.object()));
        assertThat(nested.body().path("message").asText()).isEqualTo("users does not have the expected type.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{} | account is missing.",
                "{'account':'a','password':'b'} | platform is missing.",
                "{'account':'a','password':'','platform':5} | password has to be 1 to 256 characters long.",
                "{'account':' a','password':'b'} | account has to be 1 to 128 characters without control characters"
                        + " or outer spaces.",
            })
    void everyRefusalHasTheSameForm(String body, String message) {
        String path = body.contains("''") || body.contains("' a'") ? "register" : "login";
        Answer answer = node.call("POST", "/v1/im/auth/" + path, null, body.replace('\'', '"'));
        refused(answer, 400, 40002);
        assertThat(answer.body().path("message").asText()).isEqualTo(message);
    }

    @Test
    void halfCharactersAreRefusedInEveryTextOfEveryBody() {
        refused(node.call("PATCH", "/v1/im/users/me", token, "{\"nickname\":\"\\ud83d\"}"), 400, 40002);
        refused(node.call("PATCH", "/v1/im/users/me", token, "{\"signature\":\"a\\udc00b\"}"), 400, 40002);
        refused(
                node.call("POST", "/v1/im/auth/register", null, "{\"account\":\"\\ud83d\",\"password\":\"b\"}"),
                400,
                40002);
        refused(node.call("POST", "/v1/im/conversations/si_1_2/read", token, "{\"x\":[\"\\ud83d\"]}"), 400, 40002);
        assertThat(node.call("PATCH", "/v1/im/users/me", token, "{\"nickname\":\"\\ud83d\\udc26\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void numbersNoClientCouldReadAreRefused() {
        refused(node.get("/v1/im/users/9007199254740992", token), 400, 40002);
        refused(node.get("/v1/im/users/99999999999999999999", token), 400, 40002);
        refused(node.get("/v1/im/users/9007199254740991", token), 404, 40400);
        refused(node.get("/v1/im/presence?uids=9007199254740992", token), 400, 40002);
        refused(
                node.admin("POST", "/v1/admin/tokens", Map.of("tenant", "demo", "uid", 1L << 53, "platform", 5)),
                400,
                40002);
    }

    @Test
    void aWrongMethodIsToldTheRightOnes() {
        Answer answer = node.call("DELETE", "/v1/im/users/7", token, null);
        refused(answer, 405, 40000);
        assertThat(answer.raw().headers().firstValue("Allow")).contains("GET");
        assertThat(node.call("GET", "/v1/im/users/me", token, null).status()).isEqualTo(200);
        assertThat(node.call("POST", "/v1/im/users/me", token, "{}")
                        .raw()
                        .headers()
                        .firstValue("Allow"))
                .contains("DELETE, GET, PATCH");
    }

    @Test
    void manyLoginsAtOnceAreAnsweredInTimeOrToldWhenToComeAgain() {
        List<CompletableFuture<Answer>> logins = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            logins.add(CompletableFuture.supplyAsync(() -> node.login("demo", "alice", "alice-pass"), many));
        }
        for (CompletableFuture<Answer> login : logins) {
            Answer answer = login.join();
            if (answer.status() != 200) {
                refused(answer, 503, 50300);
                assertThat(answer.body().path("retry_after_ms").asLong()).isPositive();
            }
        }
    }

    @Test
    void aForeignOriginIsRefusedAndTheOwnIsNot() {
        String login = "{\"account\":\"alice\",\"password\":\"alice-pass\",\"platform\":5}";
        Answer foreign = node.call("POST", "/v1/im/auth/login", null, login, "Origin", "http://evil.example");
        refused(foreign, 403, 40300);
        assertThat(foreign.body().path("message").asText()).contains("http.allowed_origins");
        refused(node.call("POST", "/v1/im/auth/login", null, login, "Origin", "null"), 403, 40300);
        Answer own = node.call("POST", "/v1/im/auth/login", null, login, "Origin", "http://127.0.0.1:" + node.port());
        assertThat(own.status()).isEqualTo(200);
        assertThat(own.raw().headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(own.raw().headers().firstValue("Access-Control-Allow-Origin"))
                .isEmpty();
    }

    @Test
    void twinsGetTypedData() {
        node.post("/v1/im/messages", token, Map.of("to_uid", 5));
        assertThat(called.get("send")).isEqualTo(Json.object().put("to_uid", 5));
        node.get("/v1/im/conversations/si_1_2/messages?after_seq=7&limit=20", token);
        assertThat(called.get("pull"))
                .isEqualTo(Json.object()
                        .put("conversation_id", "si_1_2")
                        .put("after_seq", 7L)
                        .put("limit", 20L));
        node.post("/v1/im/conversations/si_1_2/read", token, Map.of("read_seq", 9, "conversation_id", "other"));
        assertThat(called.get("read").path("conversation_id").asText()).isEqualTo("si_1_2");
        Answer presence = node.get("/v1/im/presence?uids=1,2", token);
        assertThat(called.get("presence").path("uids").toString()).isEqualTo("[1,2]");
        assertThat(presence.body().path("op").asText()).isEqualTo("presence");
        refused(node.get("/v1/im/presence?uids=1,x", token), 400, 40002);
        refused(node.get("/v1/im/conversations/si_1_2/messages?limit=ten", token), 400, 40002);
    }

    private static void refused(Answer answer, int status, int code) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.body().fieldNames()).toIterable().contains("error", "message", "retryable");
    }
}
