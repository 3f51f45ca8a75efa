package dev.curlew.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.http.WebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A client as people write them: one WebSocket, requests by id, everything else kept as events. */
final class SocketClient {

    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<String, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<JsonNode> events = new CopyOnWriteArrayList<>();
    private final List<String> frames = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();

    private SocketClient(WebSocket socket) {
        this.socket = socket;
        socket.textMessageHandler(this::read);
        socket.closeHandler(v -> {
            closed.complete((int) socket.closeStatusCode());
            // Whoever waits for a reply is told why there will be none.
            waiting.values()
                    .forEach(reply -> reply.completeExceptionally(
                            new IllegalStateException("closed with " + socket.closeStatusCode())));
        });
        socket.exceptionHandler(failure -> {});
        socket.resume();
    }

    static SocketClient connect(WebSocketClient client, int port) {
        Future<SocketClient> opened = client.connect(new WebSocketConnectOptions()
                        .setHost("127.0.0.1")
                        .setPort(port)
                        .setURI("/ws")
                        .putHeader("User-Agent", "Test/1"))
                .map(SocketClient::new);
        return within(opened.toCompletionStage().toCompletableFuture());
    }

    private void read(String text) {
        frames.add(text);
        for (String line : text.split("\n")) {
            JsonNode node = Json.parseObject(line.getBytes(StandardCharsets.UTF_8));
            if (node.has("event")) {
                events.add(node);
            } else {
                CompletableFuture<JsonNode> reply = waiting.remove(
                        node.get("id").isNull() ? "" : node.get("id").asText());
                if (reply != null) {
                    reply.complete(node);
                }
            }
        }
    }

    /** Answers the whole reply. */
    JsonNode call(String op, ObjectNode data) {
        return within(start(op, data));
    }

    CompletableFuture<JsonNode> start(String op, ObjectNode data) {
        String id = Integer.toString(ids.incrementAndGet());
        CompletableFuture<JsonNode> reply = new CompletableFuture<>();
        waiting.put(id, reply);
        ObjectNode request = Json.object().put("op", op).put("id", id);
        request.set("data", data);
        socket.writeTextMessage(Json.text(request)).onFailure(reply::completeExceptionally);
        return reply;
    }

    /** Sends a raw text; answers the reply with that id, empty for none. */
    JsonNode raw(String text, String id) {
        CompletableFuture<JsonNode> reply = new CompletableFuture<>();
        waiting.put(id, reply);
        socket.writeTextMessage(text);
        return within(reply);
    }

    JsonNode rawFrame(WebSocketFrame frame, String id) {
        CompletableFuture<JsonNode> reply = new CompletableFuture<>();
        waiting.put(id, reply);
        socket.writeFrame(frame);
        return within(reply);
    }

    JsonNode login(long uid, String more) {
        ObjectNode data = Json.parseObject(more.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        return call("login", data.put("token", "demo:" + uid));
    }

    SocketClient loggedIn(long uid) {
        JsonNode reply = login(uid, "{}");
        if (reply.get("code").asInt() != 0) {
            throw new IllegalStateException(reply.toString());
        }
        return this;
    }

    static ObjectNode text(long to, String clientMsgId) {
        ObjectNode data = Json.object()
                .put("to_uid", to)
                .put("client_msg_id", clientMsgId)
                .put("content_type", 101);
        data.putObject("content").put("text", "text of " + clientMsgId);
        return data;
    }

    List<JsonNode> events(String name) {
        return events.stream()
                .filter(event -> event.get("event").asText().equals(name))
                .map(event -> event.get("data"))
                .toList();
    }

    List<Long> pushed() {
        return events("message").stream()
                .map(message -> message.get("seq").asLong())
                .toList();
    }

    List<String> frames() {
        return frames;
    }

    WebSocket socket() {
        return socket;
    }

    int closeCode() {
        return within(closed);
    }

    boolean isClosed() {
        return closed.isDone();
    }

    void close() {
        socket.close();
    }

    static <T> T within(CompletableFuture<T> future) {
        return future.orTimeout(10, TimeUnit.SECONDS).join();
    }
}
