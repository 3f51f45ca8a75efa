package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a message to ten thousand members costs whom: three nodes, a hundred members on each, the others away. */
class GroupAudienceIT extends GroupSendProbe {

    private static final int MANY = 10_000;
    private static final int ON_EACH = 100;
    private static final Duration SOON = Duration.ofSeconds(30);

    private final List<Account> there = new ArrayList<>();
    private final List<TestClient> sockets = new ArrayList<>();
    private final String crowd = "audience-" + System.nanoTime();
    private Account owner;
    private String topic;

    GroupAudienceIT() {
        super("audience");
    }

    @BeforeAll
    @Override
    void begin() {
        super.begin();
        owner = cluster.user("owner");
        for (int i = 0; i < 3 * ON_EACH; i++) {
            there.add(cluster.user("there"));
        }
        topic = world.group(owner);
        List<Long> all = new ArrayList<>(world.crowd(crowd, MANY - 1 - there.size()));
        there.forEach(one -> all.add(one.uid()));
        for (int from = 0; from < all.size(); from += 1_000) {
            List<Long> some = all.subList(from, Math.min(all.size(), from + 1_000));
            world.call(0, owner, "POST", "/" + topic + "/members", GroupWorld.uids(some))
                    .ok();
        }
        for (int i = 0; i < there.size(); i++) {
            sockets.add(cluster.socket(i % 3, there.get(i)));
        }
        Awaitility.await().atMost(SOON).until(() -> world.redis.scard(key("online_members")) == there.size());
        // What was said of the members is behind what comes now.
        world.call(0, owner, "PATCH", "/" + topic, json().put("name", "audience"))
                .ok();
        sockets.forEach(one -> GroupsOnline.group(one, topic, "info"));
    }

    @AfterAll
    @Override
    void end() {
        sockets.forEach(TestClient::close);
        super.end();
    }

    @Test
    @Requirement("A-096")
    void oneHandOverANodeReachesAllWhoAreThereAndTheOthersPull() {
        double before = total("curlew_fanout_group_deliveries_total");
        long seq = said("to all");
        for (TestClient one : sockets) {
            assertThat(message(one, seq).at("/content/text").asText()).isEqualTo("to all");
        }
        settled("curlew_fanout_group_deliveries_total");
        assertThat(total("curlew_fanout_group_deliveries_total") - before)
                .as("one for each node, none for each member")
                .isEqualTo(3);
        for (int one : List.of(0, MANY / 2, MANY - 2 - there.size())) {
            Account away = world.http(1).adminToken(GroupWorld.SECRET, GroupWorld.TENANT, crowd + "-" + one, 5);
            JsonNode pulled = world.http(one % 3)
                    .get("/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages", away.token())
                    .ok();
            assertThat(pulled.toString()).contains("to all");
            assertThat(pulled.path("max_seq").asLong()).isEqualTo(seq);
        }
    }

    @Test
    @Requirement("A-144")
    void rowsAreWrittenForMessagesAndNoneForMembers() {
        String few = world.group(owner, there.get(0), there.get(1));
        said("the first has to make what it needs");
        send(0, owner, text(few, "the first", "there too"));
        assertThat(written(topic)).isEqualTo(written(few)).isEqualTo(Map.of("im_group_messages", 10L));
    }

    /** How many rows more each table has after ten messages; of those that have as many as before nothing is said. */
    private Map<String, Long> written(String to) {
        settled("curlew_fanout_group_deliveries_total");
        Map<String, Long> before = rows();
        for (int i = 0; i < 10; i++) {
            seq(send(i % 3, owner, text(to, "ten-" + i, "row by row")));
        }
        settled("curlew_fanout_group_deliveries_total");
        Map<String, Long> more = new HashMap<>();
        rows().forEach((table, count) -> {
            if (!count.equals(before.get(table))) {
                more.put(table, count - before.get(table));
            }
        });
        return more;
    }

    private Map<String, Long> rows() {
        String schema = world.table(GroupWorld.TENANT, "x").split("`")[1];
        Map<String, Long> counts = new HashMap<>();
        world.rows("SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?", schema)
                .forEach(row -> counts.put(
                        row.getString("name"), world.number("SELECT COUNT(*) FROM {" + row.getString("name") + "}")));
        return counts;
    }

