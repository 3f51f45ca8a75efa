package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tenant keeps only for so long is deleted for all when that is over, and nothing else is. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RetentionIT {

    private static final Duration SOON = Duration.ofSeconds(20);

    private TestCluster cluster;
    private GroupWorld world;

    private void start(String tables) {
        stop();
        cluster = TestCluster.start(
                TestStores.shared(),
                "retention" + tables,
                2,
                "housekeeping.interval_ms=200",
                "mysql.group_tables=" + tables);
        world = new GroupWorld(cluster);
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            world.close();
            cluster.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "monthly"})
    @Requirement("A-204")
    void onlyWhatIsOverIsDeleted(String tables) {
        start(tables);
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        long good = send(two.get(0), topic, "for good");
        keep(3_600_000);
        long hour = send(two.get(0), topic, "for an hour");
        try (TestClient member = cluster.socket(1, two.get(1))) {
            keep(2_000);
            long moment = send(two.get(0), topic, "for a moment");
            assertThat(pulled(two.get(1), topic)).contains("for a moment");
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> !pulled(two.get(1), topic).contains("for a moment"));
            assertThat(pulled(two.get(1), topic)).contains("for good", "for an hour");
            JsonNode told = member.awaitEvent("deleted", SOON);
            assertThat(told.path("seqs").toString()).isEqualTo("[" + moment + "]");
            assertThat(row(topic, good).getValue("expires_at")).isNull();
            assertThat(row(topic, hour).getValue("expires_at")).isNotNull();
            assertThat(row(topic, hour).getString("status")).isEqualTo("normal");
            assertThat(row(topic, moment).getString("status")).isEqualTo("deleted");
            assertThat(row(topic, moment).getValue("deleted_at")).isNotNull();
            assertThat(row(topic, moment).getString("content")).isEqualTo("{}");
        }
    }

    @Test
    @Requirement("A-204")
    void aTimeThatIsNoneIsRefused() {
        if (cluster == null) {
            start("one");
        }
        for (String value : List.of("-1", "\"a day\"", "1.5")) {
            ObjectNode body = Json.object();
            body.putObject("settings").set("group_keep_ms", Json.read(value, JsonNode.class));
            assertThat(GroupWorld.code(world.http(0)
                            .call("PATCH", "/v1/admin/tenants/" + GroupWorld.TENANT, GroupWorld.SECRET, body)))
                    .isEqualTo(GroupProbe.INVALID);
        }
    }

    private void keep(long ms) {
        ObjectNode body = Json.object();
        body.putObject("settings").put("group_keep_ms", ms);
        world.http(0)
                .call("PATCH", "/v1/admin/tenants/" + GroupWorld.TENANT, GroupWorld.SECRET, body)
                .ok();
    }

    private long send(Account who, String topic, String text) {
        return GroupSendProbe.seq(TestClient.await(
                world.http(0).send(who, GroupSendProbe.text(topic, "r" + System.nanoTime(), text)),
                TestClient.PATIENCE));
    }

    private String pulled(Account who, String topic) {
        return world.http(1)
                .get("/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages", who.token())
                .ok()
                .toString();
    }

    private Row row(String topic, long seq) {
        String month = cluster.config(0).mysql().groupTables().name().equals("MONTHLY")
                ? "_" + world.number("SELECT month FROM {im_group_seq} WHERE topic = ? AND seqid = ?", topic, seq)
                : "";
        return world.rows(
                        "SELECT status, CAST(content AS CHAR) AS content, deleted_at, expires_at FROM {im_group_messages"
                                + month + "} WHERE topic = ? AND seqid = ?",
                        topic,
                        seq)
                .get(0);
    }
}
