package dev.curlew.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.admin.ConfigurationAdmin;
import dev.curlew.api.admin.DemoData;
import dev.curlew.api.admin.EnterpriseRegistrations;
import dev.curlew.api.admin.TenantAdmin;
import dev.curlew.api.admin.UserAdmin;
import dev.curlew.api.auth.Accounts;
import dev.curlew.api.auth.ActionTokens;
import dev.curlew.api.auth.Codes;
import dev.curlew.api.auth.EnterpriseCodes;
import dev.curlew.api.auth.LoginThrottle;
import dev.curlew.api.auth.OwnLogins;
import dev.curlew.api.auth.PasswordHasher;
import dev.curlew.api.auth.Registrations;
import dev.curlew.api.auth.Revocations;
import dev.curlew.api.auth.ServingTenants;
import dev.curlew.api.auth.TokenIssuer;
import dev.curlew.api.auth.Tokens;
import dev.curlew.api.auth.UserDeletion;
import dev.curlew.api.http.HttpApi;
import dev.curlew.boot.CodeParts;
import dev.curlew.config.CurlewConfig;
import dev.curlew.ops.TenantTraffic;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.CachedConfiguration;
import dev.curlew.store.CachedUserDirectory;
import dev.curlew.store.Refreshed;
import dev.curlew.store.mysql.ActionTokenStore;
import dev.curlew.store.mysql.CachedTenants;
import dev.curlew.store.mysql.ConfigurationStore;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.EnterpriseRegistrationStore;
import dev.curlew.store.mysql.LoginStore;
import dev.curlew.store.mysql.Migrations;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.mysql.PushDeviceStore;
import dev.curlew.store.mysql.RevocationStore;
import dev.curlew.store.mysql.TenantStore;
import dev.curlew.store.mysql.UserStore;
import dev.curlew.store.mysql.UserTombstones;
import dev.curlew.store.redis.PresenceStore;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.RedisLink;
import dev.curlew.store.redis.UserProfileCache;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The HTTP part of a node, in process; several on one Vert.x are nodes of one cluster. */
public final class ApiNode {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    public final MysqlPool mysql;
    public final RedisLink redis;
    public final UserStore users;
    public final CachedUserDirectory directory;
    public final Revocations revocations;
    public final LoginThrottle throttle;
    /** Close codes this node was told to end sessions with. */
    public final List<Integer> ended = new CopyOnWriteArrayList<>();

    public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public final CachedTenants tenants;
    public final CachedConfiguration configuration;

    private final Migrations migrations;
    private final TenantStore tenantStore;
    private final DemoData demo;
    private final HttpApi api;
    private final Vertx vertx;
    private final String secret;
    private int port;

