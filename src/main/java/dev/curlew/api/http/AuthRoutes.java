package dev.curlew.api.http;

import dev.curlew.api.AccountName;
import dev.curlew.api.auth.Accounts;
import dev.curlew.api.auth.ActionTokens;
import dev.curlew.api.auth.Codes;
import dev.curlew.api.auth.EnterpriseCodes;
import dev.curlew.api.auth.Registrations;
import dev.curlew.api.auth.Registrations.Wanted;
import dev.curlew.ops.TenantTraffic;
import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Arrays;
import java.util.Map;
import org.hibernate.validator.constraints.CodePointLength;

/** {@code /v1/im/auth}: register, log in, log out, and the codes for it. */
final class AuthRoutes {

    private static final String PHONE = "\\+?[0-9]{5,15}";
    private static final String PHONE_RULE = "has to be 5 to 15 digits, with or without a + before them";

    private final Accounts accounts;
    private final Registrations registrations;
    private final Doors doors;
    private final EnterpriseCodes enterprises;
    private final ActionTokens actions;
    private final TenantTraffic traffic;

    AuthRoutes(HttpApi.Entrance entrance, String defaultTenant, TenantTraffic traffic) {
        this.traffic = traffic;
        this.accounts = entrance.accounts();
        this.registrations = entrance.registrations();
        this.enterprises = entrance.enterprises();
        this.doors = new Doors(entrance.enterprises(), defaultTenant);
        this.actions = entrance.actions();
    }

    record Register(
            String tenant,
            String enterpriseCode,
            String tempToken,
            @NotNull @AccountName String account,
            @NotNull @Size(min = 1, max = 256) String password,
            @CodePointLength(min = 1, max = 128) String nickname,
            @Pattern(regexp = PHONE, message = PHONE_RULE) String phone,
            @Size(max = 16) String code) {}

    record Code(
            String tenant,
            String enterpriseCode,
            String tempToken,
            @NotNull String scene,

            @NotNull @Pattern(regexp = PHONE, message = PHONE_RULE)
            String phone) {}

    record CodeLogin(
            String tenant,
            String enterpriseCode,
            String tempToken,

            @NotNull @Pattern(regexp = PHONE, message = PHONE_RULE)
            String phone,

            @NotNull @Size(max = 16) String code,
            @NotNull @Min(1) @Max(9) Integer platform) {}

    record Login(
            String tenant,
            String enterpriseCode,
            String tempToken,
            @NotNull String account,
            @NotNull @Size(max = 256) String password,
            @NotNull @Min(1) @Max(9) Integer platform) {}

    record EnterpriseCode(@NotNull String enterpriseCode) {}

    record NewActionToken(@NotNull String action) {}

    void bind(ApiRouter api) {
        api.open(HttpMethod.POST, "/v1/im/auth/enterprise", this::enter);
        api.open(HttpMethod.POST, "/v1/im/auth/register", this::register);
        api.open(HttpMethod.POST, "/v1/im/auth/login", this::login);
        api.open(HttpMethod.POST, "/v1/im/auth/code", this::sendCode);
        api.open(HttpMethod.POST, "/v1/im/auth/login-code", this::loginByCode);
        api.user(HttpMethod.POST, "/v1/im/auth/action-tokens", this::makeActionToken);
        api.user(
                HttpMethod.POST,
                "/v1/im/auth/logout",
                exchange -> accounts.logout(exchange.token()).map(Reply.noContent()));
    }

    private Future<Reply> register(Exchange exchange) {
        Register body = exchange.body(Register.class);
        return doors.open(exchange, body.tenant(), body.enterpriseCode(), body.tempToken())
                .compose(door -> {
                    door.requireRegistration();
                    Wanted wanted = new Wanted(
                            body.account(), body.password(), body.nickname(), body.phone(), body.code(), door.way());
                    return registrations.register(door.tenant(), wanted, exchange.wanted());
                })
                .map(uid -> Reply.created(Map.of("uid", uid)));
    }

    private Future<Reply> sendCode(Exchange exchange) {
        Code body = exchange.body(Code.class);
        Codes.Scene scene = scene(body.scene());
        return doors.open(exchange, body.tenant(), body.enterpriseCode(), body.tempToken())
                .compose(door -> registrations.sendCode(door.tenant(), scene, body.phone()))
                .map(resendMs -> Reply.ok(Map.of("resend_after_ms", resendMs)));
    }

    private Future<Reply> loginByCode(Exchange exchange) {
        CodeLogin body = exchange.body(CodeLogin.class);
        return doors.open(exchange, body.tenant(), body.enterpriseCode(), body.tempToken())
                .compose(door -> counted(
                        door.tenant(), accounts.loginByCode(door.tenant(), body.phone(), body.code(), body.platform())))
                .map(Reply::ok);
    }

    private Future<Reply> makeActionToken(Exchange exchange) {
        NewActionToken body = exchange.body(NewActionToken.class);
        ActionTokens.Action action = Arrays.stream(ActionTokens.Action.values())
                .filter(known -> known.code().equals(body.action()))
                .findFirst()
                .orElseThrow(() -> ApiException.invalid("action has to be delete_account."));
        return actions.make(exchange.token(), action).map(Reply::created);
    }

    private static Codes.Scene scene(String written) {
        return Arrays.stream(Codes.Scene.values())
                .filter(scene -> scene.code().equals(written))
                .findFirst()
                .orElseThrow(() -> ApiException.invalid("scene has to be register or login."));
    }

    private Future<Reply> login(Exchange exchange) {
        Login body = exchange.body(Login.class);
        return doors.openOrNone(exchange, body.tenant(), body.enterpriseCode(), body.tempToken())
                .compose(door -> counted(
                        door.tenant(),
                        accounts.login(
                                door.tenant(), body.account(), body.password(), body.platform(), exchange.wanted())))
                .map(Reply::ok);
    }

    private <T> Future<T> counted(String tenant, Future<T> login) {
        return login.onSuccess(in -> traffic.loggedIn(tenant)).onFailure(refused -> traffic.loginRefused(tenant));
    }

    private Future<Reply> enter(Exchange exchange) {
        EnterpriseCode body = exchange.body(EnterpriseCode.class);
        return enterprises.exchange(body.enterpriseCode()).map(Reply::ok);
    }
}
