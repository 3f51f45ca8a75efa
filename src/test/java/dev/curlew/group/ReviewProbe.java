package dev.curlew.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Groups whose messages wait for a review, and who decides about them. */
abstract class ReviewProbe extends GroupListProbe {

    static final String AUDITS = "/v1/admin/audits";
    static final String TENANT = "/v1/admin/tenants/" + GroupWorld.TENANT;

    @BeforeAll
    void words() {
        ObjectNode settings = json();
        settings.putArray("review_words").add("Quakebird");
        settings(settings);
    }

    @AfterAll
    void noWords() {
        settings(json().putNull("review_words").putNull("review"));
    }

    static List<JsonNode> listen(TestClient client) {
        List<JsonNode> heard = Collections.synchronizedList(new ArrayList<>());
        client.onEvent(heard::add);
        return heard;
    }

    static JsonNode messageEvent(TestClient client) {
        JsonNode event = client.awaitEvent("message", TestClient.PATIENCE);
        while (event.path("conversation_type").asInt() != 2) {
            event = client.awaitEvent("message", TestClient.PATIENCE);
        }
        return event;
    }

    String reviewed(String mode, Account... members) {
        String topic = world.group(members);
        review(topic, mode);
        return topic;
    }

    void review(String topic, String mode) {
        world.admin(
                        "PATCH",
                        "/" + topic,
                        json().put("tenant", GroupWorld.TENANT).put("review", mode))
                .ok();
    }

    void settings(ObjectNode settings) {
        ObjectNode body = json();
        body.set("settings", settings);
        world.http(0).call("PATCH", TENANT, GroupWorld.SECRET, body).ok();
    }

    long sends(int node, Account who, ObjectNode data) {
        return world.http(node)
                .post("/v1/im/messages", who.token(), data)
                .ok()
                .path("seq")
                .asLong();
    }

    static ObjectNode said(String topic, String id, String text) {
        ObjectNode data = json().put("topic", topic).put("client_msg_id", id);
        data.put("content_type", 101).putObject("content").put("text", text);
        return data;
    }

    Row row(String topic, long seq) {
        return world.rows(
                        "SELECT audit_status, CAST(content AS CHAR) AS content FROM {im_group_messages} WHERE topic = ?"
                                + " AND seqid = ?",
                        topic,
                        seq)
                .get(0);
    }

    JsonNode audits(String query) {
        return world.http(1)
                .get(AUDITS + query + "&tenant=" + GroupWorld.TENANT, GroupWorld.SECRET)
                .ok();
    }

    List<Long> waiting(String topic) {
        List<Long> seqs = new ArrayList<>();
        audits("?limit=200").path("audits").forEach(one -> {
            if (one.path("topic").asText().equals(topic)) {
                seqs.add(one.path("seq").asLong());
            }
        });
        return seqs;
    }

    Response decide(int node, String topic, long seq, String decision) {
        return world.http(node)
                .call(
                        "PATCH",
                        AUDITS,
                        GroupWorld.SECRET,
                        json().put("tenant", GroupWorld.TENANT)
                                .put("topic", topic)
                                .put("seq", seq)
                                .put("decision", decision)
                                .put("reviewer", "ada"));
    }

    JsonNode pull(int node, Account as, String topic) {
        return world.http(node)
                .get("/v1/im/conversations/" + id(topic) + "/messages?after_seq=0", as.token())
                .ok();
    }

    JsonNode changes(int node, Account who, String topic, long after) {
        return world.http(node)
                .get("/v1/im/conversations/" + id(topic) + "/changes?after_version=" + after, who.token())
                .ok();
    }

    Response revoke(int node, Account who, String topic, long seq) {
        return world.http(node)
                .post("/v1/im/conversations/" + id(topic) + "/messages/" + seq + "/revoke", who.token(), json());
    }

    Response edit(int node, Account who, String topic, long seq, String text) {
        ObjectNode data = json().put("version", 0);
        data.putObject("content")
                .put("text", text)
                .put("url", "https://f/1")
                .put("name", "n")
                .put("size", 7)
                .put("mime", "a/b");
        return world.http(node)
                .call("PATCH", "/v1/im/conversations/" + id(topic) + "/messages/" + seq, who.token(), data);
    }
}
