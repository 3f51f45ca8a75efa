package dev.curlew.boot;

import dev.curlew.api.admin.Audits;
import dev.curlew.api.change.ChangeDesk;
import dev.curlew.api.change.ChangesOperation;
import dev.curlew.api.change.ClearOperation;
import dev.curlew.api.change.DeleteOperation;
import dev.curlew.api.change.EditOperation;
import dev.curlew.api.change.GroupDesk;
import dev.curlew.api.change.GroupMessageChanges;
import dev.curlew.api.change.GroupReceipts;
import dev.curlew.api.change.GroupSettings;
import dev.curlew.api.change.HideOperation;
import dev.curlew.api.change.MentionsOperation;
import dev.curlew.api.change.ReceiptsOperation;
import dev.curlew.api.change.RevokeOperation;
import dev.curlew.api.change.SettingsOperation;
import dev.curlew.api.change.StoredMessages;
import dev.curlew.api.change.ThreadOperation;
import dev.curlew.api.conversation.BurnSchedule;
import dev.curlew.api.conversation.ConversationIds;
import dev.curlew.api.conversation.ConversationViews;
import dev.curlew.api.conversation.GroupReading;
import dev.curlew.api.conversation.Positions;
import dev.curlew.api.conversation.ReadNews;
import dev.curlew.api.conversation.SyncOperation;
import dev.curlew.api.history.HistoryReader;
import dev.curlew.api.history.LatestMessages;
import dev.curlew.api.history.PageReader;
import dev.curlew.api.http.AuditRoutes;
import dev.curlew.api.http.OpenApiRoute;
import dev.curlew.api.http.Routes;
import dev.curlew.api.op.BootstrapOperation;
import dev.curlew.api.op.ConversationsOperation;
import dev.curlew.api.op.PullOperation;
import dev.curlew.api.op.ReadOperation;
import dev.curlew.api.op.Readable;
import dev.curlew.api.op.SeqsOperation;
import dev.curlew.api.op.UnreadOperation;
import dev.curlew.config.CurlewConfig;
import dev.curlew.domain.Group;
import dev.curlew.domain.GroupId;
import dev.curlew.gateway.GatewayNode;
import dev.curlew.gateway.GatewayPorts;
import dev.curlew.gateway.GatewayVerticle;
import dev.curlew.gateway.web.WebClientRoutes;
import dev.curlew.ops.TenantTraffic;
import dev.curlew.protocol.Operation;
import dev.curlew.store.PresenceDirectory.LoginPolicy;
import dev.curlew.store.mysql.GroupAuditQueue;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.util.ArrayList;
import java.util.List;

/** The gateway of a node with the operations it serves, put together. */
final class GatewayParts {

    private final Vertx vertx;
    private final CurlewConfig config;
    private final AccountParts accounts;
    private final GroupParts groups;
    private final Audits audits;
    private final GatewayNode gateway;
    private final WebClientRoutes webClient = WebClientRoutes.load();
    private final List<GatewayVerticle> verticles = new ArrayList<>();

    GatewayParts(
            Vertx vertx,
            CurlewConfig config,
            StoreClients stores,
            AccountParts accounts,
            GroupParts groups,
            MeterRegistry metrics,
            TenantTraffic traffic) {
        this.vertx = vertx;
        this.config = config;
        this.accounts = accounts;
        this.groups = groups;
        ReadingParts reading = new ReadingParts(stores, groups.reader, groups.hot, groups.groupsOf);
        audits = new Audits(
                new GroupAuditQueue(stores.mysql, stores.databases, stores.messageTables, reading.messages),
                reading.groupChanges);
        gateway = new GatewayNode(
                vertx,
                config,
                new GatewayPorts(
                        accounts.revocations,
                        accounts.directory,
                        stores.claims,
                        accounts.relations.rules,
                        groups.planner,
                        groups.speech,
                        stores.outbox,
                        stores.chats.path(),
                        reading.standings,
                        reading.chats,
                        stores.conversationSettings,
                        stores.chats.sends(),
                        stores.presence,
                        stores.changes,
                        stores.online,
                        stores.groupChannel,
                        groups.groupsOf,
                        key -> groups.reader
                                .find(key.tenant(), key.id())
                                .map(found -> found.map(Group::dissolved).orElse(false)),
                        reading.heads,
                        List.of(GroupId::notices, GroupId::conversation),
                        stores.lastSeen,
                        code -> accounts.tenants
                                .find(code)
                                .map(tenant -> tenant.map(LoginPolicy::of).orElse(LoginPolicy.ALL)),
                        accounts.revocations,
                        accounts.revocations::canLook,
                        operations(vertx, config, stores, accounts, groups, reading, metrics),
                        metrics,
                        traffic));
        accounts.sessionsEndBy(gateway.sessionEnder());
        groups.online.judgeBy(user -> gateway.registry().user(user) != null);
    }

