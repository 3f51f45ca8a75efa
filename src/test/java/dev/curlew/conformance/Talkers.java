package dev.curlew.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.Page;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Two users and the conversation they have, of whichever kind, driven over HTTP and sockets on the nodes of a cluster. Blocks. */
final class Talkers {

    private static final AtomicLong IDS = new AtomicLong();

    final TestCluster cluster;
    final Account alice;
    final Account bob;
    final String id;
    private final String topic;

    private Talkers(TestCluster cluster, Account alice, Account bob, String topic) {
        this.cluster = cluster;
        this.alice = alice;
        this.bob = bob;
        this.topic = topic;
        this.id = topic == null ? alice.conversationWith(bob.uid()) : "sg_" + topic.substring("grp_".length());
    }

    static Talkers pair(TestCluster cluster) {
        return new Talkers(cluster, cluster.user("alice"), cluster.user("bob"), null);
    }

    static Talkers group(TestCluster cluster) {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        ObjectNode body = Json.object().put("name", "the two");
        body.putArray("member_uids").add(bob.uid());
        String topic = cluster.http(0)
                .post("/v1/im/groups", alice.token(), body)
                .ok()
                .path("topic")
                .asText();
        return new Talkers(cluster, alice, bob, topic);
    }

    /** The same two on other nodes. */
    Talkers on(TestCluster other) {
        return new Talkers(other, alice, bob, topic);
    }

    boolean isGroup() {
        return topic != null;
    }

    Account other(Account one) {
        return one == alice ? bob : alice;
    }

    static String newId() {
        return "m" + IDS.incrementAndGet() + "-" + System.nanoTime();
    }

    ObjectNode text(Account from, String clientMsgId, String text) {
        ObjectNode data = Json.object().put("client_msg_id", clientMsgId).put("content_type", 101);
        if (topic == null) {
            data.put("to_uid", other(from).uid());
        } else {
            data.put("topic", topic);
        }
        data.putObject("content").put("text", text);
        return data;
    }

    CompletableFuture<JsonNode> reply(int node, Account from, ObjectNode data) {
        return cluster.http(node).send(from, data);
    }

    /** The reply of a send that succeeds, asked for again with the same id while it has no number. */
    JsonNode sent(Account from, ObjectNode data) {
        for (int tries = 0; tries < 40; tries++) {
            JsonNode reply = TestClient.await(reply(0, from, data), TestClient.PATIENCE);
            if (reply.path("data").path("seq").asLong() > 0) {
                return reply.path("data");
            }
            if (reply.path("code").asInt() != 0 && !reply.path("retryable").asBoolean()) {
                throw new AssertionError("Refused: " + reply);
            }
        }
        throw new AssertionError("No number in 40 tries");
    }

    long send(Account from, String text) {
        return sent(from, text(from, newId(), text)).path("seq").asLong();
    }

    int last() {
        return cluster.size() - 1;
    }

    TestHttp.Response call(Account as, String method, String below, JsonNode body) {
        return cluster.http(last()).call(method, "/v1/im/conversations/" + id + below, as.token(), body);
    }

    JsonNode ok(Account as, String method, String below, JsonNode body) {
        return call(as, method, below, body).ok();
    }

    Page pull(Account as, long after, int limit) {
        return cluster.http(last()).pull(as, id, after, limit);
    }

    /** Everything a member sees, read page by page from the beginning. */
    List<Long> seqs(Account as) {
        return pull(as, 0, 200).messages().stream()
                .map(message -> message.seq())
                .toList();
    }

    JsonNode message(Account as, long seq) {
        for (JsonNode one : ok(as, "GET", "/messages?limit=200", null).path("messages")) {
            if (one.path("seq").asLong() == seq) {
                return one;
            }
        }
        return Json.object().path("none");
    }

    JsonNode read(Account as, long upTo) {
        return ok(as, "POST", "/read", Json.object().put("read_seq", upTo));
    }

    JsonNode edit(Account as, long seq, long version, String text) {
        ObjectNode body = Json.object().put("version", version);
        body.putObject("content").put("text", text);
        return ok(as, "PATCH", "/messages/" + seq, body);
    }

    JsonNode changes(Account as, long after) {
        return ok(as, "GET", "/changes?after_version=" + after, null);
    }

    /** The conversation as it stands in a member's list. */
    JsonNode listed(Account as) {
        for (JsonNode one :
                cluster.http(0).get("/v1/im/conversations", as.token()).ok().path("conversations")) {
            if (one.path("conversation_id").asText().equals(id)) {
                return one;
            }
        }
        return Json.object().path("none");
    }

    long unread(Account as) {
        try (TestClient client = cluster.socket(last(), as)) {
            ObjectNode ask = Json.object();
            ask.putArray("conversation_ids").add(id);
            return client.call("seqs", ask)
                    .path("conversations")
                    .path(0)
                    .path("unread")
                    .asLong(-1);
        }
    }
}
