package dev.curlew.dev;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where a node listens.
 *
 * @param clusterPort the bus, on loopback
 * @param members {@code host:port} of every node's bus */
public record NodeAddress(String nodeId, int port, int managementPort, int clusterPort, List<String> members) {

    /** The first node's ports may be given in these; each further node's are ten higher. */
    static final String PORT = "CURLEW_HTTP_PORT";

    static final String MANAGEMENT_PORT = "CURLEW_HTTP_MANAGEMENT_PORT";

    /** The nodes {@code make run} and {@code make cluster} start: 8080/8081, 8090/8091, or what the environment says. */
    static List<NodeAddress> development(int count, Map<String, String> environment) {
        int first = Integer.parseInt(environment.getOrDefault(PORT, "8080"));
        int management = Integer.parseInt(environment.getOrDefault(MANAGEMENT_PORT, Integer.toString(first + 1)));
        List<Integer> bus = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            bus.add(Ports.freeOr(5701 + i));
        }
        List<String> members = bus.stream().map(port -> "127.0.0.1:" + port).toList();
        List<NodeAddress> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(new NodeAddress("node" + (i + 1), first + 10 * i, management + 10 * i, bus.get(i), members));
        }
        return nodes;
    }

    String readyUri() {
        return "http://127.0.0.1:" + managementPort + "/readyz";
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
