package dev.curlew.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WebClientRoutesIT {

    private static final Vertx VERTX = Vertx.vertx();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static int port;

    @BeforeAll
    static void serve() throws Exception {
        Router router = Router.router(VERTX);
        WebClientRoutes.load().mount(router);
        HttpServer server = VERTX.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .await(10, TimeUnit.SECONDS);
        port = server.actualPort();
    }

    @AfterAll
    static void close() throws Exception {
        VERTX.close().await(10, TimeUnit.SECONDS);
    }

    @Test
    void thePageAllowsOnlyWhatThisNodeServes() throws Exception {
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(header(page, "content-type")).isEqualTo("text/html; charset=utf-8");
        assertThat(header(page, "content-security-policy"))
                .contains("default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(header(page, "x-content-type-options")).isEqualTo("nosniff");
        assertThat(header(page, "x-frame-options")).isEqualTo("DENY");
        assertThat(header(page, "referrer-policy")).isEqualTo("no-referrer");
    }

    @Test
    void filesHaveTheirTypesAndTheLibraryIsThere() throws Exception {
        assertThat(header(get("/web/js/main.js"), "content-type")).startsWith("text/javascript");
        assertThat(header(get("/web/css/base.css"), "content-type")).startsWith("text/css");
        assertThat(header(get("/web/logo.svg"), "content-type")).isEqualTo("image/svg+xml");
        assertThat(get(WebClientRoutes.SOCKJS_LIBRARY).body()).contains("SockJS");
    }

    @Test
    void aBrowserThatHasItIsTold() throws Exception {
        String etag = header(get("/web/js/main.js"), "etag");
        HttpResponse<String> again = send("GET", "/web/js/main.js", etag);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(send("GET", "/web/js/main.js", "\"other\", W/" + etag).statusCode())
                .isEqualTo(304);
        assertThat(send("GET", "/web/js/main.js", "\"other\"").statusCode()).isEqualTo(200);
    }

    @Test
    void headTellsTheLengthOnly() throws Exception {
        HttpResponse<String> head = send("HEAD", "/", "\"none\"");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(Integer.parseInt(header(head, "content-length")))
                .isEqualTo(get("/").body().length());
    }

    @Test
    void nothingElseIsReachable() throws Exception {
        for (String path :
                new String[] {"/web", "/web/", "/web/none.js", "/web/../logback.xml", "/web/%2e%2e/logback.xml"}) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(404);
        }
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send("GET", path, "\"none\"");
    }

    private static HttpResponse<String> send(String method, String path, String ifNoneMatch)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("If-None-Match", ifNoneMatch)
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }
}
