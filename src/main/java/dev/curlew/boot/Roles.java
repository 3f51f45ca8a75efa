package dev.curlew.boot;

import dev.curlew.config.CurlewConfig;
import dev.curlew.config.CurlewConfig.Role;
import dev.curlew.fanout.FanoutVerticle;
import dev.curlew.persistence.PersistenceVerticle;
import dev.curlew.push.PushVerticle;
import dev.curlew.sequencer.SequencerVerticle;
import dev.curlew.sequencer.group.GroupSequencer.Announcing;
import dev.curlew.store.redis.GroupClaims;
import dev.curlew.store.redis.Lock;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** Deploys the verticles behind the gateway that this node's roles name, and takes them down again in reverse. */
final class Roles {

    private final Vertx vertx;
    private final CurlewConfig config;
    private final StoreClients stores;
    private final AccountParts accounts;
    private final GroupParts groups;
    private final Supplier<Set<String>> liveNodes;
    private final MeterRegistry metrics;
    private final Deque<String> deployed = new ArrayDeque<>();

    Roles(
            Vertx vertx,
            CurlewConfig config,
            StoreClients stores,
            AccountParts accounts,
            GroupParts groups,
            Supplier<Set<String>> liveNodes,
            MeterRegistry metrics) {
        this.vertx = vertx;
        this.config = config;
        this.stores = stores;
        this.accounts = accounts;
        this.groups = groups;
        this.liveNodes = liveNodes;
        this.metrics = metrics;
    }

    /** From the end of a message's path to its beginning, so that nothing arrives before somebody waits for it. */
    Future<Void> start() {
        return deploy(Role.PUSH)
                .compose(v -> deploy(Role.FANOUT))
                .compose(v -> deploy(Role.PERSISTENCE))
                .compose(v -> deploy(Role.SEQUENCER));
    }

    /** Each ends after its batch in flight is done and committed. */
    Future<Void> stop() {
        Future<Void> chain = Future.succeededFuture();
        while (!deployed.isEmpty()) {
            String id = deployed.pop();
            chain = chain.eventually(() -> vertx.undeploy(id));
        }
        return chain;
    }

    private Future<Void> deploy(Role role) {
        if (!config.hasRole(role)) {
            return Future.succeededFuture();
        }
        return deployOwn(role).compose(done -> deployMore(role));
    }

    private Future<Void> deployOwn(Role role) {
        return switch (role) {
            case PUSH ->
                deployed(vertx.deployVerticle(new PushVerticle(new PushVerticle.Parts(
                        stores.chats.log(), config.push(), stores.redis, stores.keys, pushLookups(), metrics))));
            case FANOUT ->
                deployed(vertx.deployVerticle(new FanoutVerticle(new FanoutVerticle.Parts(
                        stores.chats.log(),
                        stores.presence,
                        stores.conversationSettings,
                        stores.online,
                        config.node().id(),
                        stores.groupChannel,
                        liveNodes,
                        metrics))));
            case PERSISTENCE -> deployed(vertx.deployVerticle(new PersistenceVerticle(persistence())));
            case SEQUENCER -> deployed(vertx.deployVerticle(new SequencerVerticle(sequencer())));
            default -> Future.succeededFuture();
        };
    }

    /** What a role runs for single chats comes after what others wait for, and goes before it. */
    private Future<Void> deployMore(Role role) {
        Future<Void> chain = Future.succeededFuture();
        for (VerticleBase more : stores.chats.verticles(role, metrics)) {
            chain = chain.compose(done -> deployed(vertx.deployVerticle(more)));
        }
        return chain;
    }

    private SequencerVerticle.Parts sequencer() {
        String nodeId = config.node().id();
        // Another run of this node is another owner: what that left in hand nobody has.
        String owner = nodeId + "/" + UUID.randomUUID();
        GroupClaims claims = new GroupClaims(stores.redis, stores.keys, config.redis(), owner);
        return new SequencerVerticle.Parts(
                nodeId,
                claims,
                groups.messages,
                groups.writer,
                new Announcing(stores.events, stores.reminders, groups.hot, stores.placements, stores.conversationIds));
    }

    private PersistenceVerticle.Parts persistence() {
        PersistenceVerticle.Stores used = new PersistenceVerticle.Stores(
                stores.messages,
                stores.messageCache,
                stores.claims,
                stores.seqs,
                stores.seqUsers,
                stores.burns,
                stores.destruct,
                stores.chatHeads,
                stores.reads,
                stores.totals);
        Lock lock = new Lock(
                stores.redis,
                stores.keys,
                "housekeeping",
                config.node().id(),
                Math.max(10_000, 5 * config.housekeeping().intervalMs()));
        PersistenceVerticle.Keeping keeping =
                new PersistenceVerticle.Keeping(config.housekeeping(), lock, accounts::tenantCodes);
        return new PersistenceVerticle.Parts(
                used,
                stores.conversationChanges,
                new ReadingParts(stores, groups.reader, groups.hot, groups.groupsOf).groupChanges,
                groups.messages,
                accounts.notices,
                groups.departures,
                keeping,
                metrics);
    }

    private PushVerticle.Lookups pushLookups() {
        return new PushVerticle.Lookups(
                stores.conversationSettings,
                accounts.tenants,
                stores.pushDevices,
                new ReadingParts(stores, groups.reader, groups.hot, groups.groupsOf).unread,
                new PushVerticle.Members(groups.shards, stores.conversationSettings, stores.presence, liveNodes));
    }

    private Future<Void> deployed(Future<String> deployment) {
        return deployment.onSuccess(deployed::push).mapEmpty();
    }
}
