package dev.curlew.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.Page;
import dev.curlew.client.ReplyException;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Two fresh users and the single chat between them, driven over HTTP on either node. */
public final class Chat {

    private static final AtomicInteger IDS = new AtomicInteger();

    private final TestCluster cluster;
    public final Account alice;
    public final Account bob;
    public final String id;

    private Chat(TestCluster cluster, Account alice, Account bob) {
        this.cluster = cluster;
        this.alice = alice;
        this.bob = bob;
        this.id = alice.conversationWith(bob.uid());
    }

    public static Chat fresh(TestCluster cluster) {
        return new Chat(cluster, cluster.user("alice"), cluster.user("bob"));
    }

    public Account peerOf(Account one) {
        return one == alice ? bob : alice;
    }

    public static ObjectNode text(Account to, String text) {
        return text(to, "c" + IDS.incrementAndGet(), text);
    }

    public static ObjectNode text(Account to, String clientMsgId, String text) {
        ObjectNode data = Json.object();
        data.put("to_uid", to.uid()).put("client_msg_id", clientMsgId).put("content_type", 101);
        data.putObject("content").put("text", text);
        return data;
    }

    /** Sends a text, again with the same id while it is answered without a number; its number. */
    public long send(Account from, String text) {
        return send(from, text(peerOf(from), text));
    }

    public long send(Account from, ObjectNode data) {
        for (int tries = 0; tries < 30; tries++) {
            JsonNode reply = TestClient.await(cluster.http(0).send(from, data), TestClient.PATIENCE);
            if (reply.path("code").asInt() != 0 && !reply.path("retryable").asBoolean()) {
                throw new ReplyException(reply);
            }
            if (reply.path("data").path("seq").asLong() > 0) {
                return reply.path("data").path("seq").asLong();
            }
        }
        throw new IllegalStateException("No number in 30 tries");
    }

    /** A path below this conversation. */
    public TestHttp.Response call(Account as, String method, String below, JsonNode body) {
        return cluster.http(cluster.size() - 1).call(method, "/v1/im/conversations/" + id + below, as.token(), body);
    }

    public JsonNode ok(Account as, String method, String below, JsonNode body) {
        return call(as, method, below, body).ok();
    }

    public JsonNode revoke(Account as, long seq) {
        return ok(as, "POST", "/messages/" + seq + "/revoke", null);
    }

    public TestHttp.Response edit(Account as, long seq, long version, String text) {
        ObjectNode body = Json.object().put("version", version);
        body.putObject("content").put("text", text);
        return call(as, "PATCH", "/messages/" + seq, body);
    }

    public JsonNode delete(Account as, long seq, String scope) {
        return ok(as, "DELETE", "/messages/" + seq + "?scope=" + scope, null);
    }

    public JsonNode clear(Account as) {
        return ok(as, "POST", "/clear", null);
    }

    public JsonNode read(Account as, long upTo, Long... seqs) {
        ObjectNode body = Json.object().put("read_seq", upTo);
        if (seqs.length > 0) {
            List.of(seqs).forEach(body.withArray("seqs")::add);
        }
        return ok(as, "POST", "/read", body);
    }

    public JsonNode changes(Account as, long after) {
        return ok(as, "GET", "/changes?after_version=" + after, null);
    }

    public JsonNode settings(Account as, ObjectNode settings) {
        return ok(as, "PATCH", "", settings);
    }

    /** The newest page as the user sees it. */
    public JsonNode page(Account as) {
        return ok(as, "GET", "/messages?limit=200", null);
    }

    public Page pull(Account as, long after) {
        return cluster.http(0).pull(as, id, after, 200);
    }

    /** A message as the user pulls it; missing when absent. */
    public JsonNode message(Account as, long seq) {
        for (JsonNode message : page(as).path("messages")) {
            if (message.path("seq").asLong() == seq) {
                return message;
            }
        }
        return Json.object().path("missing");
    }

    /** The conversation as it stands in the user's list. */
    public JsonNode listed(Account as) {
        for (JsonNode one :
                cluster.http(0).get("/v1/im/conversations", as.token()).ok().path("conversations")) {
            if (one.path("conversation_id").asText().equals(id)) {
                return one;
            }
        }
        return Json.object().path("missing");
    }
}
