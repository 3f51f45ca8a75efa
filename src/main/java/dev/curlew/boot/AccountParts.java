package dev.curlew.boot;

import dev.curlew.api.admin.DemoData;
import dev.curlew.api.admin.TenantAdmin;
import dev.curlew.api.admin.UserAdmin;
import dev.curlew.api.auth.Accounts;
import dev.curlew.api.auth.LoginThrottle;
import dev.curlew.api.auth.OwnLogins;
import dev.curlew.api.auth.PasswordHasher;
import dev.curlew.api.auth.Revocations;
import dev.curlew.api.auth.SessionEnder;
import dev.curlew.api.auth.TokenGuard.Verified;
import dev.curlew.api.auth.TokenIssuer;
import dev.curlew.api.auth.Tokens;
import dev.curlew.api.http.HttpApi;
import dev.curlew.config.CurlewConfig;
import dev.curlew.store.CachedUserDirectory;
import dev.curlew.store.TenantDirectory.Tenant;
import dev.curlew.store.mysql.CachedTenants;
import dev.curlew.store.mysql.LoginStore;
import dev.curlew.store.mysql.Migrations;
import dev.curlew.store.mysql.NoticeStore;
import dev.curlew.store.mysql.RevocationStore;
import dev.curlew.store.mysql.TenantStore;
import dev.curlew.store.mysql.UserStore;
import dev.curlew.store.notice.Notices;
import dev.curlew.store.redis.UserProfileCache;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Tenants, users and tokens, put together. */
final class AccountParts {

    final Migrations migrations;
    final TenantStore tenantStore;
    final CachedTenants tenants;
    final CachedUserDirectory directory;
    final Revocations revocations;
    final HttpApi http;
    final DemoData demo;
    final Notices notices;
    final RelationParts relations;
    private final TenantAdmin tenantAdmin;
    private final PasswordHasher passwords;
    private MessageConsumer<Object> tenantChanges;
    private volatile SessionEnder ender = (which, closeCode, reason) -> {};

    AccountParts(Vertx vertx, CurlewConfig config, StoreClients stores, Supplier<Set<String>> peers) {
        migrations = new Migrations(vertx, config.mysql());
        RevocationStore revocationStore = new RevocationStore(stores.mysql, stores.databases);
        tenantStore = new TenantStore(stores.mysql, stores.databases, revocationStore);
        tenants = new CachedTenants(tenantStore, config.tenant().refreshMs());
        UserStore users = new UserStore(stores.mysql, stores.databases);
        long cacheTtl = config.redis().cacheTtlSeconds();
        UserProfileCache cache = new UserProfileCache(stores.redis, stores.keys, cacheTtl);
        directory = new CachedUserDirectory(vertx, users, cache, cacheTtl);
        notices = new Notices(
                new NoticeStore(stores.mysql, stores.databases),
                stores.sends,
                directory,
                config.node().id());
        passwords = new PasswordHasher(vertx, config.auth().hashParallelism());
        Tokens tokens = new Tokens(config.auth(), Clock.systemUTC());
        revocations = new Revocations(vertx, config.auth(), revocationStore, tenants, tokens, this::endSessions, peers);
        LoginThrottle throttle = new LoginThrottle(stores.redis, stores.keys, config.auth());
        LoginStore logins = new LoginStore(stores.mysql, stores.databases);
        TokenIssuer issuer = new TokenIssuer(tokens, logins);
        Accounts accounts = new Accounts(config, tenants, users, directory, passwords, throttle, issuer, revocations);
        OwnLogins ownLogins = new OwnLogins(logins, stores.presence, revocations);
        tenantAdmin = new TenantAdmin(vertx, migrations, tenantStore, tenants, revocations);
        UserAdmin userAdmin = new UserAdmin(
                tenants, users, directory, passwords, revocations, config.auth().hashParallelism());
        HttpApi.Devices devices = new HttpApi.Devices(ownLogins, stores.pushDevices);
        relations = new RelationParts(vertx, stores, tenants, directory, notices);
        http = new HttpApi(config, revocations, accounts, devices, directory, users, tenantAdmin, userAdmin)
                .also(relations.routes::bind);
        demo = new DemoData(tenantAdmin, userAdmin, users);
    }

    /** Starts looking for what other nodes revoke and change. */
    Future<Void> start() {
        tenantChanges = tenantAdmin.listen();
        return revocations.start();
    }

    /** Where revocations end sockets: the gateway, once there is one. */
    void sessionsEndBy(SessionEnder gateway) {
        ender = gateway;
    }

    /** Of all tenants. */
    Future<List<String>> tenantCodes() {
        return tenantStore.all().map(all -> all.stream().map(Tenant::code).toList());
    }

    Future<Void> close() {
        Future<Void> deaf = tenantChanges == null ? Future.succeededFuture() : tenantChanges.unregister();
        return Future.join(deaf, revocations.stop(), migrations.close(), passwords.close())
                .mapEmpty();
    }

    private void endSessions(Predicate<Verified> which, int closeCode, String reason) {
        ender.end(which, closeCode, reason);
    }
}