    public ApiNode(Vertx vertx, CurlewConfig config) {
        this.vertx = vertx;
        this.secret = config.auth().adminSecret();
        mysql = new MysqlPool(vertx, config.mysql());
        redis = new RedisLink(vertx, config.redis());
        migrations = new Migrations(vertx, config.mysql());
        Databases databases = new Databases(config.mysql().databasePrefix());
        RedisKeys keys = new RedisKeys(config.redis().keyPrefix());
        RevocationStore rows = new RevocationStore(mysql, databases);
        tenantStore = new TenantStore(mysql, databases, rows);
        tenants = new CachedTenants(tenantStore, config.tenant().refreshMs());
        ConfigurationStore configurationStore = new ConfigurationStore(mysql, databases);
        configuration = new CachedConfiguration(
                configurationStore.sources(), config.config().refreshS() * 1000, Refreshed::monotonicMs);
        users = new UserStore(mysql, databases);
        long ttl = config.redis().cacheTtlSeconds();
        directory = new CachedUserDirectory(vertx, users, new UserProfileCache(redis, keys, ttl), ttl);
        Tokens tokens = new Tokens(config.auth(), Clock.systemUTC());
        revocations = new Revocations(
                vertx, config.auth(), rows, tenants, tokens, (which, code, reason) -> ended.add(code), Set::of);
        PasswordHasher passwords = new PasswordHasher(vertx, config.auth().hashParallelism());
        throttle = new LoginThrottle(redis, keys, config.auth());
        LoginStore logins = new LoginStore(mysql, databases);
        TokenIssuer issuer = new TokenIssuer(tokens, logins);
        ServingTenants serving = new ServingTenants(tenants, revocations);
        Codes codes = CodeParts.codes(vertx, config, redis, keys, configuration);
        Registrations registrations = new Registrations(config, serving, users, passwords, codes);
        Accounts accounts =
                new Accounts(config, serving, users, directory, passwords, throttle, codes, issuer, revocations);
        OwnLogins own = new OwnLogins(
                logins, new PresenceStore(redis, keys, config.presence().ttlMs()), revocations);
        TenantAdmin tenantAdmin = new TenantAdmin(vertx, migrations, tenantStore, tenants, revocations);
        UserAdmin userAdmin = new UserAdmin(tenants, users, directory, passwords, revocations, 2);
        demo = new DemoData(tenantAdmin, userAdmin, users);
        EnterpriseCodes enterprises = new EnterpriseCodes(
                configuration, serving, redis, keys, config.redis().shortStateTtlSeconds());
        ActionTokens actions = new ActionTokens(
                mysql,
                new ActionTokenStore(mysql, databases),
                redis,
                keys,
                config.redis().shortStateTtlSeconds());
        UserTombstones tombstones = new UserTombstones(databases, rows);
        UserDeletion deletion = new UserDeletion(mysql, tenants, directory, tombstones, actions, revocations);
        HttpApi.Entrance entrance = new HttpApi.Entrance(accounts, registrations, enterprises, actions, deletion);
        HttpApi.Devices devices = new HttpApi.Devices(own, new PushDeviceStore(mysql, databases));
        ConfigurationAdmin configurationAdmin =
                new ConfigurationAdmin(vertx, configurationStore, configuration, tenants);
        EnterpriseRegistrations enterpriseRegistrations = new EnterpriseRegistrations(
                new EnterpriseRegistrationStore(mysql, databases), tenants, configurationAdmin);
        HttpApi.Admins admins = new HttpApi.Admins(tenantAdmin, userAdmin, configurationAdmin, enterpriseRegistrations);
        api = new HttpApi(config, revocations, entrance, devices, directory, users, admins, new TenantTraffic(meters));
        tenantAdmin.listen();
        configurationAdmin.listen();
    }

    /** Migrates, makes the demo tenant and listens on a free port. */
    public ApiNode start(Map<String, Operation> operations) {
        redis.open();
        get(migrations.migrate(tenantStore));
        get(tenants.copy().start(vertx));
        get(configuration.start(vertx));
        get(revocations.start());
        get(demo.make());
        Router router = Router.router(vertx);
        api.mount(router, operations, null, List.of());
        port = get(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"))
                .actualPort();
        return this;
    }

    public static <T> T get(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** An answer: its status and its JSON, null where there is none. */
    public record Answer(int status, JsonNode body, HttpResponse<String> raw) {
        public int code() {
            return body.path("code").asInt();
        }
    }

    public Answer post(String path, String token, Object body) {
        return call("POST", path, token, Json.text(body));
    }

    public Answer get(String path, String token) {
        return call("GET", path, token, null);
    }

    public Answer admin(String method, String path, Object body) {
        return call(method, path, secret, body == null ? null : Json.text(body));
    }

    public Answer login(String tenant, String account, String password) {
        ObjectNode body = Json.object()
                .put("tenant", tenant)
                .put("account", account)
                .put("password", password)
                .put("platform", 5);
        return post("/v1/im/auth/login", null, body);
    }

    public Answer call(String method, String path, String token, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            JsonNode json = response.body().isEmpty() ? null : Json.mapper().readTree(response.body());
            return new Answer(response.statusCode(), json, response);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public int port() {
        return port;
    }
}
