package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.SeenMessage;
import dev.curlew.protocol.Json;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Just enough of the contract, in memory behind two ports, to try clients and load without the product. */
final class FakeServer implements AutoCloseable {

    private final Vertx vertx = Vertx.vertx();
    private final Faults faults;
    private final List<String> urls = new ArrayList<>();
    private final Map<String, Long> users = new HashMap<>();
    private final Map<String, List<ObjectNode>> conversations = new HashMap<>();
    private final Map<String, ObjectNode> placed = new HashMap<>();
    private final Map<ServerWebSocket, Long> sessions = new HashMap<>();
    private final FakeChanges changes;
    private int sends;

    /** Every so many: 0 is never.
     *
     * @param dropPush live events that get lost
     * @param refuse sends answered 50300
     * @param forget acknowledged messages that are not stored
     * @param again client ids that are not recognised when they come again
     * @param forgetChange acknowledged changes that are not made */
    record Faults(int dropPush, int refuse, int forget, boolean again, int forgetChange) {}

    FakeServer(Faults faults) throws Exception {
        this.faults = faults;
        this.changes = new FakeChanges(faults.forgetChange());
        for (int i = 0; i < 2; i++) {
            int port = vertx.createHttpServer()
                    .webSocketHandler(this::socket)
                    .requestHandler(this::http)
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(5, TimeUnit.SECONDS)
                    .actualPort();
            urls.add("http://127.0.0.1:" + port);
        }
    }

    List<String> urls() {
        return urls;
    }

    @Override
    public void close() {
        vertx.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(5, TimeUnit.SECONDS)
                .join();
    }

    private void socket(ServerWebSocket socket) {
        socket.closeHandler(ignored -> ended(socket));
        socket.exceptionHandler(ignored -> {});
        socket.textMessageHandler(text -> {
            JsonNode request = Json.read(text, JsonNode.class);
            ObjectNode reply = Json.object();
            reply.put("op", request.path("op").asText())
                    .put("id", request.path("id").asText());
            synchronized (this) {
                handle(socket, request.path("op").asText(), request.path("data"), reply);
                socket.writeTextMessage(Json.text(reply));
            }
        });
    }

    private synchronized void ended(ServerWebSocket socket) {
        sessions.remove(socket);
    }

    private void handle(ServerWebSocket socket, String op, JsonNode data, ObjectNode reply) {
        if (op.equals("login")) {
            sessions.put(socket, Long.parseLong(data.path("token").asText()));
        }
        long uid = sessions.getOrDefault(socket, 0L);
        reply.put("code", 0);
        ObjectNode answer = reply.putObject("data").put("uid", uid).put("node_id", "fake");
        switch (op) {
            case "send" -> send(uid, data, reply, socket);
            case "pull" ->
                pull(
                        data.path("conversation_id").asText(),
                        data.path("after_seq").asLong(),
                        answer);
            case "revoke", "edit" -> change(uid, op, data, reply, socket);
            case "changes" ->
                changes.after(
                        data.path("conversation_id").asText(),
                        data.path("after_version").asLong(),
                        answer);
            case "seqs", "ping" -> heads(uid, answer);
            case "read" ->
                answer.put("read_seq", data.path("read_seq").asLong()).put("unread", 0);
            default -> {
                // login needs no more.
            }
        }
    }

    private void send(long uid, JsonNode data, ObjectNode reply, ServerWebSocket from) {
        sends++;
        if (every(faults.refuse())) {
            reply.remove("data");
            reply.put("code", 50300).put("error", "unavailable").put("retryable", true);
            return;
        }
        long peer = data.path("to_uid").asLong();
        String conversationId = "si_" + Math.min(uid, peer) + "_" + Math.max(uid, peer);
        String clientMsgId = data.path("client_msg_id").asText();
        String key = conversationId + " " + uid + " " + clientMsgId;
        ObjectNode known = faults.again() ? null : placed.get(key);
        ObjectNode message = known != null ? known : place(conversationId, uid, data);
        placed.put(key, message);
        ObjectNode answer = Json.object().put("duplicate", known != null);
        for (String name : List.of("conversation_id", "client_msg_id", "server_msg_id", "seq", "send_time")) {
            answer.set(name, message.get(name));
        }
        reply.set("data", answer);
        if (known == null && !every(faults.dropPush())) {
            tell(conversationId, Json.object().put("event", "message").set("data", message), from);
        }
    }

