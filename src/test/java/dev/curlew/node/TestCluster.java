package dev.curlew.node;

import dev.curlew.TestConfig;
import dev.curlew.boot.Node;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.Ports;
import dev.curlew.dev.Stores;
import dev.curlew.dev.TestStores;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clustered nodes in this JVM, on the shared stores or on some of the test's own. Accounts are made fresh for each test. */
public final class TestCluster implements AutoCloseable {

    /** Five platforms of the contract used by tests. */
    public static final int WEB = 5;

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static TestCluster shared;

    private final Stores stores;
    private final List<CurlewConfig> configs;
    private final List<Node> nodes;

    private TestCluster(Stores stores, List<CurlewConfig> configs, List<Node> nodes) {
        this.stores = stores;
        this.configs = configs;
        this.nodes = nodes;
    }

    /** Two nodes that live as long as this JVM. */
    public static synchronized TestCluster shared() {
        if (shared == null) {
            shared = start(TestStores.shared(), "shared", 2);
            Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
        }
        return shared;
    }

    /** @param own names databases and topics, lower-case letters; @param settings {@code key=value} for every node */
    public static TestCluster start(Stores stores, String own, int size, String... settings) {
        List<Integer> ports = new ArrayList<>();
        List<String> members = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            ports.add(Ports.free());
            members.add("127.0.0.1:" + ports.get(i));
        }
        List<CurlewConfig> configs = new ArrayList<>();
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<String> all = new ArrayList<>(List.of("node.id=" + own + (i + 1)));
            all.addAll(List.of(settings));
            all.add("cluster.port=" + ports.get(i));
            all.add("cluster.members=" + String.join(",", members));
            all.add("http.port=0");
            all.add("http.management_port=0");
            all.add("http.instances=1");
            CurlewConfig config = TestConfig.on(stores, own, all.toArray(String[]::new));
            Node node = new Node(config);
            node.start().timeout(120, TimeUnit.SECONDS).await();
            configs.add(config);
            nodes.add(node);
        }
        return new TestCluster(stores, configs, nodes);
    }

    public Stores stores() {
        return stores;
    }

    public CurlewConfig config(int node) {
        return configs.get(node);
    }

    public Node node(int node) {
        return nodes.get(node);
    }

    public int size() {
        return nodes.size();
    }

    public String url(int node) {
        return "http://127.0.0.1:" + nodes.get(node).port();
    }

    public String managementUrl(int node) {
        return "http://127.0.0.1:" + nodes.get(node).managementPort();
    }

    public TestHttp http(int node) {
        return new TestHttp(url(node));
    }

    /** What a node tells of itself in numbers. */
    public String metrics(int node) {
        try (InputStream answer =
                URI.create(managementUrl(node) + "/metrics").toURL().openStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A new user of the tenant {@code demo}, made and logged in as a product's backend does it. */
    public Account user(String name) {
        String account = name + "-" + NAMES.incrementAndGet() + "-" + System.nanoTime();
        return http(0).adminToken("dev-admin-secret", "demo", account, WEB);
    }

    /** A logged-in socket of the user on a node. */
    public TestClient socket(int node, Account account) {
        return socket(node, account, null);
    }

    public TestClient socket(int node, Account account, String deviceId) {
        TestClient client = TestClient.connect(url(node));
        client.login(account.token(), WEB, deviceId, false);
        return client;
    }

    @Override
    public void close() {
        nodes.forEach(node -> node.stop().timeout(60, TimeUnit.SECONDS).await());
    }
}
