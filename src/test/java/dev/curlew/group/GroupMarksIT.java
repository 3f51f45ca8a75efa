package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import io.vertx.sqlclient.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads, mentions and columns of groups' messages, without anybody looking into contents. */
class GroupMarksIT extends GroupListProbe {

    @Test
    @Requirement({"A-195", "A-224"})
    void aThreadIsReadByItsRoot() {
        List<Account> three = world.users("owner", "member", "stranger");
        String topic = world.group(three.get(0), three.get(1));
        for (int i = 1; i <= 3; i++) {
            sends(0, three.get(0), text(topic, "m" + i));
        }
        sends(1, three.get(1), text(topic, "four").put("root_seq", 3));
        sends(1, three.get(1), text(topic, "five").put("root_seq", 1));
        sends(0, three.get(0), text(topic, "six").put("root_seq", 3).put("reply_seq", 5));
        Row row = world.rows(
                        "SELECT reply_seqid, root_seqid FROM {im_group_messages} WHERE topic = ? AND seqid = 6", topic)
                .get(0);
        assertThat(row.getLong("reply_seqid")).isEqualTo(5);
        assertThat(row.getLong("root_seqid")).isEqualTo(3);

        JsonNode thread = thread(1, three.get(0), topic, 3, "");
        assertThat(GroupPullIT.seqs(thread)).containsExactly(4L, 6L);
        assertThat(thread.path("has_more").asBoolean()).isFalse();
        JsonNode first = thread(0, three.get(1), topic, 3, "?limit=1");
        assertThat(GroupPullIT.seqs(first)).containsExactly(4L);
        assertThat(first.path("has_more").asBoolean()).isTrue();
        assertThat(GroupPullIT.seqs(thread(
                        0,
                        three.get(1),
                        topic,
                        3,
                        "?after_seq=" + first.path("next_seq").asLong())))
                .containsExactly(6L);
        try (TestClient socket = world.cluster.socket(1, three.get(1))) {
            JsonNode told = socket.call(
                    "thread", json().put("conversation_id", id(topic)).put("root_seq", 3));
            assertThat(GroupPullIT.seqs(told)).containsExactly(4L, 6L);
        }
        world.http(0)
                .call(
                        "DELETE",
                        "/v1/im/conversations/" + id(topic) + "/messages/4?scope=all",
                        three.get(1).token(),
                        null)
                .ok();
        assertThat(GroupPullIT.seqs(thread(1, three.get(0), topic, 3, ""))).containsExactly(6L);
        assertThat(GroupWorld.code(world.http(0)
                        .get(
                                "/v1/im/conversations/" + id(topic) + "/threads/3",
                                three.get(2).token())))
                .isEqualTo(ABSENT);
    }

    @Test
    @Requirement("A-222")
    void whatMentionsMeIsFoundThoughNobodyCanReadIt() {
        List<Account> three = world.users("owner", "member", "other");
        Account member = three.get(1);
        String topic = world.group(three.get(0), member, three.get(2));
        sends(0, three.get(0), sealed(topic));
        ObjectNode named = sealed(topic);
        named.putArray("at_user_id_list").add(member.uid());
        sends(0, three.get(0), named);
        sends(0, three.get(0), sealed(topic).put("mention_all", true));
        ObjectNode otherNamed = sealed(topic);
        otherNamed.putArray("at_user_id_list").add(three.get(2).uid());
        sends(0, three.get(0), otherNamed);

        assertThat(GroupPullIT.seqs(mentions(1, member, topic, ""))).containsExactly(2L, 3L);
        assertThat(GroupPullIT.seqs(mentions(0, three.get(2), topic, ""))).containsExactly(3L, 4L);
        JsonNode newest = mentions(1, member, topic, "?limit=1");
        assertThat(GroupPullIT.seqs(newest)).containsExactly(3L);
        assertThat(GroupPullIT.seqs(mentions(
                        1,
                        member,
                        topic,
                        "?before_seq=" + newest.path("next_seq").asLong())))
                .containsExactly(2L);
        world.http(0)
                .post(
                        "/v1/im/conversations/" + id(topic) + "/messages/3/revoke",
                        three.get(0).token(),
                        json())
                .ok();
        assertThat(GroupPullIT.seqs(mentions(1, member, topic, ""))).containsExactly(2L);
    }

