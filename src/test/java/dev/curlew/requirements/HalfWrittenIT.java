package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestHttp;
import dev.curlew.config.MysqlConfig;
import dev.curlew.protocol.Json;
import io.vertx.sqlclient.Row;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A change of two rows whose connection dies after the first of them: what a node that is killed there leaves behind. */
class HalfWrittenIT extends SharedClusterProbe {

    private Relations relations;
    private Account alice;
    private Account bob;

    @BeforeEach
    void open() {
        relations = new Relations(cluster);
        relations.setting("chat_policy", "friends");
        alice = relations.user("alice");
        bob = relations.user("bob");
        await().atMost(SOON)
                .until(() -> relations.send(0, alice, bob) == 40305 && relations.send(1, bob, alice) == 40305);
    }

    @AfterEach
    void close() {
        relations.close();
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void acceptingLeavesBothSidesOrNone() throws Exception {
        JsonNode request = relations.ask(alice, bob);
        String held = "INSERT INTO " + relations.table("friends") + " (uid, friend_uid, created_at) VALUES ("
                + alice.uid() + ", " + bob.uid() + ", 0)";
        TestHttp.Response died = killedAfterTheFirstWrite(
                held,
                () -> relations.call(
                        1,
                        bob,
                        "PATCH",
                        "/friend-requests/" + request.path("id").asLong(),
                        Json.object().put("action", "accept")));
        assertThat(died.body().path("code").asInt()).isEqualTo(50300);
        assertThat(relations.friendRows(alice, bob)).isZero();
        assertThat(relations
                        .ok(bob, "GET", "/friend-requests", null)
                        .path("requests")
                        .path(0)
                        .path("state")
                        .asText())
                .isEqualTo("pending");
        assertThat(relations
                        .sql("SELECT id FROM " + relations.table("im_notices"))
                        .size())
                .isZero();
        assertThat(relations.notices(alice, bob)).isEmpty();
        for (int node = 0; node < 2; node++) {
            assertThat(relations.send(node, alice, bob)).isEqualTo(40305);
            assertThat(relations.send(node, bob, alice)).isEqualTo(40305);
        }
        relations.decide(bob, request, "accept");
        assertThat(relations.friendRows(alice, bob)).isEqualTo(2);
        assertThat(relations.send(0, alice, bob)).isZero();
        assertThat(relations.send(1, bob, alice)).isZero();
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void deletingLeavesBothSidesOrNone() throws Exception {
        relations.befriend(alice, bob);
        String held = "SELECT * FROM " + relations.table("friends") + " WHERE uid = " + bob.uid() + " AND friend_uid = "
                + alice.uid() + " FOR UPDATE";
        TestHttp.Response died =
                killedAfterTheFirstWrite(held, () -> relations.call(0, alice, "DELETE", "/friends/" + bob.uid(), null));
        assertThat(died.body().path("code").asInt()).isEqualTo(50300);
        assertThat(relations.friendRows(alice, bob)).isEqualTo(2);
        for (int node = 0; node < 2; node++) {
            assertThat(relations.send(node, alice, bob)).isZero();
            assertThat(relations.send(node, bob, alice)).isZero();
        }
        relations.unfriend(alice, bob);
        assertThat(relations.friendRows(alice, bob)).isZero();
        assertThat(relations.send(0, alice, bob)).isEqualTo(40305);
        assertThat(relations.send(1, bob, alice)).isEqualTo(40305);
    }

    /** @param held a statement that keeps the second row from being written while its transaction lasts */
    private TestHttp.Response killedAfterTheFirstWrite(String held, Supplier<TestHttp.Response> call)
            throws SQLException {
        MysqlConfig config = cluster.config(0).mysql();
        String url = "jdbc:mariadb://" + config.host() + ":" + config.port() + "/?sslMode=disable";
        try (Connection holder = DriverManager.getConnection(url, config.user(), config.password());
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute(held);
            CompletableFuture<TestHttp.Response> answer = CompletableFuture.supplyAsync(call);
            long halfway =
                    await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(this::halfway, id -> id > 0);
            relations.sql("KILL CONNECTION " + halfway);
            TestHttp.Response died = answer.join();
            holder.rollback();
            return died;
        }
    }

    /** The connection that has written a row and waits for the next. */
    private long halfway() {
        String sql = "SELECT trx_mysql_thread_id FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'"
                + " AND trx_rows_modified > 0 AND trx_query LIKE '%" + relations.tenant + "`.`friends`%'";
        for (Row row : relations.sql(sql)) {
            return row.getLong(0);
        }
        return 0;
    }
}
