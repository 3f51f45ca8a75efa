package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.model.Filters;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What document S says of conversations and messages, where they are a group's. */
class GroupRowsIT extends SharedClusterProbe {

    private static final String SECRET = "dev-admin-secret";
    private static final int INVALID = 40002;

    private Account owner;
    private Account member;
    private Account other;
    private String topic;
    private String conversation;

    @BeforeEach
    void begin() {
        owner = cluster.user("owner");
        member = cluster.user("member");
        other = cluster.user("other");
        ObjectNode body = Json.object().put("name", "rows");
        body.putArray("member_uids").add(member.uid()).add(other.uid());
        JsonNode group =
                cluster.http(0).post("/v1/im/groups", owner.token(), body).ok();
        topic = group.path("topic").asText();
        conversation = group.path("conversation_id").asText();
    }

    @Test
    @Requirement({"B-138", "B-139", "B-140", "B-141", "B-154"})
    void aMembersCopyNamesTheGroupAndNobody() {
        ObjectNode quiet = Json.object().put("recv_msg_opt", 2).put("is_pinned", true);
        cluster.http(1)
                .call("PATCH", "/v1/im/conversations/" + conversation, member.token(), quiet)
                .ok();
        List<Document> copies = probe.find("conversation", Filters.eq("conversation_id", conversation));
        assertThat(copies).hasSize(1);
        Document copy = copies.get(0);
        assertThat(copy.getString("owner_user_id")).isEqualTo(Long.toString(member.uid()));
        assertThat(copy.getInteger("conversation_type")).isEqualTo(2);
        assertThat(copy.getString("user_id")).isEmpty();
        assertThat(copy.getString("group_id")).isEqualTo(topic.substring("grp_".length()));
        assertThat(copy.getInteger("recv_msg_opt")).isEqualTo(2);
        assertThat(listed(0, member).path("recv_msg_opt").asInt()).isEqualTo(2);
        assertThat(listed(0, member).path("is_pinned").asBoolean()).isTrue();
        assertThat(listed(0, other).path("recv_msg_opt").asInt()).isZero();
        assertThat(listed(0, other).path("is_pinned").asBoolean()).isFalse();
    }

    @Test
    @Requirement({"B-180", "B-188", "B-190", "B-191"})
    void contentOfEveryKindIsTheSameAtSenderReceiverAndInAPull() {
        List<JsonNode> sent = new ArrayList<>();
        try (TestClient sender = cluster.socket(0, owner);
                TestClient receiver = cluster.socket(1, member)) {
            Contents.BY_TYPE.forEach((type, content) -> {
                ObjectNode data = Json.object().put("topic", topic).put("client_msg_id", "t" + type);
                data.put("content_type", type).set("content", Json.read(content, JsonNode.class));
                if (type == 114) {
                    data.put("reply_seq", 1);
                }
                sender.call("send", data);
                sent.add(data);
                // Notifications of the group may come between.
                JsonNode event = receiver.awaitEvent("message", SOON);
                while (!event.path("conversation_id").asText().equals(conversation)) {
                    event = receiver.awaitEvent("message", SOON);
                }
                assertOfGroup(event, data);
            });
            for (int type : List.of(0, 100, 111, 113, 117, 1001, 9999)) {
                ObjectNode data = text("bad" + type).put("content_type", type);
                assertThat(code(TestClient.await(sender.request("send", data), SOON)))
                        .isEqualTo(INVALID);
            }
        }
        JsonNode page = cluster.http(1)
                .get("/v1/im/conversations/" + conversation + "/messages?after_seq=0", other.token())
                .ok()
                .path("messages");
        assertThat(page).hasSize(sent.size());
        for (int i = 0; i < sent.size(); i++) {
            assertOfGroup(page.get(i), sent.get(i));
        }
        ObjectNode nowhere = text("nowhere").put("topic", "grp_999999999");
        assertThat(code(TestClient.await(cluster.http(0).send(owner, nowhere), SOON)))
                .isEqualTo(40400);
    }

    private void assertOfGroup(JsonNode message, JsonNode data) {
        assertThat(message.path("conversation_type").asInt()).isEqualTo(2);
        assertThat(message.path("conversation_id").asText()).isEqualTo(conversation);
        assertThat(message.path("topic").asText()).isEqualTo(topic);
        assertThat(message.has("to_uid")).isFalse();
        assertThat(message.path("content_type").asInt())
                .isEqualTo(data.path("content_type").asInt());
        assertThat(message.path("content")).isEqualTo(data.path("content"));
    }

