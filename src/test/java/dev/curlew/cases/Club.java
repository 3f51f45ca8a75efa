package dev.curlew.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.ClientObserver;
import dev.curlew.client.Device;
import dev.curlew.client.FollowClient;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A group as its members handle it on any node; its first member owns it. */
final class Club {

    final String topic;
    final String id;
    private final TestCluster cluster;

    private Club(TestCluster cluster, String topic) {
        this.cluster = cluster;
        this.topic = topic;
        this.id = "sg_" + topic.substring(4);
    }

    static Club of(TestCluster cluster, int node, List<Account> members) {
        ObjectNode body = Json.object().put("name", "club");
        var uids = body.putArray("member_uids");
        members.subList(1, members.size()).forEach(one -> uids.add(one.uid()));
        String token = members.get(0).token();
        return new Club(
                cluster,
                cluster.http(node)
                        .post("/v1/im/groups", token, body)
                        .ok()
                        .path("topic")
                        .asText());
    }

    static Club of(TestCluster cluster, Account... members) {
        return of(cluster, 0, List.of(members));
    }

    ObjectNode text(String clientMsgId, String text) {
        ObjectNode data = Json.object().put("topic", topic).put("client_msg_id", clientMsgId);
        data.put("content_type", 101).putObject("content").put("text", text);
        return data;
    }

    /** Sends a text whose client id is itself, again while it is answered that it should be; its number. */
    long send(int node, Account from, String text) {
        for (int tries = 0; tries < 50; tries++) {
            JsonNode reply = reply(node, from, text);
            if (reply.path("code").asInt(-1) == 0) {
                return reply.at("/data/seq").asLong();
            }
            if (!reply.path("retryable").asBoolean()) {
                throw new AssertionError("Refused: " + reply);
            }
        }
        throw new AssertionError("No place in 50 tries");
    }

    JsonNode reply(int node, Account from, String text) {
        return TestClient.await(cluster.http(node).send(from, text(text, text)), TestClient.PATIENCE);
    }

    /** A path below this group. */
    Response group(int node, Account as, String method, String below, JsonNode body) {
        return cluster.http(node).call(method, "/v1/im/groups/" + topic + below, as.token(), body);
    }

    /** A path below its conversation. */
    Response chat(int node, Account as, String method, String below, JsonNode body) {
        return cluster.http(node).call(method, "/v1/im/conversations/" + id + below, as.token(), body);
    }

    void add(int node, Account by, Account... who) {
        ObjectNode body = Json.object();
        List.of(who).forEach(one -> body.withArray("uids").add(one.uid()));
        group(node, by, "POST", "/members", body).ok();
    }

    Response remove(int node, Account by, Account who) {
        return group(node, by, "DELETE", "/members/" + who.uid(), null);
    }

    void leave(int node, Account who) {
        group(node, who, "DELETE", "/members/me", null).ok();
    }

    List<SeenMessage> history(int node, Account reader) {
        return Pipeline.history(cluster.http(node), reader, id, 200);
    }

    List<Long> seqs(int node, Account reader) {
        return Pipeline.seqs(history(node, reader));
    }

    /** How it stands for a member: {@code max_seq, read_seq, unread, version}. */
    JsonNode standing(int node, Account who) {
        try (TestClient socket = cluster.socket(node, who)) {
            ObjectNode data = Json.object();
            data.putArray("conversation_ids").add(id);
            return socket.call("seqs", data).at("/conversations/0");
        }
    }

    /** It as it stands in a member's list; missing when it does not. */
    JsonNode listed(int node, Account who) {
        JsonNode list =
                cluster.http(node).get("/v1/im/conversations", who.token()).ok();
        for (JsonNode one : list.path("conversations")) {
            if (one.path("conversation_id").asText().equals(id)) {
                return one;
            }
        }
        return Json.object().path("missing");
    }

    /** Uids of the list of members, page by page; the total has to be their number. @param filter {@code &role=admin} or none */
    List<Long> members(int node, Account as, String filter) {
        List<Long> found = new ArrayList<>();
        String cursor = "";
        long total;
        do {
            JsonNode page = group(node, as, "GET", "/members?limit=3" + filter + cursor, null)
                    .ok();
            page.path("members").forEach(one -> found.add(one.path("uid").asLong()));
            total = page.path("total").asLong();
            cursor = page.path("next_cursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("next_cursor").asText();
        } while (!cursor.isEmpty());
        if (total != found.size()) {
            throw new AssertionError("A total of " + total + " over a list of " + found.size());
        }
        return found;
    }

    /** A client that follows all conversations of a member as the contract says a client should. */
    FollowClient follower(int node, Account who) {
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < cluster.size(); i++) {
            nodes.add(cluster.url(i));
        }
        Device device = new Device(TestCluster.WEB, "follower-" + node, false, node, Duration.ofSeconds(1));
        return new FollowClient(who.name(), who, nodes, device, ClientObserver.NONE).start();
    }
}
