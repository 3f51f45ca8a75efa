package dev.curlew.chaos;

import dev.curlew.dev.DevStores;
import dev.curlew.dev.Ports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A set of stores and the nodes on them, all children of this JVM. */
public final class Stack implements AutoCloseable {

    /** Presence life in the harness, ms: a quarter of it is the heartbeat in which a node repairs what was lost. */
    public static final long PRESENCE_TTL_MS = 8_000;

    private final DevStores stores;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final Thread hook = new Thread(this::end, "stop-nodes");

    private Stack(DevStores stores) {
        this.stores = stores;
    }

    /** Starts everything and returns when all is ready.
     *
     * @param directory for logs and data; the data is discarded
     * @param settings of the nodes, beside what names stores and ports */
    public static Stack start(
            int nodeCount,
            Path directory,
            List<String> jvmOptions,
            Map<String, String> settings,
            Consumer<String> progress) {
        DevStores stores = DevStores.builder()
                .dataDir(directory.resolve("stores-" + ProcessHandle.current().pid()))
                .discardOnClose()
                .progress(progress)
                .start();
        Stack stack = new Stack(stores);
        Runtime.getRuntime().addShutdownHook(stack.hook);
        try {
            stack.startNodes(nodeCount, directory, jvmOptions, settings);
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
        progress.accept(
                "nodes ready: " + stack.nodes.stream().map(NodeProcess::url).collect(Collectors.joining(" ")));
        return stack;
    }

    private void startNodes(int count, Path directory, List<String> jvmOptions, Map<String, String> settings) {
        List<NodeProcess.Spec> specs = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            specs.add(new NodeProcess.Spec("n" + i, Ports.free(), Ports.free(), Ports.free()));
        }
        Map<String, String> shared = new LinkedHashMap<>(stores.addresses().settings());
        shared.put(
                "cluster.members",
                specs.stream().map(spec -> "127.0.0.1:" + spec.busPort()).collect(Collectors.joining(",")));
        shared.putAll(settings);
        for (NodeProcess.Spec spec : specs) {
            NodeProcess node = new NodeProcess(spec, jvmOptions, shared, directory);
            nodes.add(node);
            node.launch();
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

    public List<NodeProcess> nodes() {
        return nodes;
    }

    public List<String> urls() {
        return nodes.stream().map(NodeProcess::url).toList();
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ignored) {
            // Already shutting down: the hook does the same.
        }
        end();
        stores.close();
    }

    private void end() {
        nodes.forEach(NodeProcess::kill);
    }
}
