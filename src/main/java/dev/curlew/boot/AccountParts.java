package dev.curlew.boot;

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
import dev.curlew.api.auth.SessionEnder;
import dev.curlew.api.auth.TokenGuard.Verified;
import dev.curlew.api.auth.TokenIssuer;
import dev.curlew.api.auth.Tokens;
import dev.curlew.api.auth.UserDeletion;
import dev.curlew.api.http.HttpApi;
import dev.curlew.config.CurlewConfig;
import dev.curlew.ops.TenantTraffic;
import dev.curlew.store.CachedConfiguration;
import dev.curlew.store.CachedUserDirectory;
import dev.curlew.store.Refreshed;
import dev.curlew.store.mysql.ActionTokenStore;
import dev.curlew.store.mysql.CachedTenants;
import dev.curlew.store.mysql.ConfigurationStore;
import dev.curlew.store.mysql.EnterpriseRegistrationStore;
import dev.curlew.store.mysql.LoginStore;
import dev.curlew.store.mysql.Migrations;
import dev.curlew.store.mysql.MonthlyTables;
import dev.curlew.store.mysql.NoticeStore;
import dev.curlew.store.mysql.RevocationStore;
import dev.curlew.store.mysql.TenantStore;
import dev.curlew.store.mysql.UserStore;
import dev.curlew.store.mysql.UserTombstones;
import dev.curlew.store.notice.Notices;
import dev.curlew.store.redis.UserProfileCache;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Tenants, users and tokens, put together. */
final class AccountParts {

    final Migrations migrations;
    final TenantStore tenantStore;
    final CachedTenants tenants;
    final CachedConfiguration configuration;
    final CachedUserDirectory directory;
    final Revocations revocations;
    final HttpApi http;
    final DemoData demo;
    final UserStore users;
    final Notices notices;
    private final Vertx vertx;
    final RelationParts relations;
    private final TenantAdmin tenantAdmin;
    private final ConfigurationAdmin configurationAdmin;
    private final PasswordHasher passwords;
    private MessageConsumer<Object> tenantChanges;
    private MessageConsumer<Object> configurationChanges;
    private volatile SessionEnder ender = (which, closeCode, reason) -> {};

    AccountParts(
            Vertx vertx, CurlewConfig config, StoreClients stores, Supplier<Set<String>> peers, TenantTraffic traffic) {
        this.vertx = vertx;
        migrations = new Migrations(
                vertx, config.mysql(), new MonthlyTables(stores.mysql, stores.databases, stores.messageTables)::open);
        RevocationStore revocationStore = new RevocationStore(stores.mysql, stores.databases);
        tenantStore = new TenantStore(stores.mysql, stores.databases, revocationStore);
        tenants = new CachedTenants(tenantStore, config.tenant().refreshMs());
        ConfigurationStore configurationStore = new ConfigurationStore(stores.mysql, stores.databases);
        configuration = new CachedConfiguration(
                configurationStore.sources(), config.config().refreshS() * 1000, Refreshed::monotonicMs);
        users = new UserStore(stores.mysql, stores.databases);
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
        ServingTenants serving = new ServingTenants(tenants, revocations);
        Codes codes = CodeParts.codes(vertx, config, stores.redis, stores.keys, configuration);
        Registrations registrations = new Registrations(config, serving, users, passwords, codes);
        Accounts accounts =
                new Accounts(config, serving, users, directory, passwords, throttle, codes, issuer, revocations);
        OwnLogins ownLogins = new OwnLogins(logins, stores.presence, revocations);
        tenantAdmin = new TenantAdmin(vertx, migrations, tenantStore, tenants, revocations);
        configurationAdmin = new ConfigurationAdmin(vertx, configurationStore, configuration, tenants);
        UserAdmin userAdmin = new UserAdmin(
                tenants, users, directory, passwords, revocations, config.auth().hashParallelism());
        EnterpriseCodes enterprises = new EnterpriseCodes(
                configuration,
                serving,
                stores.redis,
                stores.keys,
                config.redis().shortStateTtlSeconds());
        ActionTokens actions = new ActionTokens(
                stores.mysql,
                new ActionTokenStore(stores.mysql, stores.databases),
                stores.redis,
                stores.keys,
                config.redis().shortStateTtlSeconds());
        UserTombstones tombstones = new UserTombstones(stores.databases, revocationStore);
        UserDeletion deletion = new UserDeletion(stores.mysql, tenants, directory, tombstones, actions, revocations);
        HttpApi.Entrance entrance = new HttpApi.Entrance(accounts, registrations, enterprises, actions, deletion);
        HttpApi.Devices devices = new HttpApi.Devices(ownLogins, stores.pushDevices);
        EnterpriseRegistrations enterpriseRegistrations = new EnterpriseRegistrations(
                new EnterpriseRegistrationStore(stores.mysql, stores.databases), tenants, configurationAdmin);
        HttpApi.Admins admins = new HttpApi.Admins(tenantAdmin, userAdmin, configurationAdmin, enterpriseRegistrations);
        relations = new RelationParts(vertx, stores, tenants, directory, notices);
        http = new HttpApi(config, revocations, entrance, devices, directory, users, admins, traffic);
        demo = new DemoData(tenantAdmin, userAdmin, users);
    }

    /** Reads the configuration and starts looking for what other nodes revoke and change. */
    Future<Void> start() {
        tenantChanges = tenantAdmin.listen();
        configurationChanges = configurationAdmin.listen();
        return Future.all(tenants.copy().start(vertx), configuration.start(vertx))
                .compose(read -> revocations.start());
    }

    /** Where revocations end sockets: the gateway, once there is one. */
    void sessionsEndBy(SessionEnder gateway) {
        ender = gateway;
    }

    /** Of all tenants. */
    Future<List<String>> tenantCodes() {
        return tenants.copy().current().map(all -> List.copyOf(all.keySet()));
    }

    Future<Void> close() {
        tenants.copy().stop(vertx);
        configuration.stop(vertx);
        return Future.join(unregistered(tenantChanges), unregistered(configurationChanges))
                .transform(deaf -> Future.join(revocations.stop(), migrations.close(), passwords.close()))
                .mapEmpty();
    }

    private static Future<Void> unregistered(MessageConsumer<Object> consumer) {
        return consumer == null ? Future.succeededFuture() : consumer.unregister();
    }

    /** How often each copy of the configuration could not be read. */
    void register(MeterRegistry registry) {
        Stream.concat(Stream.of(tenants.copy()), configuration.families().stream())
                .forEach(copy -> FunctionCounter.builder("curlew.config.refresh.failures", copy, Refreshed::failures)
                        .tag("family", copy.name())
                        .description("Reads of the configuration that failed; the last one stays in force")
                        .register(registry));
    }

    private void endSessions(Predicate<Verified> which, int closeCode, String reason) {
        ender.end(which, closeCode, reason);
    }
}
