package dev.curlew.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.curlew.chaos.Relay;
import dev.curlew.config.ConfigLoader;
import dev.curlew.config.CurlewConfig;
import dev.curlew.config.CurlewConfig.Role;
import dev.curlew.dev.Ports;
import dev.curlew.ops.PeerHealth;
import dev.curlew.ops.StartRefused;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusteringIT {

    private static final List<String> PUBLIC = List.of("127.0.0.61", "127.0.0.62");

    private final List<Clustering> joined = new ArrayList<>();
    private final List<Integer> ports = List.of(Ports.free(), Ports.free());

    @AfterEach
    void leave() throws TimeoutException {
        for (Clustering node : joined) {
            node.vertx().close().await(20, TimeUnit.SECONDS);
        }
        joined.clear();
    }

    @Test
    void twoNodesSeeEachOtherAndTheBusCarriesBetweenThem() throws TimeoutException {
        Clustering one = join("one", 0, "gateway,sequencer");
        Clustering two = join("two", 1, "gateway,fanout");
        await().until(() -> one.liveNodeIds().size() == 2);
        assertThat(one.liveNodeIds()).isEqualTo(two.liveNodeIds()).isEqualTo(Set.of("one", "two"));
        assertThat(two.liveNodeIds(Role.SEQUENCER)).containsExactly("one");
        assertThat(one.liveNodeIds(Role.GATEWAY)).containsExactlyInAnyOrder("one", "two");
        assertThat(one.liveNodeIds(Role.PUSH)).isEmpty();

        two.vertx()
                .eventBus()
                .<String>consumer("test.echo", message -> message.reply(message.body() + "!"))
                .completion()
                .await(10, TimeUnit.SECONDS);
        DeliveryOptions options = new DeliveryOptions().setSendTimeout(2000);
        await().ignoreExceptions().untilAsserted(() -> {
            Message<Object> answer = one.vertx()
                    .eventBus()
                    .request("test.echo", "hello", options)
                    .await(5, TimeUnit.SECONDS);
            assertThat(answer.body()).isEqualTo("hello!");
        });

        joined.remove(two);
        two.vertx().close().await(20, TimeUnit.SECONDS);
        await().atMost(Duration.ofSeconds(15)).until(() -> one.liveNodeIds().equals(Set.of("one")));
    }

    @Test
    void nodesReachEachOtherAtAddressesThatAreNotTheirOwn() throws TimeoutException {
        List<Integer> bus = List.of(Ports.free(), Ports.free());
        List<Relay> ways = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ways.add(new Relay(PUBLIC.get(i), ports.get(i)));
            ways.add(new Relay(PUBLIC.get(i), bus.get(i)));
        }
        try {
            Clustering one = joinBehind("one", 0, bus.get(0));
            Clustering two = joinBehind("two", 1, bus.get(1));
            await().until(() -> one.liveNodeIds().size() == 2);
            two.vertx()
                    .eventBus()
                    .<String>consumer("test.echo", message -> message.reply("!"))
                    .completion()
                    .await(10, TimeUnit.SECONDS);
            await().atMost(Duration.ofSeconds(20)).until(() -> answers(one));

            ways.forEach(Relay::cut);
            await().atMost(Duration.ofSeconds(20)).until(() -> !answers(one));
            ways.forEach(Relay::heal);
            await().atMost(Duration.ofSeconds(40)).until(() -> answers(one));
        } finally {
            // Who cannot reach the others any more waits for them when it leaves.
            leave();
            ways.forEach(Relay::close);
        }
    }

    private static boolean answers(Clustering one) throws TimeoutException {
        return one.vertx()
                .eventBus()
                .request("test.echo", "hello", new DeliveryOptions().setSendTimeout(1000))
                .transform(result -> Future.succeededFuture(result.succeeded()))
                .await(5, TimeUnit.SECONDS);
    }

    private Clustering joinBehind(String id, int index, int bus) throws TimeoutException {
        CurlewConfig config = ConfigLoader.load(
                Path.of("conf/development.yaml"),
                Map.of(),
                List.of(
                        "node.id=" + id,
                        "cluster.port=" + ports.get(index),
                        "cluster.bus_port=" + bus,
                        "cluster.public_host=" + PUBLIC.get(index),
                        "cluster.members=" + PUBLIC.get(0) + ":" + ports.get(0) + "," + PUBLIC.get(1) + ":"
                                + ports.get(1)));
        Clustering node = Clustering.join(config).await(60, TimeUnit.SECONDS);
        joined.add(node);
        return node;
    }

    @Test
    void peersTellWhichStoresTheyReach() throws TimeoutException {
        Clustering one = join("one", 0, "gateway");
        PeerHealth asking = new PeerHealth(one.vertx(), "one", one::liveNodeIds);
        asking.serve(store -> true).await(10, TimeUnit.SECONDS);
        assertThat(asking.reach("redis").await(5, TimeUnit.SECONDS)).as("alone").isFalse();

        Clustering two = join("two", 1, "gateway");
        PeerHealth answering = new PeerHealth(two.vertx(), "two", two::liveNodeIds);
        answering.serve("redis"::equals).await(10, TimeUnit.SECONDS);
        await().until(() -> asking.reach("redis").await(5, TimeUnit.SECONDS));
        assertThat(asking.reach("mysql").await(5, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void aSecondNodeWithTheSameIdIsRefused() throws TimeoutException {
        Clustering one = join("same", 0, "gateway");
        Future<Clustering> second = Clustering.join(config("same", 1, "gateway"));
        await().atMost(Duration.ofSeconds(60)).until(second::isComplete);
        assertThat(second.cause())
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("node.id is taken by the node at")
                .hasMessageEndingWith("same");
        await().until(() -> one.liveNodeIds().equals(Set.of("same")));
    }

    @Test
    void aTakenPortIsRefused() throws IOException {
        try (ServerSocket taken = new ServerSocket(ports.get(0), 1, InetAddress.getByName("127.0.0.1"))) {
            Future<Clustering> refused = Clustering.join(config("one", 0, "gateway"));
            await().atMost(Duration.ofSeconds(30)).until(refused::isComplete);
            assertThat(refused.cause())
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void nothingIsFoundByMulticastOrBoundElsewhere() throws IOException {
        var hazelcast = Clustering.hazelcastConfig(config("one", 0, "gateway"));
        var network = hazelcast.getNetworkConfig();
        assertThat(network.getPort()).isEqualTo(ports.get(0));
        assertThat(network.isPortAutoIncrement()).isFalse();
        assertThat(network.getInterfaces().getInterfaces()).containsExactly("127.0.0.1");
        assertThat(network.getJoin().getMulticastConfig().isEnabled()).isFalse();
        assertThat(network.getJoin().getAutoDetectionConfig().isEnabled()).isFalse();
        assertThat(network.getJoin().getTcpIpConfig().getMembers())
                .containsExactlyInAnyOrder("127.0.0.1:" + ports.get(0), "127.0.0.1:" + ports.get(1));
        assertThat(hazelcast.getProperty("hazelcast.phone.home.enabled")).isEqualTo("false");
        assertThat(hazelcast.getProperty("hazelcast.shutdownhook.enabled")).isEqualTo("false");
    }

    private Clustering join(String id, int index, String roles) throws TimeoutException {
        Clustering node = Clustering.join(config(id, index, roles)).await(60, TimeUnit.SECONDS);
        joined.add(node);
        return node;
    }

    private CurlewConfig config(String id, int index, String roles) {
        return ConfigLoader.load(
                Path.of("conf/development.yaml"),
                Map.of(),
                List.of(
                        "node.id=" + id,
                        "roles=" + roles,
                        "cluster.port=" + ports.get(index),
                        "cluster.members=127.0.0.1:" + ports.get(0) + ",127.0.0.1:" + ports.get(1)));
    }
}
