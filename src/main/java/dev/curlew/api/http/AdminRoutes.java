package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.AccountName;
import dev.curlew.api.UserJson;
import dev.curlew.api.admin.TenantAdmin;
import dev.curlew.api.admin.TenantSettings;
import dev.curlew.api.admin.UserAdmin;
import dev.curlew.api.auth.Accounts;
import dev.curlew.api.auth.UserDeletion;
import dev.curlew.api.op.Fields;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import dev.curlew.store.TenantDirectory.Tenant;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.UserStore.ProfileChange;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.validator.constraints.CodePointLength;

/** {@code /v1/admin}: tenants, users and tokens, for whoever knows the admin secret. */
final class AdminRoutes {

    private static final int MAX_USERS = 1000;
    private static final int MOST_FOUND = 200;
    private static final long MAX_TTL_S = 31_622_400;

    private final TenantAdmin tenants;
    private final UserAdmin users;
    private final Accounts accounts;
    private final UserDeletion deletion;
    private final String defaultTenant;

    AdminRoutes(TenantAdmin tenants, UserAdmin users, HttpApi.Entrance entrance, String defaultTenant) {
        this.tenants = tenants;
        this.users = users;
        this.accounts = entrance.accounts();
        this.deletion = entrance.deletion();
        this.defaultTenant = defaultTenant;
    }

    record NewTenant(
            @NotNull String tenant,
            @CodePointLength(min = 1, max = 128) String name) {}

    record TenantChange(@CodePointLength(min = 1, max = 128) String name, Boolean disabled, ObjectNode settings) {}

    record NewUsers(
            String tenant, @NotNull @Size(max = MAX_USERS) List<@NotNull @Valid NewUser> users) {}

    record NewUser(
            @NotNull @AccountName String account,
            @Size(min = 1, max = 256) String password,
            @CodePointLength(min = 1, max = 128) String nickname,
            @CodePointLength(max = 1024) String faceUrl) {}

    record UserChange(
            Boolean disabled,
            @CodePointLength(min = 1, max = 128) String nickname,
            @CodePointLength(max = 1024) String faceUrl,
            @CodePointLength(max = 512) String signature,
            @CodePointLength(max = 4096) String ex) {

        /** Null when nothing of it is to change. */
        ProfileChange profile() {
            boolean none = nickname == null && faceUrl == null && signature == null && ex == null;
            return none ? null : new ProfileChange(nickname, faceUrl, signature, ex);
        }
    }

    record NewToken(
            String tenant,
            @Min(1) @Max(Fields.MAX_NUMBER) Long uid,
            @AccountName String account,
            @NotNull @Min(1) @Max(9) Integer platform,
            @Min(1) @Max(MAX_TTL_S) Long ttlS,
            Boolean create) {}

    void bind(ApiRouter api) {
        api.admin(HttpMethod.POST, "/v1/admin/tenants", this::createTenant);
        api.admin(HttpMethod.GET, "/v1/admin/tenants", this::listTenants);
        api.admin(
                HttpMethod.GET,
                "/v1/admin/tenants/:tenant",
                exchange -> tenants.find(exchange.path("tenant")).map(tenant -> Reply.ok(json(tenant))));
        api.admin(HttpMethod.PATCH, "/v1/admin/tenants/:tenant", this::changeTenant);
        api.admin(HttpMethod.POST, "/v1/admin/users", this::upsertUsers);
        api.admin(HttpMethod.GET, "/v1/admin/users", this::findUsers);
        api.admin(HttpMethod.PATCH, "/v1/admin/users/:uid", this::changeUser);
        api.admin(HttpMethod.DELETE, "/v1/admin/users/:uid", this::deleteUser);
        api.admin(HttpMethod.POST, "/v1/admin/tokens", this::issueToken);
    }

    private Future<Reply> createTenant(Exchange exchange) {
        NewTenant body = exchange.body(NewTenant.class);
        if (!Databases.validTenant(body.tenant())) {
            throw ApiException.invalid("tenant has to be 1 to 32 of a-z, 0-9 and '-', and not '0' or 'control'.");
        }
        return tenants.create(body.tenant(), body.name())
                .map(created -> new Reply(created.made() ? 201 : 200, json(created.tenant())));
    }

