package dev.curlew.gateway;

import dev.curlew.api.auth.SessionEnder;
import dev.curlew.api.op.PresenceOperation;
import dev.curlew.api.op.SendOperation;
import dev.curlew.api.op.TypingOperation;
import dev.curlew.api.send.AdminSender;
import dev.curlew.api.send.GroupOutbox;
import dev.curlew.api.send.LiveEvents;
import dev.curlew.api.send.LiveGroupEvents;
import dev.curlew.api.send.LiveSender;
import dev.curlew.api.send.PendingSends;
import dev.curlew.api.send.SendDesk;
import dev.curlew.api.send.SendLane;
import dev.curlew.api.send.SendPlanner;
import dev.curlew.config.CurlewConfig;
import dev.curlew.gateway.delivery.ChangeChecks;
import dev.curlew.gateway.delivery.ChannelDeliveries;
import dev.curlew.gateway.delivery.Deliverer;
import dev.curlew.gateway.delivery.GatewayMeters;
import dev.curlew.gateway.delivery.GroupArrivals;
import dev.curlew.gateway.delivery.LateSends;
import dev.curlew.gateway.delivery.NodeConsumers;
import dev.curlew.gateway.group.AttachOperation;
import dev.curlew.gateway.group.Attaching;
import dev.curlew.gateway.group.Attachments;
import dev.curlew.gateway.group.DetachOperation;
import dev.curlew.gateway.group.GroupChecks;
import dev.curlew.gateway.group.HeldMembers;
import dev.curlew.gateway.group.LocalGroups;
import dev.curlew.gateway.group.MembershipWords;
import dev.curlew.gateway.group.OnlineKeeper;
import dev.curlew.gateway.group.OnlineSizes;
import dev.curlew.gateway.presence.PresenceKeeper;
import dev.curlew.gateway.presence.PresenceWatch;
import dev.curlew.gateway.session.Drain;
import dev.curlew.gateway.session.Logins;
import dev.curlew.gateway.session.Pings;
import dev.curlew.gateway.session.RegistryEnder;
import dev.curlew.gateway.session.Replacements;
import dev.curlew.gateway.session.Requests;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionDesk;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.gateway.session.SessionTicker;
import dev.curlew.gateway.socket.SocketRoutes;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Operation;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the event loops of a gateway share: its sessions, its place on the bus, its heartbeat. Made once a node; each
 * {@link GatewayVerticle} takes its routes from here.
 */
public final class GatewayNode {

    private static final long SWEEP_MS = 100;
    private static final long MOST_GRACE_MS = 1_000;
    private static final long DRAIN_SENDS_MS = 5_000;

    private final Vertx vertx;
    private final CurlewConfig config;
    private final long heartbeatMs;
    private final SessionRegistry registry = new SessionRegistry();
    private final Map<String, Operation> operations = new HashMap<>();
    private final GatewayMeters meters;
    private final PendingSends pending;
    private final GroupOutbox groupSends;
    private final PresenceKeeper presence;
    private final PresenceWatch watch;
    private final ChangeChecks changes;
    private final LocalGroups localGroups;
    private final HeldMembers held = new HeldMembers();
    private final Attachments attachments;
    private MembershipWords memberships;
    private final NodeConsumers consumers;
    private final Supplier<Future<Void>> listening;
    private final SessionDesk desk;
    private final Requests requests;
    private final AdminSender adminSender;
    private volatile boolean draining;

    public GatewayNode(Vertx vertx, CurlewConfig config, GatewayPorts ports) {
        this.vertx = vertx;
        this.config = config;
        String nodeId = config.node().id();
        this.heartbeatMs = config.presence().ttlMs() / 4;
        this.meters = new GatewayMeters(ports.meters(), ports.traffic());
        Gauge.builder("curlew.connections", registry, SessionRegistry::count)
                .description("Open sockets, logged in or not")
                .register(ports.meters());
        this.pending = pending(ports);
        Replacements replacements = new Replacements(vertx, nodeId, registry, ports.replacedLogins());
        this.presence =
                new PresenceKeeper(ports.presence(), registry, replacements, ports.lastSeen(), nodeId, ports.meters());
        this.watch = new PresenceWatch(ports.presence(), ports.contacts(), registry, heartbeatMs);
        this.changes = new ChangeChecks(
                vertx,
                registry,
                ports.changes(),
                ports.standings(),
                ports.receivers(),
                ports.conversations(),
                Math.min(MOST_GRACE_MS, heartbeatMs / 2));
        this.localGroups = new LocalGroups(registry, ports.watched());
        this.attachments = attachments(ports);
        Deliverer deliverer = new Deliverer(registry, localGroups, held, pending, meters);
        pending.tell(new LateSends(registry, deliverer));
        GroupArrivals arrivals = new GroupArrivals(nodeId, registry, localGroups, ports.online(), deliverer);
        this.listening = () -> listen(ports, new ChannelDeliveries(nodeId, registry, arrivals));
        this.consumers = new NodeConsumers(
                vertx.eventBus(), nodeId, arrivals, pending, replacements, memberships, ports.canLook());
        LiveEvents live = new LiveEvents(vertx.eventBus(), ports.presence(), ports.receivers());
        LiveGroupEvents liveInGroups = new LiveGroupEvents(vertx.eventBus(), ports.online(), ports.receivers());
        this.groupSends = ports.outbox();
        SendDesk sends = sends(ports, new LiveSender(live, liveInGroups));
        this.adminSender = new AdminSender(sends);
        this.desk = new SessionDesk(
                nodeId,
                config.socket(),
                config.http().maxConnections(),
                registry,
                sends,
                presence,
                watch,
                attachments,
                meters);
        ports.operations().forEach(operation -> operations.put(operation.name(), operation));
        add(new SendOperation(caller -> lane(caller, sends)));
        add(new TypingOperation(
                live,
                liveInGroups,
                ports.contacts(),
                ports.speech(),
                config.group().largeThreshold()));
        add(new PresenceOperation(ports.presence(), ports.lastSeen(), watch, ports.contacts()));
        add(new AttachOperation(registry, attachments));
        add(new DetachOperation(registry, attachments));
        Logins logins = new Logins(
                ports.guard(),
                registry,
                presence,
                changes,
                attachments,
                ports.policies(),
                new Logins.Terms(nodeId, heartbeatMs, config.socket().maxFrameBytes()));
        this.requests = new Requests(logins, new Pings(changes), presence, operations, ports.traffic());
    }

