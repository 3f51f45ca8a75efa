package dev.curlew.store.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.curlew.Requirement;
import dev.curlew.protocol.Json;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The tables of messages in every tenant's database: what may stand in them, and what is unique. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MessageTablesIT {

    private static final String OWN = "messagetablesit";
    private static final long FAR = 1L << 40;

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
    @Requirement({"A-208", "A-209", "A-210"})
    void placesAndClientIdsAreUnique() {
        assertThat(probe.indexes("im_group_messages"))
                .containsEntry("uk_im_group_messages_group_seq", "unique group_id,seqid")
                .containsEntry("uk_im_group_messages_topic_seq", "unique topic,seqid")
                .containsEntry("uk_im_group_messages_topic_sender_client_mid", "unique topic,from_user,client_msg_id");
        probe.insert("grp_u1", 901, 1, 7, "id");
        MessageTablesProbe.refused(1062, () -> probe.insert("grp_u2", 901, 1, 7, null));
        MessageTablesProbe.refused(1062, () -> probe.insert("grp_u1", 902, 1, 7, null));
        MessageTablesProbe.refused(1062, () -> probe.insert("grp_u1", 903, 2, 7, "id"));
        probe.insert("grp_u1", 901, 2, 8, "id");
        probe.insert("grp_u3", 904, 1, 7, "id");
        probe.insert("grp_u1", 901, 3, 7, null);
        probe.insert("grp_u1", 901, 4, 7, null);
        probe.insert("grp_u1", 901, FAR, 7, null);
        Row far = probe.one("SELECT MAX(seqid) FROM " + probe.table("grp_u1"));
        assertThat(far.getLong(0)).isEqualTo(FAR);
    }

    @Test
    @Requirement({"A-183", "A-187", "A-217", "X-005"})
    void idsAreTakenAsTheyAreUpToTheirLength() {
        probe.insert("grp_Ab1", 911, 1, 7, "A");
        probe.insert("grp_aB1", 912, 1, 7, "A");
        probe.insert("grp_Ab1", 911, 2, 7, "a");
        Row found = probe.one(
                "SELECT seqid, client_msg_id FROM " + probe.table("grp_Ab1")
                        + " WHERE topic = ? AND from_user = 7 AND client_msg_id = ?",
                "grp_Ab1",
                "a");
        assertThat(found.getLong(0)).isEqualTo(2);
        assertThat(found.getString(1)).isEqualTo("a");
        String longest = "grp_" + "x".repeat(60);
        probe.insert(longest, 913, 1, 7, "y".repeat(64));
        String at = probe.table("grp_1");
        MessageTablesProbe.refused(1406, () -> probe.insertInto(at, longest + "x", 914, 1, 7, null));
        MessageTablesProbe.refused(1406, () -> probe.insertInto(at, "grp_long", 915, 1, 7, "y".repeat(65)));
        assertThatThrownBy(() -> probe.tables.forMessage("one", longest + "x", 1, MessageTablesProbe.TIME))
                .hasMessageContaining("64");
        assertThat(probe.one("SELECT COLLATION(msg_type) FROM " + at + " LIMIT 1")
                        .getString(0))
                .isEqualTo("utf8mb4_unicode_ci");
    }

    @Test
    void aRowSaysWhatNobodySetAndKeepsContentAsItWas() {
        String content = "{\"text\":\"雁 🐦 \\u0000\",\"deep\":[{\"a\":[1,2.5,null,true]}]}";
        String at = probe.tables.forMessage("one", "grp_body", 1, MessageTablesProbe.TIME);
        MessageTablesProbe.await(probe.pool.query(
                "INSERT INTO " + at + " (topic, group_id, seqid, from_user, content, created_at, updated_at)"
                        + " VALUES ('grp_body', 921, 1, 7, ?, NOW(3), NOW(3))",
                content));
        Row row = probe.one("SELECT * FROM " + at + " WHERE topic = 'grp_body'");
        assertThat(row.getString("msg_type")).isEqualTo("text");
        assertThat(row.getString("status")).isEqualTo("normal");
        assertThat(row.getString("audit_status")).isEqualTo("pass");
        assertThat(row.getInteger("version")).isEqualTo(1);
        byte[] stored = String.valueOf(row.getValue("content")).getBytes(StandardCharsets.UTF_8);
        assertThat(Json.parseObject(stored)).isEqualTo(Json.parseObject(content.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theRouterPutsGroupsAndOthersApart() {
        assertThat(probe.table("grp_1")).isEqualTo("`messagetablesit_one`.`im_group_messages`");
        assertThat(probe.table("si_1_2")).isEqualTo("`messagetablesit_one`.`im_messages`");
        assertThat(probe.table("n_1_2")).isEqualTo("`messagetablesit_one`.`im_messages`");
        assertThat(probe.tables.forMessage("two", "grp_1", FAR, MessageTablesProbe.TIME))
                .isEqualTo("`messagetablesit_two`.`im_group_messages`");
        assertThat(held(1, FAR)).containsExactly(probe.table("grp_1"));
        assertThat(held(2, 1)).isEmpty();
    }

    private List<String> held(long from, long to) {
        return MessageTablesProbe.await(probe.tables.holding(probe.pool::query, "one", "grp_1", from, to));
    }
}
