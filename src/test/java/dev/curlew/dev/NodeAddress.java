package dev.curlew.dev;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Where a node listens.
 *
 * @param clusterPort the bus, on loopback
 * @param members {@code host:port} of every node's bus */
public record NodeAddress(String nodeId, int port, int managementPort, int clusterPort, List<String> members) {

    /** The first node's ports may be given in these; each further node's are ten higher. */
    static final String PORT = "CURLEW_HTTP_PORT";

    static final String MANAGEMENT_PORT = "CURLEW_HTTP_MANAGEMENT_PORT";

    /** Nodes {@code n1}, {@code n2}, … on ports that are free. */
    public static List<NodeAddress> free(int count) {
        return together(IntStream.rangeClosed(1, count)
                .mapToObj(i -> new NodeAddress("n" + i, Ports.free(), Ports.free(), Ports.free(), List.of()))
                .toList());
    }

    /** The nodes {@code make run} and {@code make cluster} start: 8080/8081, 8090/8091, or what the environment says. */
    static List<NodeAddress> development(int count, Map<String, String> environment) {
        int first = Integer.parseInt(environment.getOrDefault(PORT, "8080"));
        int management = Integer.parseInt(environment.getOrDefault(MANAGEMENT_PORT, Integer.toString(first + 1)));
        return together(IntStream.range(0, count)
                .mapToObj(i -> new NodeAddress(
                        "node" + (i + 1), first + 10 * i, management + 10 * i, Ports.freeOr(5701 + i), List.of()))
                .toList());
    }

    /** The same nodes, each told of all. */
    private static List<NodeAddress> together(List<NodeAddress> nodes) {
        List<String> members =
                nodes.stream().map(node -> "127.0.0.1:" + node.clusterPort()).toList();
        return nodes.stream()
                .map(node ->
                        new NodeAddress(node.nodeId(), node.port(), node.managementPort(), node.clusterPort(), members))
                .toList();
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    public String managementUrl() {
        return "http://127.0.0.1:" + managementPort;
    }

    String readyUri() {
        return managementUrl() + "/readyz";
    }

    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("node.id", nodeId);
        settings.put("http.port", Integer.toString(port));
        settings.put("http.management_port", Integer.toString(managementPort));
        settings.put("cluster.port", Integer.toString(clusterPort));
        settings.put("cluster.members", String.join(",", members));
        return settings;
    }
}