    @Test
    @Requirement("A-098")
    void redisHasWhatASendNeedsAndNothingForThoseWhoAreAway() {
        seq(send(0, owner, text(topic, "kept", "in Redis")));
        Awaitility.await().atMost(SOON).until(() -> world.redis.exists(key("hot_msg_seqs")));
        long last = Long.parseLong(world.redis.get(key("last_seq")));
        assertThat(last).isPositive();
        assertThat(world.redis.exists(key("hot_msg:" + last))).isTrue();
        assertThat(world.redis.exists(claimKey(topic, owner, "kept"))).isTrue();
        for (int node = 0; node < 3; node++) {
            String held = key("node:" + cluster.config(node).node().id() + ":online_members");
            assertThat(world.redis.scard(held)).isEqualTo(ON_EACH);
        }
        String presence = world.redis.hget(presence(there.get(0)), "node_id");
        assertThat(
                        presence == null
                                ? world.redis
                                        .hgetAll(presence(there.get(0)) + ":sessions")
                                        .toString()
                                : presence)
                .contains(cluster.config(0).node().id());
        // The members are read by their shards for the reminders.
        Awaitility.await()
                .atMost(SOON)
                .until(() -> !world.redis
                        .keys(key("shard:*:members").replace("{", "\\{"))
                        .isEmpty());
        Account away = world.http(1).adminToken(GroupWorld.SECRET, GroupWorld.TENANT, crowd + "-7", 5);
        assertThat(world.redis.exists(presence(away)))
                .as("who is away has no presence")
                .isFalse();
    }

    @Test
    @Requirement({"A-097", "A-244"})
    void aNodeKnowsOfItsOwnConnectionsOnly() {
        for (int node = 0; node < 3; node++) {
            assertThat(on(node, "curlew_connections")).isEqualTo(ON_EACH);
        }
        double[] before = {
            on(0, "curlew_group_attached"), on(1, "curlew_group_attached"), on(2, "curlew_group_attached")
        };
        String apart = world.group(owner, there.get(1), there.get(4));
        String online = world.key("topic:{" + apart + "}:online_members");
        Awaitility.await().atMost(SOON).until(() -> world.redis.scard(online) == 2);
        assertThat(on(1, "curlew_group_attached") - before[1])
                .as("both are here")
                .isEqualTo(1);
        assertThat(on(0, "curlew_group_attached") - before[0]).isZero();
        assertThat(on(2, "curlew_group_attached") - before[2]).isZero();
        String index = world.key("topic:{" + apart + "}:node:")
                + cluster.config(0).node().id() + ":online_members";
        assertThat(world.redis.exists(index)).isFalse();
    }

    @Test
    @Requirement("A-101")
    void whoIsNamedBesideAGroupIsFoundByTheNodeIdOfTheirPresence() {
        Account found = cluster.user("found");
        Account lost = cluster.user("lost");
        String small = world.group(owner, found, lost);
        try (TestClient one = cluster.socket(2, found);
                TestClient other = cluster.socket(2, lost)) {
            String online = world.key("topic:{" + small + "}:online_members");
            Awaitility.await().atMost(SOON).until(() -> world.redis.scard(online) == 2);
            String sessions = presence(lost) + ":sessions";
            Map<String, String> known = world.redis.hgetAll(sessions);
            String here = cluster.config(2).node().id();
            assertThat(known.values()).allMatch(value -> value.startsWith(here + "|"));
            // A node that died: nothing is sent there, and nothing else breaks.
            known.forEach((session, value) ->
                    world.redis.hset(sessions, session, "gone-" + System.nanoTime() + value.substring(here.length())));
            for (Account gone : List.of(lost, found)) {
                world.call(0, owner, "DELETE", "/" + small + "/members/" + gone.uid(), null)
                        .ok();
            }
            assertThat(GroupsOnline.group(one, small, "removed")).isNotNull();
            assertThat(other.events().stream().map(JsonNode::toString))
                    .noneMatch(event -> event.contains("\"removed\"") && event.contains(small));
        }
    }

    private long said(String text) {
        return seq(send(0, owner, text(topic, "said-" + System.nanoTime(), text)));
    }

    private JsonNode message(TestClient client, long seq) {
        while (true) {
            JsonNode message = client.awaitEvent("message", SOON);
            assertThat(message).isNotNull();
            if (message.path("topic").asText().equals(topic)
                    && message.path("seq").asLong() == seq) {
                return message;
            }
        }
    }

    private String key(String rest) {
        return world.key("topic:{" + topic + "}:" + rest);
    }

    private String presence(Account account) {
        return world.key("presence:user:{" + account.uid() + "}");
    }

    private double total(String meter) {
        return on(0, meter) + on(1, meter) + on(2, meter);
    }

    private double on(int node, String meter) {
        double sum = 0;
        for (String line : cluster.metrics(node).split("\n")) {
            if (line.startsWith(meter + " ") || line.startsWith(meter + "{")) {
                sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
            }
        }
        return sum;
    }

    /** Until it stands still. */
    private void settled(String meter) {
        double before;
        do {
            before = total(meter);
            Pause.millis(1_000);
        } while (total(meter) > before);
    }
}
