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

    /** Nodes {@code n1}, {@code n2}, … on ports that are free. */
    public static List<NodeAddress> free(int count) {
        List<Integer> bus = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            bus.add(Ports.free());
        }
        List<String> members = bus.stream().map(port -> "127.0.0.1:" + port).toList();
        List<NodeAddress> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(new NodeAddress("n" + (i + 1), Ports.free(), Ports.free(), bus.get(i), members));
        }
        return nodes;
    }

    /** The nodes {@code make run} and {@code make cluster} start: 8080/8081, 8090/8091. */
    static List<NodeAddress> development(int count) {
        List<Integer> bus = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            bus.add(Ports.freeOr(5701 + i));
        }
        List<String> members = bus.stream().map(port -> "127.0.0.1:" + port).toList();
        List<NodeAddress> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(new NodeAddress("node" + (i + 1), 8080 + 10 * i, 8081 + 10 * i, bus.get(i), members));
        }
        return nodes;
    }

    String url() {
        return "http://127.0.0.1:" + port;
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
