package dev.curlew.boot;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.config.XmlConfigBuilder;
import com.hazelcast.core.HazelcastInstance;
import dev.curlew.config.ClusterConfig;
import dev.curlew.config.CurlewConfig;
import dev.curlew.ops.Failures;
import dev.curlew.ops.StartRefused;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clustered Vert.x of a node, and who else is in the cluster. Each member carries its {@code node.id} and roles as
 * attributes; nothing else of ours lives in Hazelcast.
 */
public final class Clustering {

    private static final Logger LOG = LoggerFactory.getLogger(Clustering.class);
    private static final String NODE_ID = "node_id";
    private static final String ROLES = "roles";

    /** Starting holds event loops up for seconds on a small machine; where one stood is worth a trace only beyond that. */
    private static final long TRACE_BLOCKED_S = 10;

    /** A node that died and comes back at once may meet its own dead member for so long. */
    private static final int DUPLICATE_TRIES = 20;

    private static final long DUPLICATE_PAUSE_MS = 1000;

    private final Vertx vertx;
    private final HazelcastInstance hazelcast;
    private final String nodeId;

    private Clustering(Vertx vertx, HazelcastInstance hazelcast, String nodeId) {
        this.vertx = vertx;
        this.hazelcast = hazelcast;
        this.nodeId = nodeId;
    }

    /**
     * Joins the cluster, or begins it.
     *
     * @return fails with {@link StartRefused} when the port is taken or another live node has this one's id
     */
    public static Future<Clustering> join(CurlewConfig config) {
        HazelcastClusterManager manager;
        try {
            manager = new HazelcastClusterManager(hazelcastConfig(config));
        } catch (IOException | RuntimeException e) {
            return Future.failedFuture(new StartRefused("the cluster file cannot be used: " + Failures.describe(e)));
        }
        String address = config.cluster().host() + ":" + config.cluster().port();
        return Vertx.builder()
                .with(options(config.cluster()))
                .withClusterManager(manager)
                .buildClustered()
                .recover(failure -> Future.failedFuture(new StartRefused(
                        "the cluster cannot be joined from " + address + ": " + Failures.describe(failure))))
                .compose(vertx -> {
                    var joined = new Clustering(
                            vertx, manager.getHazelcastInstance(), config.node().id());
                    return joined.refuseDuplicate()
                            .recover(failure -> vertx.close().transform(closed -> Future.failedFuture(failure)))
                            .map(joined);
                })
                .onSuccess(Clustering::logMembers);
    }

    public Vertx vertx() {
        return vertx;
    }

    /** The ids of the nodes that are in the cluster now, this one among them. */
    public Set<String> liveNodeIds() {
        return nodes(member -> true);
    }

    /** The ids of those that have the role. */
    public Set<String> liveNodeIds(CurlewConfig.Role role) {
        String name = name(role);
        return nodes(member -> {
            String roles = member.getAttribute(ROLES);
            return roles != null && Set.of(roles.split(",")).contains(name);
        });
    }

    /** Calls {@code changed} on a thread of Hazelcast's whenever a node came or went. */
    public void onChange(Runnable changed) {
        hazelcast.getCluster().addMembershipListener(new MembershipListener() {
            @Override
            public void memberAdded(MembershipEvent event) {
                changed.run();
            }

            @Override
            public void memberRemoved(MembershipEvent event) {
                changed.run();
            }
        });
    }

    private Set<String> nodes(Predicate<Member> which) {
        if (!hazelcast.getLifecycleService().isRunning()) {
            return Set.of(nodeId);
        }
        return hazelcast.getCluster().getMembers().stream()
                .filter(which)
                .map(member -> member.getAttribute(NODE_ID))
                .filter(id -> id != null)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Members are listed by age: the older one keeps the id. */
    private Future<Void> refuseDuplicate() {
        Promise<Void> result = Promise.promise();
        tryId(DUPLICATE_TRIES, result);
        return result.future();
    }

    private void tryId(int tries, Promise<Void> result) {
        Member holder = holderOfThisId();
        if (holder.localMember()) {
            result.complete();
        } else if (tries == 0) {
            result.fail(new StartRefused(
                    "node.id is taken by the node at " + holder.getAddress() + ", give each its own: " + nodeId));
        } else {
            if (tries == DUPLICATE_TRIES) {
                LOG.warn(
                        "waiting for the member at {} to leave, it has the same node id: {}",
                        holder.getAddress(),
                        nodeId);
            }
            vertx.setTimer(DUPLICATE_PAUSE_MS, timer -> tryId(tries - 1, result));
        }
    }

    private Member holderOfThisId() {
        return hazelcast.getCluster().getMembers().stream()
                .filter(member -> nodeId.equals(member.getAttribute(NODE_ID)))
                .findFirst()
                .orElseGet(() -> hazelcast.getCluster().getLocalMember());
    }

    private void logMembers() {
        LOG.info("in the cluster with nodes: {}", String.join(", ", liveNodeIds()));
        onChange(() -> LOG.info("the cluster changed, nodes are: {}", String.join(", ", liveNodeIds())));
    }

    private static VertxOptions options(ClusterConfig cluster) {
        // a silent peer is noticed after one unanswered ping: 10 s at most
        EventBusOptions bus = new EventBusOptions()
                .setHost(cluster.host())
                .setPort(cluster.busPort())
                .setConnectTimeout(3000)
                .setReconnectAttempts(2)
                .setReconnectInterval(300)
                .setClusterPingInterval(5000)
                .setClusterPingReplyInterval(5000);
        if (!cluster.publicHost().isEmpty()) {
            bus.setClusterPublicHost(cluster.publicHost());
        }
        return new VertxOptions()
                .setPreferNativeTransport(true)
                .setWarningExceptionTime(TRACE_BLOCKED_S)
                .setWarningExceptionTimeUnit(TimeUnit.SECONDS)
                .setEventBusOptions(bus);
    }

    static Config hazelcastConfig(CurlewConfig config) throws IOException {
        ClusterConfig cluster = config.cluster();
        Config hazelcast;
        try (InputStream xml = cluster.configFile().isEmpty()
                ? Clustering.class.getResourceAsStream("/cluster.xml")
                : new FileInputStream(cluster.configFile())) {
            hazelcast = new XmlConfigBuilder(xml).build();
        }
        NetworkConfig network = hazelcast.getNetworkConfig();
        network.setPort(cluster.port()).setPortAutoIncrement(false);
        network.getInterfaces().setEnabled(true).setInterfaces(Set.of(cluster.host()));
        if (!cluster.publicHost().isEmpty()) {
            network.setPublicAddress(cluster.publicHost() + ":" + cluster.port());
        }
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setMembers(cluster.members());
        hazelcast
                .getMemberAttributeConfig()
                .setAttribute(NODE_ID, config.node().id())
                .setAttribute(
                        ROLES, config.roles().stream().map(Clustering::name).collect(Collectors.joining(",")));
        return hazelcast;
    }

    private static String name(CurlewConfig.Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
