package dev.curlew.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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

    private final List<Clustering> joined = new ArrayList<>();
    private final List<Integer> ports = List.of(Ports.free(), Ports.free());

    @AfterEach
    void leave() throws TimeoutException {
        for (Clustering node : joined) {
            node.vertx().close().await(20, TimeUnit.SECONDS);
        }
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
