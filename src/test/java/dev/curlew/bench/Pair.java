package dev.curlew.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** A sender and a recipient, each with one socket; with two nodes they are on different ones. */
final class Pair implements AutoCloseable {

    private static final String FILLER = "x".repeat(100);

    private final TestClient sender;
    private final TestClient recipient;
    private final long toUid;

    /** @param delivered told each message's client id and the time it came, ns */
    Pair(Target target, String name, BiConsumer<String, Long> delivered) {
        TestHttp http = new TestHttp(target.urls().get(0));
        Account from = http.adminToken("dev-admin-secret", "demo", name + "-from", 1);
        Account to = http.adminToken("dev-admin-secret", "demo", name + "-to", 1);
        toUid = to.uid();
        recipient = TestClient.connect(target.urls().get(target.urls().size() - 1))
                .onEvent(event -> {
                    if (event.path("event").asText().equals("message")) {
                        delivered.accept(
                                event.path("data").path("client_msg_id").asText(), System.nanoTime());
                    }
                });
        recipient.login(to.token(), 1, null, true);
        sender = TestClient.connect(target.urls().get(0));
        sender.onEvent(event -> {});
        sender.login(from.token(), 1, null, true);
        sender.autoPing(Duration.ofSeconds(10));
        recipient.autoPing(Duration.ofSeconds(10));
    }

    CompletableFuture<JsonNode> send(String clientMsgId) {
        ObjectNode data = Json.object()
                .put("to_uid", toUid)
                .put("client_msg_id", clientMsgId)
                .put("content_type", 101);
        data.putObject("content").put("text", FILLER);
        return sender.request("send", data);
    }

    @Override
    public void close() {
        sender.close();
        recipient.close();
    }
}
