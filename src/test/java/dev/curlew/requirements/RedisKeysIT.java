package dev.curlew.requirements;

import static dev.curlew.requirements.Probe.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.Page;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The keys in Redis: their names, types and lives, and that none of them is the only place of anything. */
class RedisKeysIT {

    private static TestCluster cluster;
    private static Probe probe;
    private static Jedis redis;

    @BeforeAll
    static void start() {
        cluster = TestCluster.shared();
        probe = new Probe(cluster.config(0));
        redis = probe.redis();
    }

    @AfterAll
    static void stop() {
        probe.close();
    }

    @Test
    @Requirement({"B-212", "B-213", "B-214", "B-215"})
    void eachFamilyHasItsTypeAndLife() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        String conversation = alice.conversationWith(bob.uid());
        long before = System.currentTimeMillis();
        try (TestClient socket = cluster.socket(0, alice);
                TestClient reader = cluster.socket(1, bob)) {
            for (int i = 1; i <= 120; i++) {
                socket.call("send", text(bob, "m" + i, "text"));
                Map<String, String> block = redis.hgetAll(sequence(conversation));
                assertThat(Long.parseLong(block.get("CURR")))
                        .isEqualTo(i)
                        .isLessThanOrEqualTo(Long.parseLong(block.get("LAST")));
                assertThat(Long.parseLong(block.get("TIME"))).isBetween(before, System.currentTimeMillis());
            }
            reader.call(
                    "read", Json.object().put("conversation_id", conversation).put("read_seq", 7));
        }
        for (int i = 1; i <= 120; i++) {
            String key = "im:demo:MSG_CACHE:{" + conversation + "}:" + i;
            assertThat(redis.type(key)).isEqualTo("hash");
            assertThat(redis.ttl(key)).isBetween(86_400L - 120, 86_400L);
        }
        assertThat(redis.type(sequence(conversation))).isEqualTo("hash");
        assertThat(redis.ttl(sequence(conversation))).isBetween(31_536_000L - 120, 31_536_000L);
        assertThat(redis.hgetAll(sequence(conversation)).keySet()).isEqualTo(Set.of("CURR", "LAST", "TIME"));
        assertThat(redis.get(read(conversation, alice))).isEqualTo("120");
        assertThat(redis.get(read(conversation, bob))).isEqualTo("7");
        for (Account user : List.of(alice, bob)) {
            assertThat(redis.type(read(conversation, user))).isEqualTo("string");
            assertThat(redis.ttl(read(conversation, user))).isBetween(2_592_000L - 120, 2_592_000L);
            for (String key : List.of("CHANGES:{" + user.uid() + "}", "CONVERSATION_USER_MAX:{" + user.uid() + "}")) {
                assertThat(redis.ttl("im:demo:" + key)).isBetween(43_200L - 120, 43_200L);
            }
        }
    }

    @Test
    @Requirement({"A-258", "X-002"})
    void allKeysOfTwoTenantsBeginWithTheirTenant() {
        TestHttp http = cluster.http(0);
        String secret = cluster.config(0).auth().adminSecret();
        http.post(
                "/v1/admin/tenants",
                secret,
                Json.object().put("tenant", "second").put("name", "Second"));
        for (String tenant : List.of("demo", "second")) {
            Account one = http.adminToken(secret, tenant, "one-" + System.nanoTime(), TestCluster.WEB);
            Account two = http.adminToken(secret, tenant, "two-" + System.nanoTime(), TestCluster.WEB);
            try (TestClient socket = cluster.socket(0, one)) {
                socket.call("send", text(two, "m1", "text"));
                socket.call("presence", Json.mapper().valueToTree(Map.of("uids", List.of(two.uid()))));
            }
            assertThat(redis.keys("im:" + tenant + ":MSG_CACHE:*")).isNotEmpty();
        }
        assertThat(redis.keys("*")).allMatch(key -> key.matches("im:[a-z0-9-]+:.+"));
    }

    @Test
    @Requirement("B-216")
    void losingEachFamilyBetweenSendsLosesAndRepeatsNothing() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        String conversation = alice.conversationWith(bob.uid());
        List<String> families = List.of(
                "MSG_CACHE:{" + conversation + "}:*",
                "MALLOC_SEQ:{" + conversation + "}:*",
                "SEQ_USER_READ:{" + conversation + "}:*",
                "HEAD:{" + conversation + "}",
                "UNCOUNTED:{" + conversation + "}*",
                "CONVERSATION*",
                "CHANGES:{" + alice.uid() + "}",
                "CHANGES:{" + bob.uid() + "}",
                "user:*");
        List<Long> seqs = new ArrayList<>();
        try (TestClient socket = cluster.socket(0, alice);
                TestClient reader = cluster.socket(1, bob)) {
            for (int round = 0; round < families.size() + 2; round++) {
                for (int i = 0; i < 3; i++) {
                    seqs.add(socket.call("send", text(bob, "m" + round + "-" + i, "text"))
                            .path("seq")
                            .asLong());
                }
                probe.awaitElements(conversation, seqs.size());
                if (round < families.size()) {
                    redis.keys("im:demo:" + families.get(round)).forEach(redis::del);
                } else {
                    redis.flushAll();
                }
                assertThat(cluster.http(0).unreadTotal(bob)).isEqualTo(seqs.size());
                assertThat(pulled(bob, conversation)).containsExactlyElementsOf(seqs);
            }
            long last = seqs.get(seqs.size() - 1);
            assertThat(seqs)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, last).boxed().toList());
            reader.call(
                    "read", Json.object().put("conversation_id", conversation).put("read_seq", last - 2));
            redis.flushAll();
            assertThat(cluster.http(0).unreadTotal(bob)).isEqualTo(2);
            JsonNode again = socket.call("send", text(bob, "m0-0", "text"));
            assertThat(again.path("seq").asLong()).isEqualTo(1);
            assertThat(again.path("duplicate").asBoolean()).isTrue();
        }
    }

    private static List<Long> pulled(Account reader, String conversation) {
        Page page = cluster.http(1).pull(reader, conversation, 0, 200);
        return page.messages().stream().map(SeenMessage::seq).toList();
    }

    private static String sequence(String conversation) {
        return "im:demo:MALLOC_SEQ:{" + conversation + "}:CURR";
    }

    private static String read(String conversation, Account user) {
        return "im:demo:SEQ_USER_READ:{" + conversation + "}:" + user.uid();
    }
}
