package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.client.Account;
import dev.curlew.client.TestHttp;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.NodeAddress;
import dev.curlew.dev.NodeCode;
import dev.curlew.dev.NodeProcess;
import dev.curlew.dev.Stores;
import dev.curlew.dev.TestStores;
import dev.curlew.protocol.Json;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A node as a process, killed with SIGKILL between the writes of one operation: all of its rows are there or none. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledNodeIT {

    private static final String OWN = "killednode";
    private static final String SECRET = "dev-admin-secret";

    private NodeProcess node;
    private CurlewConfig config;
    private Connection mysql;
    private Account alice;
    private Account bob;
    private Account carol;

    @BeforeAll
    void start() throws SQLException {
        Stores stores = TestStores.shared();
        config = TestConfig.on(stores, OWN);
        Map<String, String> settings = new HashMap<>(stores.addresses().settings());
        settings.put("mysql.database_prefix", OWN);
        settings.put("mongo.database_prefix", OWN);
        settings.put("kafka.topic_prefix", OWN + "-");
        settings.put("kafka.group_prefix", OWN + "-");
        settings.put("redis.key_prefix", OWN);
        settings.put("log.level", "warn");
        settings.put("redis.pending_ttl_seconds", "5");
        node = NodeProcess.start(NodeAddress.free(1).get(0), NodeCode.find(), settings, System.out);
        node.awaitReady();
        mysql = DriverManager.getConnection(
                "jdbc:mariadb://" + config.mysql().host() + ":" + config.mysql().port() + "/" + OWN + "_demo",
                config.mysql().user(),
                config.mysql().password());
        alice = user("alice-killed");
        bob = user("bob-killed");
        carol = user("carol-killed");
    }

    @AfterAll
    void stop() throws SQLException {
        node.kill();
        mysql.close();
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void makingAGroup() throws Exception {
        List<String> looks = List.of("SELECT COUNT(*) FROM im_groups", "SELECT COUNT(*) FROM im_group_members");
        ObjectNode body = Json.object().put("name", "made by a node that dies");
        body.putArray("member_uids").add(bob.uid());
        allOrNothing("im_notices", looks, () -> post(alice, "/v1/im/groups", body));
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void puttingAMemberOut() throws Exception {
        ObjectNode body = Json.object().put("name", "one is put out");
        body.putArray("member_uids").add(bob.uid()).add(carol.uid());
        String topic = post(alice, "/v1/im/groups", body).ok().path("topic").asText();
        long id = GroupWorld.id(topic);
        List<String> looks = List.of(
                "SELECT CONCAT(member_count, ' ', version) FROM im_groups WHERE group_id = " + id,
                "SELECT GROUP_CONCAT(uid, ' ', state, ' ', max_seq ORDER BY uid) FROM im_group_members WHERE group_id = "
                        + id,
                "SELECT high FROM im_topic_seq WHERE topic = '" + topic + "'",
                "SELECT COUNT(*) FROM im_group_messages WHERE group_id = " + id);
        allOrNothing(
                "im_notices",
                looks,
                () -> http().call("DELETE", "/v1/im/groups/" + topic + "/members/" + carol.uid(), alice.token(), null));
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void becomingFriends() throws Exception {
        String request = post(alice, "/v1/im/friend-requests", Json.object().put("to_uid", carol.uid()))
                .ok()
                .path("id")
                .asText();
        allOrNothing(
                "im_notices",
                List.of("SELECT COUNT(*) FROM friends", "SELECT state FROM friend_requests WHERE id = " + request),
                () -> http().call(
                                "PATCH",
                                "/v1/im/friend-requests/" + request,
                                carol.token(),
                                Json.object().put("action", "accept")));
    }

    @Test
    @Requirement("A-128")
    void sayingSomething() throws Exception {
        String topic = post(alice, "/v1/im/groups", Json.object().put("name", "what was said stays said"))
                .ok()
                .path("topic")
                .asText();
        ObjectNode body = Json.object().put("topic", topic).put("client_msg_id", "said");
        body.put("content_type", 101).putObject("content").put("text", "hello");
        try (Sabotage sabotage = new Sabotage(config.mysql(), "demo")) {
            assertThatThrownBy(() -> sabotage.endedAt(
                    "im_group_messages", () -> post(alice, "/v1/im/messages", body), connection -> node.kill()));
        }
        node.start();
        node.awaitReady();
        Awaitility.await().until(() -> post(alice, "/v1/im/messages", body).status() == 200);
        String messages = "SELECT COUNT(*) FROM im_group_messages WHERE from_user <> 0 AND topic = '" + topic + "'";
        assertThat(value(messages)).isEqualTo("1");
        assertThat(value("SELECT high - (SELECT COUNT(*) FROM im_group_messages m WHERE m.topic = t.topic)"
                        + " FROM im_topic_seq t WHERE topic = '" + topic + "'"))
                .isEqualTo("0");
    }

    /** @param table the last one written to; what comes before it must not stay */
    private void allOrNothing(String table, List<String> looks, Callable<Response> call) throws Exception {
        List<String> before = look(looks);
        try (Sabotage sabotage = new Sabotage(config.mysql(), "demo")) {
            assertThatThrownBy(() -> sabotage.endedAt(table, call, connection -> node.kill()));
        }
        Awaitility.await()
                .until(() -> value("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE id <>"
                                + " CONNECTION_ID() AND info LIKE 'INSERT INTO%" + OWN + "%'")
                        .equals("0"));
        assertThat(look(looks)).isEqualTo(before);

        node.start();
        node.awaitReady();
        assertThat(look(looks)).isEqualTo(before);
        assertThat(call.call().status() / 100).isEqualTo(2);
        assertThat(look(looks)).doesNotContainAnyElementsOf(before);
    }

    private List<String> look(List<String> statements) throws SQLException {
        List<String> found = new ArrayList<>();
        for (String sql : statements) {
            found.add(statements.indexOf(sql) + ": " + value(sql));
        }
        return found;
    }

    private String value(String sql) throws SQLException {
        try (Statement statement = mysql.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    private Account user(String name) {
        return http().adminToken(SECRET, "demo", name, 5);
    }

    private Response post(Account as, String path, ObjectNode body) {
        return http().post(path, as.token(), body);
    }

    private TestHttp http() {
        return new TestHttp(node.url());
    }
}
