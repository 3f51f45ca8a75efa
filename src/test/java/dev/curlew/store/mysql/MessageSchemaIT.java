package dev.curlew.store.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.Requirement;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The tables of messages as MySQL describes them: columns, and which index answers which question. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MessageSchemaIT {

    private static final String OWN = "messageschemait";
    private static final List<String> TENANTS = List.of("one", "two");

    private MessageTablesProbe probe;

    @BeforeAll
    void migrate() {
        probe = new MessageTablesProbe(OWN);
        probe.fill();
    }

    @AfterAll
    void close() {
        probe.close();
    }

    @Test
    @Requirement({"A-181", "A-256"})
    void everyTenantHasThemInItsOwnSchemaAndTheyCanBeMadeAgain() throws IOException {
        for (String tenant : TENANTS) {
            MessageTablesProbe.await(probe.migrations.tenant(tenant));
            for (String statement : script()) {
                MessageTablesProbe.await(probe.pool.query(
                        statement.replace("NOT EXISTS ", "NOT EXISTS `" + probe.databases.tenantName(tenant) + "`.")));
            }
        }
        RowSet<Row> found = MessageTablesProbe.await(probe.pool.query(
                "SELECT table_schema FROM information_schema.tables WHERE table_name = 'im_group_messages'"
                        + " AND table_schema IN (?, ?)",
                probe.databases.tenantName("one"),
                probe.databases.tenantName("two")));
        assertThat(texts(found)).containsExactlyInAnyOrder(OWN + "_one", OWN + "_two");
        assertThat(probe.count("one")).as("made again, the rows stay").isGreaterThan(10_000);
        assertThat(probe.count("two")).as("of the other tenant").isZero();
        assertThat(MessageTablesProbe.await(probe.pool.query(
                                "SELECT table_name FROM information_schema.columns WHERE table_schema IN (?, ?)"
                                        + " AND column_name IN ('tenant', 'tenant_id')",
                                probe.databases.tenantName("one"),
                                probe.databases.tenantName("two")))
                        .size())
                .isZero();
    }

    @Test
    @Requirement({"A-182", "A-207", "A-217"})
    void columnsAreThoseOfTheDocument() {
        List<String> expected = List.of(
                "id bigint NO null",
                "topic varchar(64) NO null",
                "group_id bigint NO null",
                "seqid bigint NO null",
                "from_user bigint NO null",
                "client_msg_id varchar(64) YES null",
                "msg_type varchar(32) NO text",
                "status varchar(32) NO normal",
                "content json YES null",
                "head json YES null",
                "mentioned_user_ids json YES null",
                "mention_all tinyint NO 0",
                "reply_seqid bigint YES null",
                "root_seqid bigint YES null",
                "file_count int NO 0",
                "content_size int NO 0",
                "has_risk tinyint NO 0",
                "audit_status varchar(32) NO pass",
                "version int NO 1",
                "recalled_at datetime(3) YES null",
                "recalled_by bigint YES null",
                "deleted_at datetime(3) YES null",
                "expires_at datetime(3) YES null",
                "created_at datetime(3) NO null",
                "updated_at datetime(3) NO null");
        assertThat(columns("im_group_messages")).isEqualTo(expected);
        // Behind them are those that conversations of two need when MySQL alone has them.
        assertThat(columns("im_messages"))
                .startsWith(expected.stream()
                        .map(column -> column.replace("group_id", "recv_user").replace("topic", "conversation_id"))
                        .toArray(String[]::new));
        Row id = probe.one(
                "SELECT extra FROM information_schema.columns WHERE table_schema = ? AND table_name ="
                        + " 'im_group_messages' AND column_name = 'id'",
                probe.databases.tenantName("one"));
        assertThat(id.getString(0)).isEqualToIgnoringCase("auto_increment");
        Row table = probe.one(
                "SELECT engine, table_collation FROM information_schema.tables WHERE table_schema = ? AND table_name"
                        + " = 'im_group_messages'",
                probe.databases.tenantName("one"));
        assertThat(table.getString(0)).isEqualTo("InnoDB");
        assertThat(table.getString(1)).isEqualTo("utf8mb4_unicode_ci");
        assertThat(probe.indexes("im_group_messages")).containsEntry("PRIMARY", "unique id");
    }

    @Test
    @Requirement("A-298")
    void everyNumberOfAMessageIsABigint() {
        RowSet<Row> found = MessageTablesProbe.await(probe.pool.query(
                "SELECT CONCAT(table_name, '.', column_name), data_type FROM information_schema.columns WHERE"
                        + " table_schema = ? AND (column_name REGEXP 'seq(id)?$' OR column_name = 'high' OR (table_name ="
                        + " 'im_seq' AND column_name = 'head'))",
                probe.databases.tenantName("one")));
        Map<String, String> types = new TreeMap<>();
        found.forEach(row -> types.put(row.getString(0), row.getString(1)));
        assertThat(types)
                .containsKeys(
                        "im_group_messages.seqid",
                        "im_group_messages.reply_seqid",
                        "im_group_messages.root_seqid",
                        "im_messages.seqid",
                        "im_conversations.min_seq",
                        "im_seq.max_seq",
                        "im_seq_user.read_seq",
                        "im_topic_seq.high",
                        "im_group_files.source_seq")
                .allSatisfy((column, type) -> assertThat(type).isEqualToIgnoringCase("bigint"));
    }

    @Test
    @Requirement({"A-211", "A-212", "A-213", "A-214", "A-215", "A-216"})
    void everyQuestionHasItsIndex() {
        String from = " FROM " + probe.table("grp_7") + " WHERE ";
        String second = "FROM_UNIXTIME(" + MessageTablesProbe.TIME / 1000 + ") + INTERVAL ";
        answers(
                "group_created",
                "SELECT *" + from + "group_id = 7 AND created_at >= " + second + "100 SECOND AND" + " created_at < "
                        + second + "130 SECOND");
        answers(
                "group_status_seq",
                "SELECT *" + from + "group_id = 7 AND status = 'recalled' AND seqid > 100 ORDER BY"
                        + " seqid LIMIT 50");
        answers(
                "topic_created",
                "SELECT *" + from + "topic = 'grp_7' AND created_at >= " + second + "100 SECOND AND" + " created_at < "
                        + second + "130 SECOND");
        answers(
                "topic_from_seq",
                "SELECT *" + from + "topic = 'grp_7' AND from_user = 3 AND seqid > 100 ORDER BY seqid" + " LIMIT 50");
        answers(
                "audit",
                "SELECT *" + from + "audit_status = 'pending' AND created_at < " + second + "500 SECOND ORDER"
                        + " BY created_at LIMIT 50");
        answers("expires", "SELECT *" + from + "expires_at < " + second + "60 SECOND");
        assertThat(probe.indexes("im_group_messages"))
                .containsEntry("idx_im_group_messages_group_created", "group_id,created_at")
                .containsEntry("idx_im_group_messages_group_status_seq", "group_id,status,seqid")
                .containsEntry("idx_im_group_messages_topic_created", "topic,created_at")
                .containsEntry("idx_im_group_messages_topic_from_seq", "topic,from_user,seqid")
                .containsEntry("idx_im_group_messages_audit", "audit_status,created_at")
                .containsEntry("idx_im_group_messages_expires", "expires_at")
                .hasSize(10);
    }

    @Test
    @Requirement("A-213")
    void historyByTimeExaminesWhatItReturns() {
        long[] seen = MessageTablesProbe.await(probe.pool.transaction(connection -> connection
                .query("SELECT 1")
                .execute()
                .compose(ready -> status(connection))
                .compose(before -> connection
                        .preparedQuery(
                                "SELECT * FROM " + probe.table("grp_7") + " WHERE topic = 'grp_7' AND created_at >="
                                        + " FROM_UNIXTIME(?) AND created_at < FROM_UNIXTIME(?)")
                        .execute(Tuple.of(MessageTablesProbe.TIME / 1000 + 100, MessageTablesProbe.TIME / 1000 + 130))
                        .compose(rows -> status(connection).map(after -> new long[] {rows.size(), after - before})))));
        assertThat(seen[0]).isBetween(10L, 60L);
        assertThat(seen[1]).as("rows read").isBetween(seen[0], seen[0] + 2);
    }

    private static Future<Long> status(SqlConnection connection) {
        return connection
                .query("SHOW SESSION STATUS LIKE 'Handler_read_next'")
                .execute()
                .map(rows -> Long.parseLong(rows.iterator().next().getString(1)));
    }

    private void answers(String index, String query) {
        Row plan = probe.one("EXPLAIN " + query);
        assertThat(plan.getString("key")).as(query).isEqualTo("idx_im_group_messages_" + index);
        assertThat(MessageTablesProbe.await(probe.pool.query(query)).size())
                .as(query)
                .isPositive();
    }

    /** Name, type, whether it may be NULL, and default; MariaDB keeps JSON as a text that is checked. */
    private List<String> columns(String table) {
        List<String> columns = new ArrayList<>();
        MessageTablesProbe.await(probe.pool.query(
                        "SELECT column_name, column_type, is_nullable, column_default FROM information_schema.columns"
                                + " WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position",
                        probe.databases.tenantName("one"),
                        table))
                .forEach(row -> {
                    String type = row.getString(1).replace("longtext", "json").replaceAll("int\\(\\d+\\)", "int");
                    String value =
                            row.getString(3) == null ? "null" : row.getString(3).replace("'", "");
                    columns.add(row.getString(0) + " " + type + " " + row.getString(2) + " "
                            + value.replace("NULL", "null"));
                });
        return columns;
    }

    private static List<String> script() throws IOException {
        try (var in = MessageSchemaIT.class.getResourceAsStream("/db/tenant/V4__messages.sql")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            return Arrays.stream(text.split(";"))
                    .filter(part -> !part.isBlank())
                    .toList();
        }
    }

    private static List<String> texts(RowSet<Row> rows) {
        List<String> texts = new ArrayList<>();
        rows.forEach(row -> texts.add(row.getString(0)));
        return texts;
    }
}
