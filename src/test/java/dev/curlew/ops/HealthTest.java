package dev.curlew.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.curlew.Requirement;
import dev.curlew.config.ConfigLoader;
import dev.curlew.config.CurlewConfig;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Vertx vertx = Vertx.vertx();
    private final Metrics metrics = new Metrics("n1", "1.0");
    private volatile Future<Void> redis = Future.succeededFuture();
    private volatile Future<Void> mysql = Future.succeededFuture();
    private volatile boolean peersReach;
    private Health health;
    private ManagementServer server;

    @BeforeEach
    void start() {
        CurlewConfig config =
                ConfigLoader.load(Path.of("conf/development.yaml"), Map.of(), List.of("http.management_port=0"));
        health = new Health(vertx, metrics.registry(), store -> Future.succeededFuture(peersReach));
        health.register("redis", () -> redis);
        health.register("mysql", () -> mysql);
        server = new ManagementServer(vertx, config, health, metrics.registry());
        server.start().await();
    }

    @AfterEach
    void stop() {
        health.close();
        server.stop().await();
        vertx.close().await();
        metrics.close();
    }

    @Test
    void unreadyUntilAllWereUpOnceThenDegraded() throws Exception {
        mysql = Future.failedFuture("Connection refused");
        assertThat(get("/readyz").statusCode()).as("before the first check").isEqualTo(503);
        health.start();
        health.started();
        await().until(() -> health.isUp("redis") && health.states().containsKey("mysql"));
        assertThat(get("/readyz").statusCode()).as("mysql never was up").isEqualTo(503);
        assertThat(body())
                .isEqualTo(new JsonObject(
                        "{\"status\":\"waiting for stores\",\"degraded\":[\"mysql\"],\"durability\":\"relaxed\"}"));

        mysql = Future.succeededFuture();
        await().until(() -> get("/readyz").statusCode() == 200);
        assertThat(body().getJsonArray("degraded")).isEmpty();

        redis = Future.failedFuture("Connection refused");
        await().until(() -> !health.isUp("redis"));
        assertThat(get("/readyz").statusCode()).as("nobody reaches it").isEqualTo(200);
        assertThat(body().getJsonArray("degraded")).containsExactly("redis");
    }

    @Test
    void unreadyWhileOnlyThisNodeLostAStore() throws Exception {
        ready();
        peersReach = true;
        redis = Future.failedFuture("Connection refused");
        await().until(() -> get("/readyz").statusCode() == 503);
        assertThat(body().getString("status")).isEqualTo("only this node cannot reach redis");

        peersReach = false;
        await().until(() -> get("/readyz").statusCode() == 200);

        peersReach = true;
        redis = Future.succeededFuture();
        await().until(() -> health.readiness().degraded().isEmpty());
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
    }

    @Test
    void unreadyWhileStarting() {
        health.start();
        await().until(() -> health.isUp("redis") && health.isUp("mysql"));
        assertThat(health.readiness()).isEqualTo(new Readiness(false, "starting", List.of()));
    }

    @Test
    void unreadyWhileStoppingThoughAlive() throws Exception {
        ready();
        health.stopping();
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        assertThat(get("/livez").statusCode()).isEqualTo(200);
    }

    @Requirement("A-262")
    @Test
    void aStoreThatDoesNotAnswerIsDownWithinFiveSeconds() {
        ready();
        redis = Promise.<Void>promise().future();
        await().atMost(Duration.ofSeconds(5)).until(() -> !health.isUp("redis"));
        assertThat(health.isUp("mysql")).as("checked beside it").isTrue();
        assertThat(metrics.registry().scrape())
                .contains("curlew_store_up{node=\"n1\",store=\"redis\"} 0")
                .contains("curlew_store_up{node=\"n1\",store=\"mysql\"} 1");
        redis = Future.succeededFuture();
        await().atMost(Duration.ofSeconds(5)).until(() -> health.isUp("redis"));
    }

    @Requirement("A-268")
    @Test
    void errorsHoldNoCredentials() {
        redis = Future.failedFuture("cannot open mongodb://me:tell-nobody@db:27017, password=tell-nobody");
        health.start();
        await().until(() -> health.states().containsKey("redis"));
        assertThat(health.states().get("redis").error()).isEqualTo("cannot open mongodb://***@db:27017, password=***");
    }

    @Test
    void metricsAreThoseOfTheProcessAndCarryTheNode() throws Exception {
        HttpResponse<String> response = get("/metrics");
        assertThat(response.headers().firstValue("content-type").orElse("")).startsWith("text/plain; version=0.0.4");
        assertThat(response.body())
                .contains(
                        "jvm_memory_used_bytes{", "jvm_threads_live_threads{node=\"n1\"}", "process_files_open_files{")
                .contains("process_uptime_seconds{", "jvm_gc_", "curlew_build{node=\"n1\",version=\"1.0\"} 1");
    }

    @Test
    void everyMeasureOfOursSaysWhatItIs() throws Exception {
        assertThat(get("/metrics").body().lines())
                .filteredOn(line -> line.startsWith("# HELP curlew_"))
                .isNotEmpty()
                .allMatch(line -> line.split(" ", 4).length == 4 && !line.split(" ", 4)[3].isBlank());
    }

    @Test
    void otherPathsAndMethodsAreRefused() throws Exception {
        assertThat(get("/nothing").statusCode()).isEqualTo(404);
        assertThat(get("/").body()).contains("/livez", "/readyz", "/metrics");
        HttpRequest post = HttpRequest.newBuilder(uri("/livez"))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(HTTP.send(post, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(405);
    }

    private void ready() {
        health.start();
        health.started();
        await().until(() -> health.readiness().ready());
    }

    private JsonObject body() throws IOException, InterruptedException {
        return new JsonObject(get("/readyz").body());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }
}
