package dev.curlew.api.http;

import dev.curlew.api.AccountName;
import dev.curlew.api.auth.Accounts;
import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Map;
import org.hibernate.validator.constraints.CodePointLength;

/** {@code /v1/im/auth}: register, log in, log out. */
final class AuthRoutes {

    private final Accounts accounts;
    private final String defaultTenant;

    AuthRoutes(Accounts accounts, String defaultTenant) {
        this.accounts = accounts;
        this.defaultTenant = defaultTenant;
    }

    record Register(
            String tenant,
            @NotNull @AccountName String account,
            @NotNull @Size(min = 1, max = 256) String password,
            @CodePointLength(min = 1, max = 128) String nickname) {}

    record Login(
            String tenant,
            @NotNull String account,
            @NotNull @Size(max = 256) String password,
            @NotNull @Min(1) @Max(9) Integer platform) {}

    void bind(ApiRouter api) {
        api.open(HttpMethod.POST, "/v1/im/auth/register", this::register);
        api.open(HttpMethod.POST, "/v1/im/auth/login", this::login);
        api.user(
                HttpMethod.POST,
                "/v1/im/auth/logout",
                exchange -> accounts.logout(exchange.token()).map(Reply.noContent()));
    }

    private Future<Reply> register(Exchange exchange) {
        Register body = exchange.body(Register.class);
        return accounts.register(
                        tenant(exchange, body.tenant()),
                        body.account(),
                        body.password(),
                        body.nickname(),
                        exchange.wanted())
                .map(uid -> Reply.created(Map.of("uid", uid)));
    }

    private Future<Reply> login(Exchange exchange) {
        Login body = exchange.body(Login.class);
        return accounts.login(
                        tenant(exchange, body.tenant()),
                        body.account(),
                        body.password(),
                        body.platform(),
                        exchange.wanted())
                .map(Reply::ok);
    }

    private String tenant(Exchange exchange, String inBody) {
        String tenant = exchange.tenant(inBody, defaultTenant);
        if (tenant.isEmpty()) {
            throw ApiException.invalid("tenant is missing.");
        }
        return tenant;
    }
}
