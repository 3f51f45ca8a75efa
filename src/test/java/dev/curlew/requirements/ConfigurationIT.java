package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.TestHttp;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The configuration of the installation on two nodes that read it by the clock so rarely that only the word of a change can tell them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConfigurationIT {

    private static final String OWN = "configit";
    private static final String SECRET = "dev-admin-secret";

    private TestCluster cluster;
    private Connection sql;
    private long beforeFirstRequest;

    @BeforeAll
    void start() throws SQLException {
        cluster = TestCluster.start(
                TestStores.shared(), OWN, 2, "config.refresh_s=3600", "tenant.refresh_ms=3600000", "tenant.demo=true");
        var mysql = cluster.config(0).mysql();
        sql = DriverManager.getConnection(
                "jdbc:mariadb://" + mysql.host() + ":" + mysql.port() + "/", mysql.user(), mysql.password());
        execute("SET GLOBAL log_output = 'TABLE'");
        execute("TRUNCATE mysql.general_log");
        execute("SET GLOBAL general_log = ON");
        login("none-such", 0);
        beforeFirstRequest = configurationStatements();
        execute("SET GLOBAL general_log = OFF");
    }

    @AfterAll
    void stop() throws SQLException {
        execute("SET GLOBAL general_log = OFF");
        sql.close();
        cluster.close();
    }

    @Test
    @Requirement({"A-030", "A-239"})
    void theFirstRequestMakesNoStatementOnTheConfiguration() {
        assertThat(beforeFirstRequest).isZero();
    }

    @Test
    @Requirement("A-025")
    void aThousandReadsOfAParameterCostAtMostOneStatementOfANode() throws SQLException {
        change("PATCH", "/v1/admin/parameters", "{\"parameters\":{\"site.name\":\"Curlew\"}}")
                .ok();
        within(() -> assertThat(parameter(1, "site.name")).isEqualTo("Curlew"));
        execute("TRUNCATE mysql.general_log");
        execute("SET GLOBAL general_log = ON");
        for (int i = 0; i < 1_000; i++) {
            assertThat(parameter(i % 2, "site.name")).isEqualTo("Curlew");
        }
        execute("SET GLOBAL general_log = OFF");
        // One for each node: the word of the change comes to the one that made it too, perhaps only now.
        assertThat(statementsOn("hg_sys_config")).isLessThanOrEqualTo(2);
    }

    @Test
    @Requirement("A-032")
    void aChangeIsInForceOnTheOtherNodeWithinTwoSeconds() {
        change("PATCH", "/v1/admin/parameters", "{\"parameters\":{\"a.b\":\"1\",\"gone\":\"x\"}}")
                .ok();
        within(() -> assertThat(parameter(1, "a.b")).isEqualTo("1"));
        Response changed = change("PATCH", "/v1/admin/parameters", "{\"parameters\":{\"a.b\":\"2\",\"gone\":null}}");
        assertThat(changed.ok().toString()).contains("\"a.b\"").doesNotContain("gone");
        assertThat(parameter(0, "a.b")).as("at once where it was changed").isEqualTo("2");
        within(() -> {
            assertThat(parameter(1, "a.b")).isEqualTo("2");
            assertThat(parameter(1, "gone")).isEmpty();
        });
    }

    @Test
    @Requirement("A-026")
    void aDictionaryIsReadWithItsTypeAndOnlyOnce() throws SQLException {
        String path = "/v1/admin/dictionaries/report_reason";
        change(
                        "PUT",
                        path,
                        "{\"name\":\"Reasons\",\"entries\":[{\"value\":\"spam\",\"label\":\"广告\"},"
                                + "{\"value\":\"old\",\"disabled\":true}]}")
                .ok();
        within(() -> assertThat(get(1, path).status()).isEqualTo(200));
        execute("TRUNCATE mysql.general_log");
        execute("SET GLOBAL general_log = ON");
        JsonNode read = get(1, path).ok();
        for (int i = 0; i < 20; i++) {
            assertThat(get(1, path).ok()).isEqualTo(read);
        }
        execute("SET GLOBAL general_log = OFF");
        assertThat(read.path("name").asText()).isEqualTo("Reasons");
        assertThat(read.at("/entries/0/label").asText()).isEqualTo("广告");
        assertThat(read.at("/entries/1/value").asText()).isEqualTo("old");
        assertThat(read.at("/entries/1/disabled").asBoolean()).isTrue();
        // The node that was changed may read it once more when its own word comes back to it.
        assertThat(statementsOn("hg_sys_dict")).isLessThanOrEqualTo(1);
        change("PUT", path, "{\"entries\":[{\"value\":\"new\"}]}").ok();
        within(() -> assertThat(get(1, path).ok().path("entries").size()).isEqualTo(1));
        assertThat(change("DELETE", path, null).status()).isEqualTo(204);
        within(() -> assertThat(code(get(1, path))).isEqualTo(40400));
        assertThat(code(change("DELETE", path, null))).isEqualTo(40400);
    }

    @Test
    void secretsOfServicesAreWrittenAndNeverShown() throws SQLException {
        String path = "/v1/admin/third-party/sms";
        JsonNode set = change(
                        "PATCH",
                        path,
                        "{\"settings\":{\"url\":\"http://sms.invalid/\"},\"secrets\":{\"secret\":\"very-secret\"}}")
                .ok();
        assertThat(set.at("/secrets/secret").asText()).isEqualTo("***");
        change("PATCH", path, "{\"settings\":{\"url\":\"http://other.invalid/\"}}")
                .ok();
        within(() -> {
            String all = get(1, "/v1/admin/third-party").ok().toString();
            assertThat(all).contains("http://other.invalid/", "***").doesNotContain("very-secret");
        });
        try (ResultSet row =
                sql.createStatement().executeQuery("SELECT secrets FROM " + OWN + "_control.third_party_settings")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).as("kept by the later change").contains("very-secret");
        }
        Response refused = change("PATCH", path, "{\"secrets\":{\"secrett\":\"hidden\"}}");
        assertThat(code(refused)).isEqualTo(40002);
        assertThat(refused.body().toString()).contains("secrett", "secret").doesNotContain("hidden");
        assertThat(code(change("PATCH", "/v1/admin/third-party/smss", "{}"))).isEqualTo(40400);
        for (String url : new String[] {"", "sms.invalid", "ftp://sms.invalid/", "http://a b/"}) {
            ObjectNode wrong = Json.object();
            wrong.putObject("settings").put("url", url);
            assertThat(code(change("PATCH", path, wrong.toString()))).as(url).isEqualTo(40002);
        }
        change("PATCH", path, "{\"settings\":{\"url\":null}}").ok();
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThat(code(change("PATCH", "/v1/admin/parameters", "{\"parameters\":{\"No Name\":\"x\"}}")))
                .isEqualTo(40002);
        assertThat(code(change("PATCH", "/v1/admin/parameters", "{\"parameters\":{\"n\":7}}")))
                .isEqualTo(40002);
        assertThat(code(change("PATCH", "/v1/admin/parameters", "{}"))).isEqualTo(40002);
        ObjectNode long1 = Json.object();
        long1.putObject("parameters").put("n", "x".repeat(4097));
        assertThat(code(change("PATCH", "/v1/admin/parameters", long1.toString())))
                .isEqualTo(40002);
        ObjectNode twice = Json.object();
        ArrayNode entries = twice.putArray("entries");
        entries.addObject().put("value", "a");
        entries.addObject().put("value", "a");
        assertThat(code(change("PUT", "/v1/admin/dictionaries/twice", twice.toString())))
                .isEqualTo(40002);
        assertThat(code(get(0, "/v1/admin/dictionaries/twice"))).isEqualTo(40400);
        assertThat(cluster.http(0).get("/v1/admin/parameters", "wrong").status())
                .isEqualTo(401);
    }

    private void login(String enterpriseCode, int node) {
        ObjectNode body = Json.object()
                .put("enterprise_code", enterpriseCode)
                .put("account", "alice")
                .put("password", "x")
                .put("platform", 5);
        assertThat(cluster.http(node).post("/v1/im/auth/login", null, body).status())
                .isEqualTo(401);
    }

    private String parameter(int node, String name) {
        for (JsonNode one : get(node, "/v1/admin/parameters").ok().path("parameters")) {
            if (one.path("name").asText().equals(name)) {
                return one.path("value").asText();
            }
        }
        return "";
    }

    private Response get(int node, String path) {
        return cluster.http(node).get(path, SECRET);
    }

    private Response change(String method, String path, String body) {
        TestHttp http = cluster.http(0);
        return http.call(method, path, SECRET, body == null ? null : Json.read(body, JsonNode.class));
    }

    private static int code(Response response) {
        return response.body().path("code").asInt();
    }

    private long configurationStatements() throws SQLException {
        return statementsOn("(hg_sys|third_party|enterprises|tenants)");
    }

    /** Statements of this test's nodes on tables of the control database. */
    private long statementsOn(String tables) throws SQLException {
        String query = "SELECT COUNT(*) FROM mysql.general_log WHERE command_type = 'Execute' AND argument REGEXP '"
                + OWN + "_control`\\\\.`" + tables + "' AND argument NOT LIKE '%general_log%'";
        try (Statement statement = sql.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private void execute(String statement) throws SQLException {
        try (Statement one = sql.createStatement()) {
            one.execute(statement);
        }
    }

    private static void within(ThrowingRunnable check) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(2))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(check);
    }
}
