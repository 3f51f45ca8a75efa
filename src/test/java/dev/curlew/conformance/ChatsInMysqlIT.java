package dev.curlew.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.Requirement;
import dev.curlew.config.CurlewConfig;
import dev.curlew.node.TestCluster;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.MysqlPool;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Single chats in {@code im_messages}: neither Kafka nor MongoDB is there. */
class ChatsInMysqlIT extends CountedInRedisSuite {

    private final Vertx vertx = Vertx.vertx();
    private MysqlPool mysql;

    @Override
    String own() {
        return "confmysql";
    }

    @Override
    String[] settings() {
        return new String[] {"store.single=mysql", "mongo.uri=mongodb://127.0.0.1:1", "kafka.bootstrap=127.0.0.1:1"};
    }

    @Override
    Talkers talkers(TestCluster on) {
        return Talkers.pair(on);
    }

    @BeforeAll
    void connect() {
        mysql = new MysqlPool(vertx, cluster().config(0).mysql());
    }

    @AfterAll
    void disconnect() {
        mysql.close().timeout(10, TimeUnit.SECONDS).await();
        vertx.close().timeout(10, TimeUnit.SECONDS).await();
    }

    private List<Row> rows(String table, String rest) {
        Databases databases = new Databases(cluster().config(0).mysql().databasePrefix());
        List<Row> rows = new ArrayList<>();
        mysql.query("SELECT * FROM " + databases.tenant("demo", table) + " " + rest)
                .timeout(10, TimeUnit.SECONDS)
                .await()
                .forEach(rows::add);
        return rows;
    }

    @Test
    @Requirement({"A-227", "A-249", "A-255"})
    void whatIsSaidBetweenTwoAndWhatIsSaidInGroupsHaveTablesOfTheirOwn() {
        Talkers group = Talkers.group(cluster());
        int inGroups = rows("im_group_messages", "WHERE from_user <> 0").size();
        int others = rows("im_messages", "WHERE conversation_id LIKE 'si%' AND from_user <> 0")
                .size();
        assertThat(talk().send(talk().alice, "between two")).isEqualTo(1);
        assertThat(rows("im_group_messages", "WHERE from_user <> 0")).hasSize(inGroups);
        assertThat(rows("im_messages", "WHERE conversation_id LIKE 'si%' AND from_user <> 0"))
                .hasSize(others + 1);
        group.send(group.bob, "to all");
        assertThat(rows("im_group_messages", "WHERE from_user <> 0")).hasSize(inGroups + 1);
        assertThat(rows("im_messages", "WHERE conversation_id LIKE 'si%' AND from_user <> 0"))
                .hasSize(others + 1);
    }

    @Test
    @Requirement({"A-008", "A-171"})
    void withoutRedisHistoryIsWhatTheRowsSay() {
        for (int i = 1; i <= 4; i++) {
            talk().send(i % 2 == 0 ? talk().alice : talk().bob, "text " + i);
        }
        talk().read(talk().bob, 3);
        flush();
        List<Row> rows = rows("im_messages", "WHERE conversation_id = '" + talk().id + "' ORDER BY seqid");
        assertThat(talk().seqs(talk().alice))
                .isEqualTo(rows.stream().map(row -> row.getLong("seqid")).toList());
        assertThat(talk().pull(talk().bob, 0, 10).messages())
                .extracting(message -> message.serverMsgId())
                .isEqualTo(
                        rows.stream().map(row -> row.getString("server_msg_id")).toList());
        assertThat(rows(
                                "im_seq_user",
                                "WHERE conversation_id = '" + talk().id + "' AND user_id = "
                                        + talk().bob.uid())
                        .get(0)
                        .getLong("read_seq"))
                .isEqualTo(3);
        assertThat(talk().unread(talk().bob)).isEqualTo(1);
        assertThat(talk().send(talk().alice, "text 5")).isEqualTo(5);
    }

    private void flush() {
        CurlewConfig config = cluster().config(0);
        String[] at = config.redis().addr().split(":");
        try (Jedis redis = new Jedis(at[0], Integer.parseInt(at[1]))) {
            redis.select(config.redis().db());
            redis.flushDB();
        }
    }
}
