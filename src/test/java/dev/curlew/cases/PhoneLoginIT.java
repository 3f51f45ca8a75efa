package dev.curlew.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.TestHttp;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Registering and logging in by phone: a code asked for on one node is good on the other. */
class PhoneLoginIT {

    private static final String CODE = "123456";
    private static TestCluster cluster;

    @BeforeAll
    static void start() {
        cluster = TestCluster.shared();
    }

    @Test
    void codesWorkAcrossNodes() {
        Devices devices = new Devices(cluster, null);
        ObjectNode settings = Json.object();
        settings.putObject("settings").put("registration", "code");
        cluster.http(0)
                .call("PATCH", "/v1/admin/tenants/" + devices.tenant, Devices.SECRET, settings)
                .ok();
        String phone = "+86139" + System.nanoTime() % 100_000_000;
        ObjectNode account = Json.object().put("account", "by-phone").put("password", "pw");
        assertThat(call(0, devices, "register", account).status()).isEqualTo(400);
        long resendMs = call(0, devices, "code", code("register", phone))
                .ok()
                .path("resend_after_ms")
                .asLong();
        assertThat(resendMs).isEqualTo(60_000);
        account.put("phone", phone).put("code", CODE);
        assertThat(call(1, devices, "register", account).status()).isEqualTo(201);

        call(1, devices, "code", code("login", phone)).ok();
        ObjectNode login = Json.object().put("phone", phone).put("code", CODE).put("platform", Devices.WEB);
        JsonNode in = call(0, devices, "login-code", login).ok();
        assertThat(call(0, devices, "login-code", login).status()).isEqualTo(401);

        String token = in.path("token").asText();
        TestHttp.Response action = cluster.http(1)
                .post("/v1/im/auth/action-tokens", token, Json.object().put("action", "delete_account"));
        assertThat(action.status()).isEqualTo(201);
        assertThat(cluster.http(0)
                        .call("DELETE", "/v1/im/users/me", token, null)
                        .status())
                .isEqualTo(400);
        assertThat(cluster.http(0).get("/v1/im/users/me", token).status()).isEqualTo(200);
    }

    private static ObjectNode code(String scene, String phone) {
        return Json.object().put("scene", scene).put("phone", phone);
    }

    private static TestHttp.Response call(int node, Devices devices, String what, ObjectNode body) {
        return cluster.http(node).call("POST", "/v1/im/auth/" + what, null, body, devices.tenant);
    }
}
