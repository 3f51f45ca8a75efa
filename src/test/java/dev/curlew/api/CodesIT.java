package dev.curlew.api;

import static dev.curlew.api.ApiNode.get;
import static dev.curlew.api.CodeNodes.ask;
import static dev.curlew.api.CodeNodes.login;
import static dev.curlew.api.CodeNodes.phone;
import static dev.curlew.api.CodeNodes.until;
import static dev.curlew.api.CodeNodes.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.api.ApiNode.Answer;
import dev.curlew.vendor.Signature;
import dev.curlew.vendor.VendorServer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Registering and logging in by a code sent to a phone, over HTTP, on two nodes of one cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CodesIT {

    private static final String OWN = "codeit";

    private CodeNodes nodes;
    private ApiNode one;
    private ApiNode two;

    @BeforeAll
    void start() {
        nodes = new CodeNodes(OWN);
        one = nodes.one;
        two = nodes.two;
        nodes.mode("coded", "code");
        until(() -> nodes.register("coded", "early", null, null).code() == 40002);
    }

    @BeforeEach
    void answersAreGood() {
        nodes.sms.answer(request -> new VendorServer.Answer(204, ""));
    }

    @AfterAll
    void stop() {
        nodes.close();
    }

    @Test
    void aPhoneIsProvenToRegisterAndLogsInByCode() {
        String phone = phone();
        assertThat(nodes.register("coded", "walker", null, null).code()).isEqualTo(40002);
        assertThat(nodes.register("coded", "walker", phone, null).code()).isEqualTo(40002);
        assertThat(nodes.register("coded", "walker", phone, "000000").code()).isEqualTo(40100);
        String code = nodes.sent(one, "coded", "register", phone);
        assertThat(nodes.register("coded", "walker", phone(), code).code())
                .as("the code is another phone's")
                .isEqualTo(40100);
        assertThat(login("coded", phone, code, two).code())
                .as("the code is for another scene")
                .isEqualTo(40100);
        Answer registered = nodes.register("coded", "walker", phone, code);
        assertThat(registered.status()).isEqualTo(201);
        String loginCode = nodes.sent(two, "coded", "login", phone);
        Answer login = login("coded", phone, loginCode, one);
        assertThat(login.status()).isEqualTo(200);
        assertThat(login.body().path("uid")).isEqualTo(registered.body().path("uid"));
        assertThat(one.get("/v1/im/users/me", login.body().path("token").asText())
                        .body()
                        .path("account")
                        .asText())
                .isEqualTo("walker");
        assertThat(one.login("coded", "walker", "pw").status()).isEqualTo(200);
    }

    @Test
    void aCodeIsKeptForAnotherAccountWhenTheFirstIsTaken() {
        assertThat(nodes.register("demo", "first-come", null, null).status()).isEqualTo(201);
        String phone = phone();
        String code = nodes.sent(one, "demo", "register", phone);
        assertThat(nodes.register("demo", "first-come", phone, code).code()).isEqualTo(40900);
        assertThat(nodes.register("demo", "second-come", phone, code).status()).isEqualTo(201);
        assertThat(nodes.register("demo", "third-come", phone, code).code()).isEqualTo(40100);
    }

    @Test
    void aPhoneIsOneAccountsInATenantAndFreeInOthers() {
        String phone = phone();
        nodes.mode("single", "open");
        assertThat(nodes.register("single", "owner", phone, nodes.sent(one, "single", "register", phone))
                        .status())
                .isEqualTo(201);
        get(one.redis.send(Request.cmd(Command.DEL).arg(nodes.only("single", "register", ":active"))));
        Answer taken = nodes.register("single", "rival", phone, nodes.sent(one, "single", "register", phone));
        assertThat(taken.code()).isEqualTo(40900);
        assertThat(taken.body().path("message").asText()).contains("phone");
        assertThat(nodes.register("coded", "elsewhere", phone, nodes.sent(one, "coded", "register", phone))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void aPhoneNobodyRegisteredIsToldSoOnceItIsProven() {
        String phone = phone();
        assertThat(login("demo", phone, nodes.sent(one, "demo", "login", phone), two)
                        .code())
                .isEqualTo(40400);
    }

    @Test
    void whatIsSentIsSigned() {
        String phone = phone();
        nodes.sent(one, "demo", "register", phone);
        VendorServer.Request call = nodes.delivery(phone);
        long time = Long.parseLong(call.headers().get("x-curlew-timestamp"));
        assertThat(call.headers().get("x-curlew-signature"))
                .isEqualTo(new Signature(CodeNodes.SECRET).of(time, call.body().getBytes(StandardCharsets.UTF_8)));
        JsonNode body = call.json();
        assertThat(body.path("id").asText()).isEqualTo(call.headers().get("x-curlew-id"));
        assertThat(body.path("tenant_id").asText()).isEqualTo("demo");
        assertThat(body.path("scene").asText()).isEqualTo("register");
        assertThat(body.path("ttl_s").asLong()).isEqualTo(600);
    }

    @Test
    void afterAFailedDeliveryAnotherCodeIsSentAtOnce() {
        String phone = phone();
        nodes.sms.answer(request -> new VendorServer.Answer(400, ""));
        assertThat(ask(one, "demo", "login", phone).code()).isEqualTo(50300);
        nodes.sms.answer(request -> new VendorServer.Answer(204, ""));
        assertThat(ask(two, "demo", "login", phone).status()).isEqualTo(200);
    }

    @Test
    void modesOfATenantAreHeld() {
        nodes.mode("shut", "closed");
        until(() -> ask(one, "shut", "register", phone()).code() == 40300);
        until(() -> nodes.register("shut", "a", null, null).code() == 40300);
        nodes.mode("firm", "enterprise");
        until(() -> nodes.register("firm", "a", null, null).code() == 40300);
        nodes.mode("free", "open");
        assertThat(nodes.register("free", "a", null, null).status()).isEqualTo(201);
        assertThat(one.admin("PATCH", "/v1/admin/tenants/free", Map.of("settings", Map.of("registration", "ajar")))
                        .code())
                .isEqualTo(40002);
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThat(ask(one, "demo", "sing", phone()).code()).isEqualTo(40002);
        for (String phone : List.of("", "1234", "+86 138", "12345678901234567", "phone")) {
            assertThat(ask(one, "demo", "login", phone).code()).isEqualTo(40002);
            assertThat(login("demo", phone, "1", one).code()).isEqualTo(40002);
        }
        assertThat(login("demo", phone(), "1".repeat(17), one).code()).isEqualTo(40002);
        assertThat(ask(one, "nowhere", "login", phone()).code()).isEqualTo(40400);
    }

    @Test
    void developersKnowTheCodeWithoutAServiceThatSendsIt() {
        ApiNode plain = nodes.node("redis.key_prefix=" + OWN);
        String phone = phone();
        assertThat(ask(plain, "demo", "register", phone).status()).isEqualTo(200);
        assertThat(plain.post("/v1/im/auth/register", null, wanted("developer", phone, "123456"))
                        .status())
                .isEqualTo(201);
    }
}