    /** By socket, by HTTP and by the product's backend; a list, a sync and the first screen all show it. */
    @Test
    @Requirement({"B-145", "B-199"})
    void aMentionMarksTheGroupForWhoIsMentionedUntilReadHoweverItWasSent() {
        try (TestClient sender = cluster.socket(0, owner)) {
            sender.call("send", mentioning("by socket"));
        }
        assertMark(2);
        read(1);
        assertMark(0);

        assertThat(code(TestClient.await(cluster.http(1).send(owner, mentioning("by http")), SOON)))
                .isZero();
        assertMark(2);
        try (TestClient reader = cluster.socket(1, member)) {
            reader.call(
                    "read", Json.object().put("conversation_id", conversation).put("read_seq", 2));
        }
        assertMark(0);

        ObjectNode body =
                Json.object().put("tenant", "demo").put("send_uid", owner.uid()).put("msg_from", 200);
        body.putArray("messages").add(mentioning("by the backend"));
        JsonNode results =
                cluster.http(0).post("/v1/admin/messages", SECRET, body).ok().path("results");
        assertThat(results.path(0).path("code").asInt(-1))
                .as(results.toString())
                .isZero();
        ObjectNode all = text("to all").put("mention_all", true);
        assertThat(code(TestClient.await(cluster.http(0).send(owner, all), SOON)))
                .isZero();
        assertMark(3, 1);
        read(3);
        assertMark(1, 1);
        read(4);
        assertMark(0, 1);

        ObjectNode stranger = text("stranger");
        stranger.putArray("at_user_id_list").add(cluster.user("stranger").uid());
        assertThat(code(TestClient.await(cluster.http(0).send(owner, stranger), SOON)))
                .isEqualTo(INVALID);
        // What is taken back mentions nobody any more.
        assertThat(code(TestClient.await(cluster.http(0).send(owner, mentioning("taken back")), SOON)))
                .isZero();
        assertMark(2, 1);
        cluster.http(1)
                .post("/v1/im/conversations/" + conversation + "/messages/5/revoke", owner.token(), Json.object())
                .ok();
        assertMark(0, 1);
    }

    private void assertMark(int type) {
        assertMark(type, 0);
    }

    /** @param others of the member who is not mentioned by name */
    private void assertMark(int type, int others) {
        for (int node = 0; node < 2; node++) {
            assertThat(listed(node, member).path("group_at_type").asInt()).isEqualTo(type);
            assertThat(listed(node, other).path("group_at_type").asInt()).isEqualTo(others);
            assertThat(listed(node, owner).path("group_at_type").asInt()).isZero();
        }
        JsonNode first = cluster.http(1).get("/v1/im/bootstrap", member.token()).ok();
        assertThat(named(first.path("conversations")).path("group_at_type").asInt())
                .isEqualTo(type);
        JsonNode synced = cluster.http(0)
                .get("/v1/im/conversations/changes?version=0", member.token())
                .ok();
        assertThat(named(synced.path("changed")).path("group_at_type").asInt()).isEqualTo(type);
    }

    private void read(long seq) {
        cluster.http(0)
                .post(
                        "/v1/im/conversations/" + conversation + "/read",
                        member.token(),
                        Json.object().put("read_seq", seq))
                .ok();
    }

    private JsonNode listed(int node, Account who) {
        return named(
                cluster.http(node).get("/v1/im/conversations", who.token()).ok().path("conversations"));
    }

    private JsonNode named(JsonNode conversations) {
        for (JsonNode one : conversations) {
            if (one.path("conversation_id").asText().equals(conversation)) {
                return one;
            }
        }
        throw new AssertionError("Not there: " + conversations);
    }

    private ObjectNode mentioning(String text) {
        ObjectNode data = text(text);
        data.put("content_type", 106).putArray("at_user_id_list").add(member.uid());
        return data;
    }

    private ObjectNode text(String text) {
        ObjectNode data = Json.object().put("topic", topic).put("client_msg_id", text);
        data.put("content_type", 101).putObject("content").put("text", text);
        return data;
    }

    private static int code(JsonNode reply) {
        return reply.path("code").asInt(-1);
    }
}