    private Future<Reply> listTenants(Exchange exchange) {
        int limit = GroupPaths.limit(exchange);
        String after = TextCursor.decode(exchange.query("cursor"), Databases::validTenant);
        return tenants.page(after, limit + 1)
                .map(found -> Reply.ok(TextCursor.page("tenants", found, limit, Tenant::code, AdminRoutes::json)));
    }

    private Future<Reply> changeTenant(Exchange exchange) {
        TenantSettings.checkParts(exchange.body());
        TenantChange body = exchange.body(TenantChange.class);
        return tenants.update(exchange.path("tenant"), body.name(), body.disabled(), body.settings())
                .map(tenant -> Reply.ok(json(tenant)));
    }

    private Future<Reply> upsertUsers(Exchange exchange) {
        NewUsers body = exchange.body(NewUsers.class);
        List<UserAdmin.Account> list = body.users().stream()
                .map(user -> new UserAdmin.Account(user.account(), user.password(), user.nickname(), user.faceUrl()))
                .toList();
        return users.upsert(tenant(exchange, body.tenant()), list).map(results -> Reply.ok(Map.of("users", results)));
    }

    private Future<Reply> changeUser(Exchange exchange) {
        UserChange body = exchange.body(UserChange.class);
        ProfileChange profile = body.profile();
        if (profile == null && body.disabled() == null) {
            throw ApiException.invalid("one of disabled, nickname, face_url, signature and ex is expected.");
        }
        return users.change(
                        tenant(exchange, exchange.query("tenant")),
                        exchange.pathNumber("uid"),
                        profile,
                        body.disabled())
                .map(user -> Reply.ok(json(user)));
    }

    /** By uid, by account, or both. A name with a comma in it is given by {@code account}, which may be there several times. */
    private Future<Reply> findUsers(Exchange exchange) {
        List<Long> uids = QueryLists.numbers(exchange, "uids");
        List<String> accounts = new ArrayList<>(QueryLists.texts(exchange, "accounts"));
        accounts.addAll(exchange.queries("account"));
        if (uids.isEmpty() && accounts.isEmpty()) {
            throw ApiException.invalid("uids or accounts is missing.");
        }
        if (uids.size() + accounts.size() > MOST_FOUND) {
            throw ApiException.invalid("uids and accounts may name " + MOST_FOUND + " users at most.");
        }
        return users.find(tenant(exchange, exchange.query("tenant")), uids, accounts)
                .map(found -> {
                    ObjectNode reply = Json.object();
                    ArrayNode list = reply.putArray("users");
                    found.forEach(user -> list.add(json(user)));
                    return Reply.ok(reply);
                });
    }

    private Future<Reply> deleteUser(Exchange exchange) {
        return deletion.byAdmin(tenant(exchange, exchange.query("tenant")), exchange.pathNumber("uid"))
                .map(Reply.noContent());
    }

    private Future<Reply> issueToken(Exchange exchange) {
        NewToken body = exchange.body(NewToken.class);
        if ((body.uid() == null) == (body.account() == null)) {
            throw ApiException.invalid("one of uid and account is expected, and only one.");
        }
        Accounts.TokenRequest request = new Accounts.TokenRequest(
                body.uid(), body.account(), body.platform(), body.ttlS(), Boolean.TRUE.equals(body.create()));
        return accounts.token(tenant(exchange, body.tenant()), request).map(Reply::ok);
    }

    private String tenant(Exchange exchange, String named) {
        String tenant = exchange.tenant(named, defaultTenant);
        if (tenant.isEmpty()) {
            throw ApiException.invalid("tenant is missing.");
        }
        exchange.concerns(tenant);
        return tenant;
    }

    private static ObjectNode json(UserProfile user) {
        return UserJson.of(user, true).put("disabled", user.disabled());
    }

    private static ObjectNode json(Tenant tenant) {
        ObjectNode body = Json.object()
                .put("tenant", tenant.code())
                .put("name", tenant.name())
                .put("disabled", tenant.disabled());
        body.set("settings", tenant.settings());
        return body.put("created_at", tenant.createdAt());
    }
}