    /** Hears what other nodes publish of groups, where that is how they tell of them. */
    private static Future<Void> listen(GatewayPorts ports, ChannelDeliveries records) {
        return ports.channel()
                .map(channel -> channel.subscribe(records::received))
                .orElseGet(Future::succeededFuture);
    }

    private SendDesk sends(GatewayPorts ports, LiveSender live) {
        return new SendDesk(
                config.node().id(),
                config.send().maxContentBytes(),
                new SendPlanner(ports.users(), ports.claims(), ports.contacts(), ports.groups(), ports.path()),
                pending,
                ports.producer(),
                groupSends,
                live,
                ports.traffic());
    }

    private PendingSends pending(GatewayPorts ports) {
        return new PendingSends(
                config.send().ackTimeoutMs(),
                config.send().produceTimeoutMs(),
                config.send().maxPending(),
                System::currentTimeMillis,
                ports.meters());
    }

    private Attachments attachments(GatewayPorts ports) {
        Gauge.builder("curlew.group.attached", localGroups, LocalGroups::count)
                .description("Groups that sockets of this node follow")
                .register(ports.meters());
        String nodeId = config.node().id();
        long graceMs = Math.min(MOST_GRACE_MS, heartbeatMs / 2);
        OnlineKeeper keeper = new OnlineKeeper(ports.online(), localGroups, nodeId, ports.meters());
        GroupChecks checks =
                new GroupChecks(vertx, localGroups, ports.groupHeads(), ports.receivers(), graceMs, ports.meters());
        Attaching attaching = new Attaching(localGroups, keeper, checks, ports.groupEnded());
        memberships = new MembershipWords(vertx, registry, localGroups, ports.groupsOf(), held, attaching);
        OnlineSizes sizes = new OnlineSizes(localGroups, ports.online(), ports.meters());
        return new Attachments(registry, localGroups, ports.groupsOf(), attaching, keeper, checks, sizes);
    }

    private void add(Operation operation) {
        operations.put(operation.name(), operation);
    }

    private SendLane lane(Caller caller, SendDesk sends) {
        Session session = registry.session(caller.sessionId());
        return session == null ? new SendLane(sends) : session.lane();
    }

    /** All operations by name, also for their twins over HTTP. */
    public Map<String, Operation> operations() {
        return Map.copyOf(operations);
    }

    public AdminSender adminSender() {
        return adminSender;
    }

    public SessionEnder sessionEnder() {
        return new RegistryEnder(registry);
    }

    public SessionRegistry registry() {
        return registry;
    }

    /**
     * Takes this node's place on the bus and starts its heartbeat.
     *
     * @param tenants whose presence an earlier run of this node may have left behind
     */
    public Future<Void> start(Collection<String> tenants) {
        vertx.setPeriodic(config.presence().flushMs(), timer -> presence.flush());
        vertx.setPeriodic(heartbeatMs, timer -> {
            presence.reassert();
            changes.pass();
            attachments.pass();
        });
        vertx.setPeriodic(watch.everyMs(), timer -> watch.pass());
        vertx.setPeriodic(SWEEP_MS, timer -> {
            pending.sweep();
            groupSends.sweep();
        });
        return presence.clear(tenants).compose(cleared -> consumers.start()).compose(started -> listening.get());
    }

    SessionTicker ticker() {
        return new SessionTicker(config.socket(), heartbeatMs, meters);
    }

    SocketRoutes routes(SessionTicker ticker) {
        return new SocketRoutes(
                desk,
                requests,
                ticker,
                config.http().allowedOrigins(),
                config.socket().maxFrameBytes(),
                heartbeatMs,
                () -> draining);
    }

    CurlewConfig config() {
        return config;
    }

    /** Stops taking connections, leaves Redis, closes the sockets and waits for what is under way. */
    public Future<Void> drain() {
        draining = true;
        return Future.join(presence.stop(), attachments.stop())
                .compose(v -> new Drain(vertx, registry, config.socket()).run())
                .compose(v -> settled(System.currentTimeMillis() + DRAIN_SENDS_MS))
                .compose(v -> desk.settled());
    }

    private Future<Void> settled(long deadline) {
        if (pending.waiting() + groupSends.waiting() == 0 || System.currentTimeMillis() >= deadline) {
            return Future.succeededFuture();
        }
        Promise<Void> later = Promise.promise();
        vertx.setTimer(SWEEP_MS, timer -> later.complete());
        return later.future().compose(v -> settled(deadline));
    }
}
