package dev.curlew.api.http;

import dev.curlew.api.auth.OwnLogins;
import io.vertx.core.http.HttpMethod;

/** {@code /v1/im/sessions}: the caller's own logins. */
final class SessionRoutes {

    private final OwnLogins logins;

    SessionRoutes(OwnLogins logins) {
        this.logins = logins;
    }

    void bind(ApiRouter api) {
        api.user(
                HttpMethod.GET,
                "/v1/im/sessions",
                exchange -> logins.list(exchange.token()).map(Reply::ok));
        api.user(
                HttpMethod.DELETE,
                "/v1/im/sessions/:id",
                exchange -> logins.end(exchange.token(), exchange.path("id")).map(Reply.noContent()));
    }
}
