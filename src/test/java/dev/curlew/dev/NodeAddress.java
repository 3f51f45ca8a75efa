package dev.curlew.dev;

import dev.curlew.config.ConfigLoader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Where a node listens.
 *
 * @param clusterPort the bus, on loopback
 * @param busPort the second port of the bus, 0 for any
 * @param publicHost where other nodes reach its bus, empty for loopback
 * @param members {@code host:port} of every node's bus */
public record NodeAddress(
        String nodeId,
        int port,
        int managementPort,
        int clusterPort,
        int busPort,
        String publicHost,
        List<String> members) {

    /** The first node's ports may be given in these; each further node's are ten higher. */
    static final String PORT = "CURLEW_HTTP_PORT";

    private static final String LOOPBACK = "127.0.0.1";

    /** Addresses of this machine that nobody else listens on. */
    private static final int FIRST_APART = 40;

    private static final int FIRST_PORT = 8080;
    private static final int STEP = 10;
    private static final int HIGHEST = 65_535;

    static final String MANAGEMENT_PORT = "CURLEW_HTTP_MANAGEMENT_PORT";

    /** One whose bus is on loopback. */
    public NodeAddress(String nodeId, int port, int managementPort, int clusterPort, List<String> members) {
        this(nodeId, port, managementPort, clusterPort, 0, "", members);
    }

    /** Nodes {@code n1}, {@code n2}, … on ports that are free. */
    public static List<NodeAddress> free(int count) {
        return together(IntStream.rangeClosed(1, count)
                .mapToObj(i -> new NodeAddress("n" + i, Ports.free(), Ports.free(), Ports.free(), List.of()))
                .toList());
    }

    /** The same, each with a bus that the others reach at another address, where something has to pass it on. */
    public static List<NodeAddress> apart(int count) {
        return together(IntStream.rangeClosed(1, count)
                .mapToObj(i -> new NodeAddress(
                        "n" + i,
                        Ports.free(),
                        Ports.free(),
                        Ports.free(),
                        Ports.free(),
                        "127.0.0." + (FIRST_APART + i),
                        List.of()))
                .toList());
    }

    /**
     * The nodes {@code make run} and {@code make cluster} start: 8080/8081, 8090/8091, or what the environment says.
     *
     * @throws IllegalArgumentException naming the variable that holds no port
     */
    static List<NodeAddress> development(int count, Map<String, String> environment) {
        int first = port(environment, PORT, FIRST_PORT, count);
        int management = port(environment, MANAGEMENT_PORT, first + 1, count);
        return together(IntStream.range(0, count)
                .mapToObj(i -> new NodeAddress(
                        "node" + (i + 1), first + STEP * i, management + STEP * i, Ports.freeOr(5701 + i), List.of()))
                .toList());
    }

    /** A first port, and as the management port the next one, with which as many nodes find all theirs free. */
    static int freeFirst(int count) {
        return IntStream.iterate(FIRST_PORT + 1_000, port -> port < HIGHEST - 1_000, port -> port + 100)
                .filter(first -> development(count, Map.of(PORT, Integer.toString(first))).stream()
                        .allMatch(node -> Ports.isFree(node.port()) && Ports.isFree(node.managementPort())))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no port is free"));
    }

    /** Further nodes take ports ten higher, which have to be ports as well. */
    private static int port(Map<String, String> environment, String name, int fallback, int count) {
        String given =
                environment.getOrDefault(name, Integer.toString(fallback)).strip();
        int highest = HIGHEST - STEP * (count - 1);
        int port = given.matches("\\d{1,5}") ? Integer.parseInt(given) : 0;
        if (port < 1 || port > highest) {
            throw new IllegalArgumentException(name + " has to be a port from 1 to " + highest + ", not: " + given);
        }
        return port;
    }

    /** The same nodes, each told of all. */
    private static List<NodeAddress> together(List<NodeAddress> nodes) {
        List<String> members = nodes.stream()
                .map(node -> (node.publicHost().isEmpty() ? LOOPBACK : node.publicHost()) + ":" + node.clusterPort())
                .toList();
        return nodes.stream()
                .map(node -> new NodeAddress(
                        node.nodeId(),
                        node.port(),
                        node.managementPort(),
                        node.clusterPort(),
                        node.busPort(),
                        node.publicHost(),
                        members))
                .toList();
    }

    /** Whether a node would start with these variables. @throws dev.curlew.config.ConfigException naming what is wrong */
    void check(Map<String, String> environment) {
        List<String> assignments = settings().entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toList();
        ConfigLoader.load(Path.of(NodeCode.CONFIGURATION), environment, assignments);
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
        if (!publicHost.isEmpty()) {
            settings.put("cluster.bus_port", Integer.toString(busPort));
            settings.put("cluster.public_host", publicHost);
        }
        return settings;
    }
}
