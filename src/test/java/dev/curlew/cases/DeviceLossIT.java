package dev.curlew.cases;

import static dev.curlew.cases.Devices.IOS;
import static dev.curlew.cases.Devices.WEB;
import static dev.curlew.cases.Devices.staysOpen;
import static dev.curlew.cases.Devices.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.NodeAddress;
import dev.curlew.dev.NodeCode;
import dev.curlew.dev.NodeProcess;
import dev.curlew.dev.Ports;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Devices and nodes that end without a word: one node is a process of its own, to be killed. */
class DeviceLossIT {

    private static final String OWN = "loss";
    private static final int TTL_S = 8;

    private static TestCluster cluster;
    private static NodeProcess other;

    @BeforeAll
    static void start() {
        cluster = TestCluster.start(TestStores.shared(), OWN, 1, "presence.ttl_ms=" + TTL_S * 1_000);
    }

    @AfterAll
    static void stop() {
        if (other != null) {
            other.kill();
        }
        cluster.close();
    }

    @Test
    void oneOfTwoDevicesLeavingKeepsTheUserOnline() {
        Devices devices = new Devices(cluster, null);
        Account user = devices.login("user", IOS);
        Account asker = devices.login("asker", WEB);
        TestClient phone = devices.socket(0, user, IOS, null).autoPing(Duration.ofSeconds(1));
        TestClient desk = devices.socket(0, devices.login("user", WEB), WEB, null);
        assertThat(state(asker, user)).isEqualTo("online");
        desk.close();
        within(5, () -> assertThat(presence(asker, user).path("devices")).hasSize(1));
        assertThat(state(asker, user)).isEqualTo("online");
        phone.cut();
        within(TTL_S, () -> assertThat(state(asker, user)).isEqualTo("offline"));
    }

    @Test
    @Requirement("X-007")
    void lastSeenIsStillKnownWhenRedisHasForgottenTheUser() {
        Devices devices = new Devices(cluster, null);
        Account user = devices.login("user", WEB);
        Account asker = devices.login("asker", WEB);
        Account neverSeen = devices.login("never", WEB);
        long before = System.currentTimeMillis();
        devices.socket(0, user, WEB, null).close();
        within(
                5,
                () -> assertThat(presence(asker, user).path("last_seen_at").asLong())
                        .isPositive());
        // The hash lives no longer than the presence TTL.
        within(TTL_S + 5, () -> assertThat(inRedis(devices, user)).isFalse());
        JsonNode kept = presence(asker, user);
        assertThat(kept.path("state").asText()).isEqualTo("offline");
        assertThat(kept.path("last_seen_at").asLong()).isBetween(before - 5_000, System.currentTimeMillis());
        try (TestClient socket = devices.socket(0, asker, WEB, null)) {
            ObjectNode ask = Json.object();
            ask.putArray("uids").add(user.uid()).add(neverSeen.uid()).add(999_999_999);
            JsonNode users = socket.call("presence", ask).path("users");
            assertThat(users).hasSize(3);
            assertThat(users.path(0).path("last_seen_at")).isEqualTo(kept.path("last_seen_at"));
            assertThat(users.path(1).path("last_seen_at").isNull()).isTrue();
        }
    }

    @Test
    void afterANodeWasKilledItsDevicesLogInElsewhereAtOnce() {
        other = startOther();
        String there = "http://127.0.0.1:" + other.address().port();
        Devices devices = new Devices(cluster, "one");
        Account asker = devices.login("asker", WEB);
        Account stays = devices.login("stays away", WEB);
        Account old = devices.login("user", WEB);
        Account same = devices.login("same", IOS);
        List<TestClient> lost = List.of(
                connect(there, stays, WEB, null), connect(there, old, WEB, "tab"), connect(there, same, IOS, "phone"));
        within(5, () -> assertThat(state(asker, stays)).isEqualTo("online"));
        other.kill();
        lost.forEach(socket -> Devices.closeCode(socket, 5));

        long before = System.nanoTime();
        TestClient back = devices.socket(0, same, IOS, "phone").autoPing(Duration.ofSeconds(1));
        Account fresh = devices.login("user", WEB);
        TestClient newest = devices.socket(0, fresh, WEB, "tab").autoPing(Duration.ofSeconds(1));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
        assertThat(presence(asker, same).path("devices")).hasSize(1);
        // The node that could have ended the old login is gone; the login has ended all the same.
        assertThat(devices.refusal(0, old, WEB)).isIn(40102, 4409);
        within(5, () -> assertThat(devices.httpCode(0, old)).isEqualTo(40102));
        assertThat(devices.httpCode(0, same)).isZero();

        within(TTL_S + 5, () -> assertThat(state(asker, stays)).isEqualTo("offline"));
        assertThat(state(asker, same)).isEqualTo("online");
        staysOpen(back);
        staysOpen(newest);
        back.close();
        newest.close();
    }

    private static TestClient connect(String url, Account login, int platform, String device) {
        TestClient client = TestClient.connect(url);
        client.login(login.token(), platform, device, false);
        return client.autoPing(Duration.ofSeconds(1));
    }

    private static NodeProcess startOther() {
        CurlewConfig config = cluster.config(0);
        int port = Ports.free();
        List<String> members =
                List.of("127.0.0.1:" + port, config.cluster().members().get(0));
        Map<String, String> settings =
                new HashMap<>(cluster.stores().addresses().settings());
        settings.put("redis.db", Integer.toString(config.redis().db()));
        settings.put("mysql.database_prefix", OWN);
        settings.put("mongo.database_prefix", OWN);
        settings.put("kafka.topic_prefix", OWN + "-");
        settings.put("kafka.group_prefix", OWN + "-");
        settings.put("presence.ttl_ms", Integer.toString(TTL_S * 1_000));
        settings.put("log.level", "warn");
        NodeProcess node = NodeProcess.start(
                new NodeAddress("lossprocess", Ports.free(), Ports.free(), port, members),
                NodeCode.find(),
                settings,
                System.out);
        node.awaitReady();
        return node;
    }

    private static JsonNode presence(Account asker, Account of) {
        return cluster.http(0)
                .get("/v1/im/presence?uids=" + of.uid(), asker.token())
                .ok()
                .path("users")
                .path(0);
    }

    private static String state(Account asker, Account of) {
        return presence(asker, of).path("state").asText();
    }

    private static boolean inRedis(Devices devices, Account user) {
        String[] at = cluster.config(0).redis().addr().split(":");
        try (Jedis redis = new Jedis(at[0], Integer.parseInt(at[1]))) {
            redis.select(cluster.config(0).redis().db());
            return redis.exists("im:" + devices.tenant + ":presence:user:{" + user.uid() + "}");
        }
    }
}
