package dev.curlew.boot;

import dev.curlew.config.CurlewConfig;
import dev.curlew.config.CurlewConfig.Role;
import dev.curlew.ops.Health;
import dev.curlew.ops.ManagementServer;
import dev.curlew.ops.Metrics;
import dev.curlew.ops.PeerHealth;
import dev.curlew.ops.StartGate;
import dev.curlew.ops.TenantTraffic;
import dev.curlew.protocol.BusCodec;
import dev.curlew.store.group.MembershipNews;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node: joins the cluster, waits for its stores, then runs what its roles name; stops in the opposite order. */
public final class Node {

    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    private final CurlewConfig config;
    private Vertx vertx;
    private Metrics metrics;
    private Health health;
    private ManagementServer management;
    private StartGate gate;
    private StoreClients stores;
    private AccountParts accounts;
    private GroupParts groups;
    private GatewayParts gateway;
    private Roles roles;

    public Node(CurlewConfig config) {
        this.config = config;
    }

    public Future<Void> start() {
        return Clustering.join(config)
                .compose(this::build)
                .compose(built -> connect())
                .compose(connected -> roles.start())
                .compose(running -> gateway == null ? Future.succeededFuture() : gateway.start())
                .onSuccess(open -> {
                    health.started();
                    if (gateway != null) {
                        LOG.info("Serving clients on port {}", gateway.port());
                    }
                });
    }

    /**
     * The order of a graceful stop: unready; no new connections, routes out of Redis, sockets closed in batches, sends settled; then
     * what reads Kafka, each after its batch in flight; then the stores.
     */
    public Future<Void> stop() {
        if (vertx == null) {
            return Future.succeededFuture();
        }
        health.stopping();
        gate.close();
        return step("the gateway", gateway == null ? null : gateway::drain)
                .compose(v -> step("the roles", roles::stop))
                .compose(v -> step("accounts", accounts::close))
                .compose(v -> step("the stores", stores::close))
                .compose(v -> step("the management port", management::stop))
                .compose(v -> {
                    health.close();
                    return vertx.close();
                })
                .onComplete(closed -> metrics.close());
    }

    /** The client port in use. */
    public int port() {
        return gateway.port();
    }

    /** The management port in use. */
    public int managementPort() {
        return management.port();
    }

    private Future<Void> build(Clustering clustering) {
        vertx = clustering.vertx();
        BusCodec.registerAll(vertx.eventBus());
        String id = config.node().id();
        metrics = new Metrics(id, Version.current());
        gate = new StartGate(vertx);
        stores = new StoreClients(vertx, config, clustering::liveNodeIds);
        StoreMeters.register(stores, metrics.registry());
        BusMeters.register(vertx.eventBus(), id, metrics.registry());
        TenantTraffic traffic = new TenantTraffic(metrics.registry());
        accounts = new AccountParts(vertx, config, stores, peersOf(clustering, id), traffic);
        accounts.register(metrics.registry());
        MembershipNews news = new MembershipNews(vertx.eventBus(), () -> clustering.liveNodeIds(Role.GATEWAY));
        groups = new GroupParts(config, stores, accounts, news);
        roles = new Roles(vertx, config, stores, accounts, groups, clustering::liveNodeIds, metrics.registry());
        if (config.hasRole(Role.GATEWAY)) {
            gateway = new GatewayParts(vertx, config, stores, accounts, groups, metrics.registry(), traffic);
        }
        PeerHealth peers = new PeerHealth(vertx, id, clustering::liveNodeIds);
        health = new Health(vertx, metrics.registry(), peers::reach);
        if (config.redis().configured()) {
            health.register("redis", () -> stores.redis.ping());
        }
        health.register("mysql", () -> stores.mysql.ping());
        stores.chats.watch(health);
        health.start();
        management = new ManagementServer(vertx, config, health, metrics.registry());
        stores.redis.open();
        return peers.serve(health::isUp).compose(served -> management.start());
    }

    private Future<Void> connect() {
        Future<Void> redis = gate.await("redis", config.redis().addr(), () -> stores.redis.ping());
        Future<List<String>> chats = stores.chats.ready(gate);
        String mysqlAddress = config.mysql().host() + ":" + config.mysql().port();
        Future<Void> mysql = gate.await(
                "mysql",
                mysqlAddress,
                () -> accounts.migrations
                        .migrate(accounts.tenantStore)
                        .compose(migrated -> config.tenant().demo()
                                ? accounts.demo.make().compose(made -> groups.demo.make())
                                : Future.succeededFuture()));
        return Future.all(redis, chats, mysql)
                .compose(all -> DurabilityCheck.run(config, stores, chats.result()))
                .compose(durable -> FirstChoices.check(config, stores))
                .compose(chosen -> accounts.start());
    }

    private static Supplier<Set<String>> peersOf(Clustering clustering, String id) {
        return () -> {
            Set<String> others = new HashSet<>(clustering.liveNodeIds());
            others.remove(id);
            return others;
        };
    }

    /** One step of stopping; the next follows whatever comes of it. */
    private static Future<Void> step(String what, Supplier<Future<Void>> work) {
        if (work == null) {
            return Future.succeededFuture();
        }
        return work.get()
                .onFailure(failure -> LOG.warn("Stopping {} went wrong: {}", what, failure.toString()))
                .otherwiseEmpty();
    }
}
