package dev.curlew.chaos;

import dev.curlew.dev.DevStores;
import dev.curlew.dev.NodeAddress;
import dev.curlew.dev.NodeCode;
import dev.curlew.dev.NodeProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A set of stores and the nodes on them, all children of this JVM. */
public final class Stack implements AutoCloseable {

    /** Presence life in the harness, ms: a quarter of it is the heartbeat in which a node repairs what was lost. */
    public static final long PRESENCE_TTL_MS = 8_000;

    private final DevStores stores;
    private final SlowPort redis;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final List<Relay> links = new ArrayList<>();

    /**
     * What to start.
     *
     * @param directory for logs and data; the data is discarded
     * @param settings of the nodes, beside what names stores and ports
     */
    public record Plan(int nodes, Path directory, List<String> jvmOptions, Map<String, String> settings) {}

    private Stack(DevStores stores, SlowPort redis) {
        this.stores = stores;
        this.redis = redis;
    }

    /** Starts everything and returns when all is ready. */
    public static Stack start(Plan plan, Consumer<String> progress) {
        return started(new Stack(stores(plan, progress), null), plan, progress);
    }

    /** The same with nodes that reach Redis through {@link #redis()} and each other through {@link #links()}. */
    static Stack startBreakable(Plan plan, Consumer<String> progress) {
        DevStores stores = stores(plan, progress);
        return started(new Stack(stores, new SlowPort(stores.redis().port())), plan, progress);
    }

    private static DevStores stores(Plan plan, Consumer<String> progress) {
        return DevStores.builder()
                .dataDir(plan.directory()
                        .resolve("stores-" + ProcessHandle.current().pid()))
                .discardOnClose()
                .progress(progress)
                .start();
    }

    private static Stack started(Stack stack, Plan plan, Consumer<String> progress) {
        try {
            stack.startNodes(plan);
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
        progress.accept("nodes ready: " + String.join(" ", stack.urls()));
        return stack;
    }

    private void startNodes(Plan plan) {
        NodeCode code = NodeCode.find().withJvmOptions(plan.jvmOptions());
        Map<String, String> settings = new LinkedHashMap<>(stores.addresses().settings());
        if (redis != null) {
            settings.put("redis.addr", stores.redis().host() + ":" + redis.port());
        }
        settings.putAll(plan.settings());
        List<NodeAddress> addresses = redis == null ? NodeAddress.free(plan.nodes()) : NodeAddress.apart(plan.nodes());
        for (NodeAddress address : addresses) {
            if (!address.publicHost().isEmpty()) {
                links.add(new Relay(address.publicHost(), address.clusterPort()));
                links.add(new Relay(address.publicHost(), address.busPort()));
            }
            Path log = plan.directory().resolve(address.nodeId() + ".log");
            NodeProcess node = NodeProcess.logged(address, code, settings, log);
            nodes.add(node);
            node.start();
            if (nodes.size() == 1) {
                // The first one makes databases and topics, alone.
                node.awaitReady();
            }
        }
        nodes.forEach(NodeProcess::awaitReady);
    }

    public DevStores stores() {
        return stores;
    }

    /** The way to Redis, to be made slow. */
    SlowPort redis() {
        return redis;
    }

    /** The ways from node to node: two to each, of its two ports. */
    List<Relay> links() {
        return links;
    }

    public List<NodeProcess> nodes() {
        return nodes;
    }

    public List<String> urls() {
        return nodes.stream().map(NodeProcess::url).toList();
    }

    @Override
    public void close() {
        nodes.forEach(NodeProcess::kill);
        links.forEach(Relay::close);
        if (redis != null) {
            redis.close();
        }
        stores.close();
    }
}