    private static List<Operation> operations(
            Vertx vertx,
            CurlewConfig config,
            StoreClients stores,
            AccountParts accounts,
            GroupParts groups,
            ReadingParts reading,
            MeterRegistry metrics) {
        Positions positions = reading.positions;
        HistoryReader history = reading.history;
        LatestMessages latest = new LatestMessages(stores.messageCache, history);
        ConversationViews views =
                new ConversationViews(reading.chats, positions, latest, accounts.directory, reading.faces);
        ReadNews news = new ReadNews(stores.announcements, stores.chats::mark);
        BurnSchedule burns = new BurnSchedule(stores.conversationSettings, stores.burns);
        ChangeDesk desk = new ChangeDesk(
                positions,
                new StoredMessages(vertx, stores.messages, stores.claims, stores.seqs),
                stores.conversationChanges,
                accounts.tenants);
        GroupDesk groupDesk =
                new GroupDesk(positions, groups.reader, reading.messages, reading.marks, reading.groupChanges);
        GroupMessageChanges inGroups = new GroupMessageChanges(
                groupDesk,
                desk,
                accounts.directory,
                groups.reader,
                groups.reviews,
                config.send().maxContentBytes());
        GroupSettings groupSettings = new GroupSettings(groupDesk, stores.conversations, views, stores.announcements);
        Readable readable = new Readable(groups.reader);
        ConversationsOperation list = new ConversationsOperation(reading.chats, views);
        UnreadOperation unread = new UnreadOperation(reading.unread);
        return List.of(
                new PullOperation(
                        readable, new PageReader(history, positions, stores.seqs, stores.conversations), metrics),
                new SeqsOperation(readable, positions, reading.chats),
                new ReadOperation(
                        positions,
                        stores.seqUsers,
                        stores.positionCache,
                        burns,
                        news,
                        readable,
                        new GroupReading(
                                positions,
                                stores.seqUsers,
                                stores.positionCache,
                                groups.reader,
                                stores.announcements,
                                stores.events,
                                config.group().largeThreshold())),
                new ReceiptsOperation(desk, new GroupReceipts(groupDesk, groups.reader, stores.seqUsers)),
                unread,
                list,
                new BootstrapOperation(accounts.directory, groups.views, list, unread),
                new SyncOperation(
                        stores.changes,
                        reading.chats,
                        reading.groupNews,
                        new ConversationIds(stores.conversationIds, stores.conversations, reading.chats),
                        views),
                new ThreadOperation(groupDesk, reading.marks),
                new MentionsOperation(groupDesk, reading.marks),
                new ChangesOperation(desk, stores.conversationChanges, groupDesk),
                new RevokeOperation(desk, accounts.directory, inGroups),
                new EditOperation(desk, config.send().maxContentBytes(), inGroups),
                new DeleteOperation(desk, inGroups),
                new ClearOperation(desk, inGroups),
                new SettingsOperation(desk, stores.conversations, views, stores.announcements, groupSettings),
                new HideOperation(desk, stores.conversations, stores.announcements, groupSettings));
    }

    /** Takes the node's place on the bus, then opens the port. */
    Future<Void> start() {
        int instances = config.http().instances() > 0
                ? config.http().instances()
                : Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        return accounts.tenantStore
                .all()
                .compose(tenants -> gateway.start(
                        tenants.stream().map(tenant -> tenant.code()).toList()))
                .compose(started ->
                        vertx.deployVerticle(this::verticle, new DeploymentOptions().setInstances(instances)))
                .mapEmpty();
    }

    /** Stops taking connections and lets the open ones go, in batches. */
    Future<Void> drain() {
        return gateway.drain();
    }

    int port() {
        return verticles.get(0).port();
    }

    private synchronized GatewayVerticle verticle() {
        Router api = Router.router(vertx);
        accounts.http.mount(api, gateway.operations(), gateway.adminSender(), routes());
        Router web = Router.router(vertx);
        OpenApiRoute.mount(web);
        webClient.mount(web);
        GatewayVerticle verticle = new GatewayVerticle(gateway, List.of(web, api));
        verticles.add(verticle);
        return verticle;
    }

    private List<Routes> routes() {
        List<Routes> routes = new ArrayList<>(groups.routes);
        routes.add(accounts.relations.routes);
        routes.add(new AuditRoutes(audits, accounts.tenants, config.tenant().defaultTenant()));
        return routes;
    }
}