    @Test
    @Requirement({"A-188", "A-189", "A-191", "A-197", "A-201", "A-202", "A-203", "A-205", "A-206"})
    void columnsTellWhatBecameOfAMessage() {
        List<Account> two = world.users("owner", "member");
        Account owner = two.get(0);
        String topic = world.group(owner, two.get(1));
        sends(0, owner, text(topic, "one"));
        ObjectNode emoji = json().put("topic", topic).put("client_msg_id", "e").put("content_type", 115);
        emoji.putObject("content").put("emoji", "\ud83d\ude00");
        sends(0, owner, emoji);
        sends(0, owner, sealed(topic));
        assertThat(world.rows("SELECT msg_type FROM {im_group_messages} WHERE topic = ? ORDER BY seqid", topic))
                .extracting(row -> row.getString(0))
                .containsExactly("text", "emoji", "custom");
        Row sent = columns(topic, 1);
        assertThat(sent.getValue("recalled_at")).isNull();
        assertThat(sent.getValue("recalled_by")).isNull();
        assertThat(sent.getValue("deleted_at")).isNull();
        assertThat(sent.getLong("created")).isEqualTo(sentAt(owner, topic));
        assertThat(sent.getLong("updated")).isEqualTo(sent.getLong("created"));
        world.rows("UPDATE {im_group_messages} SET head = JSON_SET(head, '$.future', 7) WHERE topic = ?", topic);

        ObjectNode edit = json().put("version", 0);
        edit.putObject("content").put("text", "two \u00e9");
        String message = "/v1/im/conversations/" + id(topic) + "/messages/";
        world.http(1).call("PATCH", message + 1, owner.token(), edit).ok();
        Row edited = columns(topic, 1);
        assertThat(edited.getLong("updated")).isGreaterThan(sent.getLong("updated"));
        assertThat(edited.getInteger("version")).isEqualTo(2);
        assertThat(edited.getInteger("content_size")).isEqualTo(edited.getInteger("bytes"));
        assertThat(edited.getInteger("future")).isEqualTo(7);

        world.http(1).post(message + "1/revoke", owner.token(), json()).ok();
        Row recalled = columns(topic, 1);
        assertThat(recalled.getLong("recalled_by")).isEqualTo(owner.uid());
        assertThat(recalled.getLong("recalled")).isBetween(edited.getLong("updated"), recalled.getLong("updated"));
        assertThat(recalled.getString("status")).isEqualTo("recalled");
        world.http(1)
                .call("DELETE", message + "2?scope=all", owner.token(), null)
                .ok();
        Row deleted = columns(topic, 2);
        assertThat(deleted.getLong("deleted")).isBetween(recalled.getLong("updated"), deleted.getLong("updated"));
        assertThat(deleted.getLong("updated")).isGreaterThan(deleted.getLong("created"));
        assertThat(deleted.getValue("recalled_at")).isNull();
        assertThat(deleted.getString("status")).isEqualTo("deleted");
    }

    private long sentAt(Account who, String topic) {
        return world.http(0)
                .get("/v1/im/conversations/" + id(topic) + "/messages?after_seq=0", who.token())
                .ok()
                .at("/messages/0/send_time")
                .asLong();
    }

    private Row columns(String topic, long seq) {
        String ms = "CAST(UNIX_TIMESTAMP(%1$s_at) * 1000 AS SIGNED) AS %1$s, ";
        return world.rows(
                        "SELECT " + ms.formatted("created") + ms.formatted("updated") + ms.formatted("recalled")
                                + ms.formatted("deleted") + "recalled_at, recalled_by, deleted_at, status, version,"
                                + " content_size, LENGTH(content) AS bytes, JSON_EXTRACT(head, '$.future') + 0 AS future"
                                + " FROM {im_group_messages} WHERE topic = ? AND seqid = ?",
                        topic,
                        seq)
                .get(0);
    }

    private long sends(int node, Account who, ObjectNode data) {
        return world.http(node)
                .post("/v1/im/messages", who.token(), data)
                .ok()
                .path("seq")
                .asLong();
    }

    private static ObjectNode text(String topic, String text) {
        ObjectNode data = json().put("topic", topic).put("client_msg_id", "t" + System.nanoTime());
        data.put("content_type", 101).putObject("content").put("text", text);
        return data;
    }

    /** What only clients can read. */
    private static ObjectNode sealed(String topic) {
        ObjectNode data = json().put("topic", topic).put("client_msg_id", "s" + System.nanoTime());
        data.put("content_type", 110).putObject("content").put("data", "9f3c0b7a5e");
        return data;
    }

    private JsonNode thread(int node, Account as, String topic, long root, String query) {
        return world.http(node)
                .get("/v1/im/conversations/" + id(topic) + "/threads/" + root + query, as.token())
                .ok();
    }

    private JsonNode mentions(int node, Account as, String topic, String query) {
        return world.http(node)
                .get("/v1/im/conversations/" + id(topic) + "/mentions" + query, as.token())
                .ok();
    }
}
