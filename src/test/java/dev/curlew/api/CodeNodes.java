package dev.curlew.api;

import static dev.curlew.api.ApiNode.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.TestConfig;
import dev.curlew.api.ApiNode.Answer;
import dev.curlew.dev.Stores;
import dev.curlew.dev.TestStores;
import dev.curlew.protocol.Json;
import dev.curlew.vendor.VendorServer;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** Two nodes of one cluster that send codes, and the service in whose place they can be read. */
final class CodeNodes implements AutoCloseable {

    static final String SECRET = "sms-secret-of-this-test";
    private static final AtomicInteger PHONES = new AtomicInteger(10_000);

    final VendorServer sms = new VendorServer(request -> new VendorServer.Answer(204, ""));
    final ApiNode one;
    final ApiNode two;
    private final Vertx vertx = Vertx.vertx();
    private final Stores stores = TestStores.shared();
    private final String own;

    CodeNodes(String own) {
        this.own = own;
        one = node(settings());
        two = node(settings());
    }

    /** One more of the cluster. */
    ApiNode node(String... settings) {
        return new ApiNode(vertx, TestConfig.on(stores, own, settings)).start(Map.of());
    }

    @Override
    public void close() {
        get(vertx.close());
        sms.close();
    }

    String[] settings(String... more) {
        List<String> all = new ArrayList<>(List.of(
                "redis.key_prefix=" + own,
                "redis.read_timeout_ms=500",
                "auth.dev_code=",
                "sms.url=" + sms.url() + "/codes",
                "sms.secret=" + SECRET));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    void mode(String tenant, String mode) {
        one.admin("POST", "/v1/admin/tenants", Map.of("tenant", tenant));
        assertThat(one.admin("PATCH", "/v1/admin/tenants/" + tenant, Map.of("settings", Map.of("registration", mode)))
                        .status())
                .isEqualTo(200);
        for (ApiNode node : List.of(one, two)) {
            until(() -> login(tenant, phone(), "0", node).code() == 40100);
        }
    }

    /** Asks for a code and reads it where the phone would. */
    String sent(ApiNode node, String tenant, String scene, String phone) {
        assertThat(ask(node, tenant, scene, phone).status()).isEqualTo(200);
        String code = delivery(phone).json().path("code").asText();
        assertThat(code).matches("[0-9]{6}");
        return code;
    }

    VendorServer.Request delivery(String phone) {
        return sms.requests().stream()
                .filter(request -> request.json().path("phone").asText().equals(phone))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    /** The one key of a tenant and scene with this ending; tests that need it have a tenant of their own. */
    String only(String tenant, String scene, String ending) {
        List<String> found = RedisScan.keys(one.redis, own + ":" + tenant + ":code:" + scene + ":*}" + ending);
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    static Answer ask(ApiNode node, String tenant, String scene, String phone) {
        ObjectNode body =
                Json.object().put("tenant", tenant).put("scene", scene).put("phone", phone);
        return node.post("/v1/im/auth/code", null, body);
    }

    Answer register(String tenant, String account, String phone, String code) {
        return two.post(
                "/v1/im/auth/register", null, wanted(account, phone, code).put("tenant", tenant));
    }

    static ObjectNode wanted(String account, String phone, String code) {
        ObjectNode body = Json.object().put("account", account).put("password", "pw");
        if (phone != null) {
            body.put("phone", phone);
        }
        if (code != null) {
            body.put("code", code);
        }
        return body;
    }

    static Answer login(String tenant, String phone, String code, ApiNode node) {
        ObjectNode body = Json.object()
                .put("tenant", tenant)
                .put("phone", phone)
                .put("code", code)
                .put("platform", 5);
        return node.post("/v1/im/auth/login-code", null, body);
    }

    static String phone() {
        return "+86138" + PHONES.incrementAndGet();
    }

    static void until(Callable<Boolean> holds) {
        Awaitility.await().until(holds);
    }
}
