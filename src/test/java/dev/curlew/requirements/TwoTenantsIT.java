package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.dev.RedisDump;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/**
 * Two tenants whose users have the same accounts and the same uids, and whose groups have the same ids, doing the same things at the same
 * time: whatever one of them says carries the tenant's name, and must be seen in that tenant only.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoTenantsIT {

    private static final String SECRET = "dev-admin-secret";
    private static final List<String> TENANTS = List.of("crimson", "azure");
    private static final List<String> NAMES = List.of("ann", "ben", "cat", "dan");
    private static final int ROUNDS = 40;

    private final Map<String, List<Account>> users = new LinkedHashMap<>();
    private final Map<String, String> topics = new LinkedHashMap<>();
    private final Map<String, List<TestClient>> sockets = new LinkedHashMap<>();
    private final Map<String, ConcurrentLinkedQueue<JsonNode>> events = new LinkedHashMap<>();
    private TestCluster cluster;
    private Probe probe;

    @BeforeAll
    void start() {
        cluster = TestCluster.start(TestStores.shared(), "twotenants", 2);
        probe = new Probe(cluster.config(0));
        for (String tenant : TENANTS) {
            http(0).post("/v1/admin/tenants", SECRET, Json.object().put("tenant", tenant))
                    .ok();
            users.put(
                    tenant,
                    NAMES.stream()
                            .map(name -> http(0).adminToken(SECRET, tenant, name, TestCluster.WEB))
                            .toList());
            events.put(tenant, new ConcurrentLinkedQueue<>());
        }
        everybodyAtOnce(this::act);
    }

    @AfterAll
    void stop() {
        sockets.values().forEach(open -> open.forEach(TestClient::close));
        probe.close();
        cluster.close();
    }

    /** What a tenant does: connects, makes a group and friends, and talks in every pair. */
    private void act(String tenant) {
        List<Account> mine = users.get(tenant);
        List<TestClient> open = new ArrayList<>();
        for (int i = 0; i < mine.size(); i++) {
            TestClient client = cluster.socket(i % 2, mine.get(i));
            client.onEvent(events.get(tenant)::add);
            open.add(client);
        }
        sockets.put(tenant, open);
        ObjectNode group = Json.object().put("name", "group of " + tenant);
        var members = group.putArray("member_uids");
        mine.subList(1, 3).forEach(member -> members.add(member.uid()));
        topics.put(
                tenant,
                http(1).post("/v1/im/groups", mine.get(0).token(), group)
                        .ok()
                        .path("topic")
                        .asText());
        http(0).call(
                        "PATCH",
                        "/v1/im/users/me",
                        mine.get(0).token(),
                        Json.object().put("nickname", "ann of " + tenant))
                .ok();
        ask(mine.get(0), mine.get(1), tenant);
        for (int round = 0; round < ROUNDS; round++) {
            int from = round % mine.size();
            int to = (from + 1 + round / mine.size() % (mine.size() - 1)) % mine.size();
            open.get(from).call("send", text(mine.get(to), tenant + " says " + round, "m" + round));
        }
    }

    private void ask(Account from, Account to, String tenant) {
        String request = http(0).post(
                        "/v1/im/friend-requests",
                        from.token(),
                        Json.object().put("to_uid", to.uid()).put("message", "hello from " + tenant))
                .ok()
                .path("id")
                .asText();
        http(1).call(
                        "PATCH",
                        "/v1/im/friend-requests/" + request,
                        to.token(),
                        Json.object().put("action", "accept"))
                .ok();
    }

    @Test
    @Requirement({"A-256", "A-260"})
    void theTwoLookTheSameFromWithin() {
        for (int i = 0; i < NAMES.size(); i++) {
            assertThat(users.get("crimson").get(i).uid())
                    .isEqualTo(users.get("azure").get(i).uid());
        }
        assertThat(topics.get("crimson")).isEqualTo(topics.get("azure"));
    }

    @Test
    @Requirement("A-260")
    void everythingArrivesInItsTenantAndNothingInTheOther() {
        for (String tenant : TENANTS) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> texts(tenant).size() == ROUNDS);
            String all = events.get(tenant).toString();
            assertThat(all).contains("\"group\"").doesNotContain(other(tenant));
        }
    }

    @Test
    @Requirement("A-260")
    void historyAndListsHoldTheTenantsOwn() {
        for (String tenant : TENANTS) {
            StringBuilder seen = new StringBuilder();
            for (Account user : users.get(tenant)) {
                JsonNode list = http(0).get("/v1/im/conversations?limit=200", user.token())
                        .ok();
                seen.append(list);
                for (JsonNode conversation : list.path("conversations")) {
                    String id = conversation.path("conversation_id").asText();
                    seen.append(http(1).get("/v1/im/conversations/" + id + "/messages?limit=200", user.token())
                            .ok());
                }
                for (String path :
                        List.of("/v1/im/bootstrap", "/v1/im/friends", "/v1/im/friend-requests", "/v1/im/groups")) {
                    seen.append(http(1).get(path, user.token()).ok());
                }
            }
            assertThat(seen.toString()).contains(tenant).doesNotContain(other(tenant));
        }
    }

    @Test
    @Requirement("A-260")
    void unreadIsCountedPerTenant() {
        Account red = users.get("crimson").get(3);
        Account blue = users.get("azure").get(3);
        long before = http(0).unreadTotal(blue);
        assertThat(before).isPositive();

        for (JsonNode conversation :
                http(0).get("/v1/im/conversations", red.token()).ok().path("conversations")) {
            String id = conversation.path("conversation_id").asText();
            http(0).post(
                            "/v1/im/conversations/" + id + "/read",
                            red.token(),
                            Json.object()
                                    .put(
                                            "read_seq",
                                            conversation.path("max_seq").asLong()))
                    .ok();
        }

        Awaitility.await().until(() -> http(1).unreadTotal(red) == 0);
        assertThat(http(1).unreadTotal(blue)).isEqualTo(before);
    }

    @Test
    @Requirement("A-260")
    void presenceOfOneIsNotThatOfTheOther() {
        Account redGuest = http(0).adminToken(SECRET, "crimson", "guest", TestCluster.WEB);
        Account blueGuest = http(0).adminToken(SECRET, "azure", "guest", TestCluster.WEB);
        assertThat(redGuest.uid()).isEqualTo(blueGuest.uid());

        try (TestClient online = cluster.socket(0, redGuest)) {
            assertThat(online.session()).isNotBlank();
            Awaitility.await()
                    .until(() -> http(1).presence(users.get("crimson").get(0), redGuest.uid())
                            .equals("online"));
            assertThat(http(1).presence(users.get("azure").get(0), blueGuest.uid()))
                    .isEqualTo("offline");
        }
    }

    @Test
    @Requirement("A-258")
    void everyKeyNamesItsTenantAndHoldsNothingOfTheOther() {
        String prefix = cluster.config(0).redis().keyPrefix();
        Set<String> foreign = new TreeSet<>();
        Map<String, Integer> owned = new LinkedHashMap<>();
        try (Jedis redis = probe.connect()) {
            for (String key : redis.keys(prefix + ":*")) {
                String tenant = key.substring(prefix.length() + 1).split(":")[0];
                owned.merge(tenant, 1, Integer::sum);
                if (TENANTS.contains(tenant) && RedisDump.value(redis, key).contains(other(tenant))) {
                    foreign.add(key);
                }
            }
        }
        assertThat(foreign).isEmpty();
        assertThat(owned).containsKeys("crimson", "azure");
    }

    @Test
    @Requirement({"A-257", "A-260"})
    void metricsTellTheTenantsApart() {
        for (String tenant : TENANTS) {
            double sent = 0;
            for (int node = 0; node < cluster.size(); node++) {
                sent += cluster.metrics(node)
                        .lines()
                        .filter(line -> line.startsWith("curlew_sends_total{"))
                        .filter(line -> line.contains("tenant=\"" + tenant + "\""))
                        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                        .sum();
            }
            assertThat(sent).as(tenant).isEqualTo(ROUNDS);
        }
    }

    private static ObjectNode text(Account to, String text, String id) {
        return Probe.text(to, id, text);
    }

    /** Different texts that arrived as messages in a tenant. */
    private Set<String> texts(String tenant) {
        Set<String> texts = new TreeSet<>();
        events.get(tenant).forEach(event -> {
            String text = event.path("data").path("content").path("text").asText();
            if (!text.isEmpty()) {
                texts.add(text);
            }
        });
        return texts;
    }

    private void everybodyAtOnce(Consumer<String> work) {
        CompletableFuture.allOf(TENANTS.stream()
                        .map(tenant -> CompletableFuture.runAsync(() -> work.accept(tenant)))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    private static String other(String tenant) {
        return tenant.equals("crimson") ? "azure" : "crimson";
    }

    private TestHttp http(int node) {
        return cluster.http(node);
    }
}
