package dev.curlew.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.TestHttp;
import dev.curlew.protocol.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Users, their tokens and groups of them, made as a product's backend makes them: a thousand a call. */
final class Crowd {

    private static final String SECRET = "dev-admin-secret";
    private static final String TENANT = "demo";
    private static final int A_CALL = 1_000;
    private static final int AT_ONCE = 64;

    private final String url;
    private final TestHttp http;
    private final HttpClient client = HttpClient.newHttpClient();

    Crowd(String url) {
        this.url = url;
        this.http = new TestHttp(url);
    }

    List<Long> users(String name, int count) {
        List<Long> uids = new ArrayList<>();
        String prefix = name + "-" + System.nanoTime() + "-";
        for (int from = 0; from < count; from += A_CALL) {
            ObjectNode body = Json.object().put("tenant", TENANT);
            ArrayNode users = body.putArray("users");
            for (int i = from; i < Math.min(count, from + A_CALL); i++) {
                users.addObject().put("account", prefix + i);
            }
            http.post("/v1/admin/users", SECRET, body)
                    .ok()
                    .path("users")
                    .forEach(user -> uids.add(user.path("uid").asLong()));
        }
        return uids;
    }

    /** Answers the topic. The first one owns it. */
    String group(List<Long> uids) {
        ObjectNode body = Json.object()
                .put("tenant", TENANT)
                .put("owner_uid", uids.get(0))
                .put("name", "bench");
        body.putArray("member_uids");
        String topic =
                http.post("/v1/admin/groups", SECRET, body).ok().path("topic").asText();
        List<Long> others = uids.subList(1, uids.size());
        for (int from = 0; from < others.size(); from += A_CALL) {
            ObjectNode page = Json.object().put("tenant", TENANT);
            ArrayNode list = page.putArray("uids");
            others.subList(from, Math.min(others.size(), from + A_CALL)).forEach(list::add);
            http.post("/v1/admin/groups/" + topic + "/members", SECRET, page).ok();
        }
        return topic;
    }

    /** A file with a token for each, a line each. */
    Path tokens(List<Long> uids) {
        List<String> tokens = new ArrayList<>();
        for (int from = 0; from < uids.size(); from += AT_ONCE) {
            List<CompletableFuture<String>> some = uids.subList(from, Math.min(uids.size(), from + AT_ONCE)).stream()
                    .map(this::token)
                    .toList();
            some.forEach(one -> tokens.add(one.join()));
        }
        try {
            Path file = Files.createTempFile("curlew-bench", ".tokens");
            file.toFile().deleteOnExit();
            return Files.write(file, tokens);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CompletableFuture<String> token(long uid) {
        ObjectNode body = Json.object().put("tenant", TENANT).put("uid", uid).put("platform", 7);
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/admin/tokens"))
                .header("Authorization", "Bearer " + SECRET)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(answer ->
                        Json.read(answer.body(), ObjectNode.class).path("token").asText());
    }
}
