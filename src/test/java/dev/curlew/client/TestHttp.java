package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** The HTTP half of the contract on one node. */
public final class TestHttp {

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(3))
            .build();
    private static final AtomicLong CALLS = new AtomicLong();

    private final String baseUrl;
    private final ClientObserver observer;

    public TestHttp(String baseUrl) {
        this(baseUrl, ClientObserver.NONE);
    }

    public TestHttp(String baseUrl, ClientObserver observer) {
        this.baseUrl = baseUrl;
        this.observer = observer;
    }

    /** An answer; the body is a missing node when it is empty or not JSON. */
    public record Response(int status, JsonNode body) {

        /** The body of a 2xx answer. @throws ReplyException for any other */
        public JsonNode ok() {
            if (status / 100 != 2) {
                throw new ReplyException(body.isObject() ? body : Json.object().put("http_status", status));
            }
            return body;
        }
    }

    public Response call(String method, String path, String bearer, JsonNode body) {
        return call(method, path, bearer, body, null);
    }

    /** @param bearer token or admin secret, null for none
     * @param tenant value of {@code X-Tenant}, null for none */
    public Response call(String method, String path, String bearer, JsonNode body, String tenant) {
        try {
            return response(
                    CLIENT.send(request(method, path, bearer, body, tenant), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new IllegalStateException(method + " " + path + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public Response get(String path, String bearer) {
        return call("GET", path, bearer, null);
    }

    public Response post(String path, String bearer, JsonNode body) {
        return call("POST", path, bearer, body);
    }

    /** Registers an account and logs it in by the product's own path: a name and a password. */
    public Account register(String tenant, String name, String password, int platform) {
        ObjectNode body = Json.object().put("account", name).put("password", password);
        call("POST", "/v1/im/auth/register", null, body, tenant).ok();
        return login(tenant, name, password, platform);
    }

    public Account login(String tenant, String name, String password, int platform) {
        ObjectNode body =
                Json.object().put("account", name).put("password", password).put("platform", platform);
        JsonNode answer = call("POST", "/v1/im/auth/login", null, body, tenant).ok();
        return new Account(
                tenant, name, answer.path("uid").asLong(), answer.path("token").asText());
    }

    /** Makes an account where needed and a token for it, as a product's backend does. */
    public Account adminToken(String adminSecret, String tenant, String name, int platform) {
        ObjectNode body = Json.object()
                .put("tenant", tenant)
                .put("account", name)
                .put("platform", platform)
                .put("create", true);
        JsonNode answer = post("/v1/admin/tokens", adminSecret, body).ok();
        return new Account(
                tenant, name, answer.path("uid").asLong(), answer.path("token").asText());
    }

    /** Sends a message; the future is the reply in the socket's form and fails when the connection broke. */
    public CompletableFuture<JsonNode> send(Account sender, ObjectNode data) {
        return observed(sender, "send", data, request("POST", "/v1/im/messages", sender.token(), data, null));
    }

    /** One page of history. @throws ReplyException when refused */
    public Page pull(Account reader, String conversationId, long afterSeq, int limit) {
        ObjectNode data = Json.object()
                .put("conversation_id", conversationId)
                .put("after_seq", afterSeq)
                .put("limit", limit);
        String path = "/v1/im/conversations/" + conversationId + "/messages?after_seq=" + afterSeq + "&limit=" + limit;
        JsonNode reply = TestClient.await(
                observed(reader, "pull", data, request("GET", path, reader.token(), null, null)), TestClient.PATIENCE);
        if (reply.path("code").asInt(-1) != 0) {
            throw new ReplyException(reply);
        }
        return Page.of(reply.path("data"));
    }

    /** What happened to a conversation above a version. @throws ReplyException when refused */
    public ChangesSeen changes(Account reader, String conversationId, long afterVersion) {
        ObjectNode data = Json.object().put("conversation_id", conversationId).put("after_version", afterVersion);
        String path = "/v1/im/conversations/" + conversationId + "/changes?after_version=" + afterVersion;
        JsonNode reply = TestClient.await(
                observed(reader, "changes", data, request("GET", path, reader.token(), null, null)),
                TestClient.PATIENCE);
        if (reply.path("code").asInt(-1) != 0) {
            throw new ReplyException(reply);
        }
        return ChangesSeen.of(conversationId, reply.path("data"));
    }

    /** The newest page of history; the future is the reply in the socket's form. */
    public CompletableFuture<JsonNode> newest(Account reader, String conversationId, int limit) {
        ObjectNode data = Json.object().put("conversation_id", conversationId).put("limit", limit);
        String path = "/v1/im/conversations/" + conversationId + "/messages?limit=" + limit;
        return observed(reader, "pull", data, request("GET", path, reader.token(), null, null));
    }

    /** Ends the account's token on every node. @throws ReplyException when refused */
    public void logout(Account account) {
        post("/v1/im/auth/logout", account.token(), Json.object()).ok();
    }

    /** Disables a user or enables them again, as a product's backend does. @throws ReplyException when refused */
    public void setDisabled(String adminSecret, Account user, boolean disabled) {
        ObjectNode body = Json.object().put("disabled", disabled);
        call("PATCH", "/v1/admin/users/" + user.uid() + "?tenant=" + user.tenant(), adminSecret, body)
                .ok();
    }

    public long unreadTotal(Account reader) {
        return get("/v1/im/unread", reader.token()).ok().path("total").asLong();
    }

    /** {@code online}, {@code offline} or {@code unknown}. */
    public String presence(Account asker, long uid) {
        JsonNode answer = get("/v1/im/presence?uids=" + uid, asker.token()).ok();
        return answer.path("users").path(0).path("state").asText();
    }

    /** Text made safe for a path or query. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private CompletableFuture<JsonNode> observed(Account as, String op, JsonNode data, HttpRequest request) {
        String session = "http/" + CALLS.incrementAndGet();
        observer.connected(session, baseUrl);
        observer.request(session, as.uid(), "1", op, data);
        return CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> asReply(op, response(response)))
                .whenComplete((reply, failure) -> {
                    if (reply != null) {
                        observer.reply(session, "1", reply);
                    }
                    observer.closed(session, TestClient.NO_CODE);
                });
    }

    private static JsonNode asReply(String op, Response response) {
        ObjectNode reply = Json.object().put("op", op).put("id", "1");
        if (response.status() / 100 == 2) {
            reply.put("code", 0).set("data", response.body());
        } else if (response.body() instanceof ObjectNode error) {
            reply.setAll(error);
        } else {
            reply.put("code", response.status());
        }
        return reply;
    }

    private HttpRequest request(String method, String path, String bearer, JsonNode body, String tenant) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                // Past the 15 s in which the contract owes an answer, so that a missing one shows as missing.
                .timeout(Duration.ofSeconds(20))
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (bearer != null) {
            request.header("Authorization", "Bearer " + bearer);
        }
        if (tenant != null) {
            request.header("X-Tenant", tenant);
        }
        return request.build();
    }

    private static Response response(HttpResponse<String> response) {
        JsonNode body = MissingNode.getInstance();
        if (!response.body().isEmpty()
                && response.headers().firstValue("content-type").orElse("").contains("json")) {
            body = Json.read(response.body(), JsonNode.class);
        }
        return new Response(response.statusCode(), body);
    }
}