    private void change(long uid, String op, JsonNode data, ObjectNode reply, ServerWebSocket from) {
        String conversationId = data.path("conversation_id").asText();
        List<ObjectNode> log = conversations.getOrDefault(conversationId, List.of());
        ObjectNode event = changes.change(op, uid, data, log, reply);
        if (event != null && !every(faults.dropPush())) {
            tell(conversationId, event, from);
        }
    }

    private void tell(String conversationId, ObjectNode event, ServerWebSocket from) {
        String text = Json.text(event);
        sessions.forEach((socket, user) -> {
            if (socket != from && Memberships.ofTwo(user, conversationId)) {
                socket.writeTextMessage(text);
            }
        });
    }

    private ObjectNode place(String conversationId, long uid, JsonNode data) {
        List<ObjectNode> log = conversations.computeIfAbsent(conversationId, id -> new ArrayList<>());
        ObjectNode message = data.deepCopy();
        message.put("conversation_id", conversationId)
                .put("seq", log.size() + 1)
                .put("server_msg_id", "s" + sends)
                .put("send_uid", uid)
                .put("status", SeenMessage.STORED)
                .put("version", 0)
                .put("send_time", System.currentTimeMillis());
        if (!every(faults.forget())) {
            log.add(message);
        }
        return message;
    }

    private boolean every(int n) {
        return n > 0 && sends % n == 0;
    }

    private void pull(String conversationId, long after, ObjectNode answer) {
        List<ObjectNode> log = conversations.getOrDefault(conversationId, List.of());
        ArrayNode messages = answer.putArray("messages");
        log.stream().skip(after).limit(50).forEach(messages::add);
        answer.put("min_seq", 1).put("max_seq", log.size()).put("has_more", log.size() > after + 50);
        answer.putArray("absent");
        answer.putArray("pending");
    }

    private void heads(long uid, ObjectNode answer) {
        ArrayNode list = answer.putArray("conversations");
        conversations.forEach((id, log) -> {
            if (Memberships.ofTwo(uid, id)) {
                list.addObject()
                        .put("conversation_id", id)
                        .put("max_seq", log.size())
                        .put("version", changes.version(id));
            }
        });
    }

    private void http(HttpServerRequest request) {
        request.bodyHandler(body -> {
            ObjectNode reply = Json.object();
            synchronized (this) {
                String bearer =
                        String.valueOf(request.getHeader("Authorization")).replace("Bearer ", "");
                if (request.path().equals("/v1/admin/tokens")) {
                    String account = Json.read(body.getBytes(), JsonNode.class)
                            .path("account")
                            .asText();
                    long uid = users.computeIfAbsent(account, name -> users.size() + 1L);
                    reply.put("uid", uid).put("token", Long.toString(uid));
                } else if (request.path().equals("/v1/im/messages")) {
                    send(Long.parseLong(bearer), Json.read(body.getBytes(), JsonNode.class), reply, null);
                } else if (request.path().endsWith("/changes")) {
                    long after = Long.parseLong(request.getParam("after_version"));
                    changes.after(request.path().split("/")[4], after, reply);
                } else {
                    long after = Long.parseLong(request.getParam("after_seq"));
                    pull(request.path().split("/")[4], after, reply);
                }
            }
            boolean refused = reply.path("code").asInt() != 0;
            request.response()
                    .setStatusCode(refused ? 503 : 200)
                    .putHeader("content-type", "application/json")
                    .end(Json.text(reply.has("data") ? reply.get("data") : reply));
        });
    }
}
