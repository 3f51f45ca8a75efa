package dev.curlew.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.bench.load.LoadMain;
import dev.curlew.dev.TalkingJvm;
import dev.curlew.protocol.Json;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A load process and how it is told what to do. */
final class Generator implements AutoCloseable {

    private static final AtomicInteger RUNS = new AtomicInteger();

    /** Of each flood, before it counts. */
    private static final long WARM_MS = 500;

    /** So long the generator rests before it looks for what came: more comes at once then, and less of its processor is used. */
    private static final long REST_US = 500;

    private final TalkingJvm process =
            new TalkingJvm(LoadMain.class.getName(), List.of("-Xms192m", "-Xmx192m", "-XX:+UseSerialGC"));

    long pid() {
        return process.pid();
    }

    /** Sockets of the product. @param url the node's */
    void open(String set, String url, Path tokens, int from, int count, boolean batch, boolean attach) {
        opened(
                Json.object()
                        .put("cmd", "open")
                        .put("set", set)
                        .put("port", URI.create(url).getPort())
                        .put("tokens", tokens.toString())
                        .put("from", from)
                        .put("count", count)
                        .put("batch", batch)
                        .put("attach", attach),
                count);
    }

    /** Sockets of the bare server. */
    void open(String set, int port, String path, int count) {
        opened(
                Json.object()
                        .put("cmd", "open")
                        .put("set", set)
                        .put("port", port)
                        .put("path", path)
                        .put("count", count),
                count);
    }

    private void opened(ObjectNode command, int count) {
        JsonNode answer = ask(command);
        if (answer.path("open").asInt() != count) {
            throw new NotValid("of " + count + " sockets only " + answer.path("open") + " opened");
        }
    }

    void shut(String set) {
        ask(Json.object().put("cmd", "close").put("set", set));
    }

    /** A run of its own name. */
    ObjectNode run(String command, String senders) {
        return Json.object()
                .put("cmd", command)
                .put("run", "r" + RUNS.incrementAndGet() + "-")
                .put("senders", senders);
    }

    /** As many messages as get through, so many without an answer at a time. */
    ObjectNode flood(String senders, String receivers, int window, int burst) {
        return run("flood", senders)
                .put("receivers", receivers)
                .put("window", window)
                .put("burst", burst)
                .put("warm_ms", WARM_MS)
                .put("rest_us", REST_US);
    }

    JsonNode ask(ObjectNode command) {
        process.tell(Json.text(command));
        return answer();
    }

    /** Has it begin; {@link #answer} waits for the end. */
    void begin(ObjectNode command) {
        process.tell(Json.text(command));
    }

    JsonNode answer() {
        JsonNode answer = Json.read(process.answer(), JsonNode.class);
        if (answer.has("failure")) {
            throw new NotValid("the generator failed: " + answer.path("failure").asText());
        }
        return answer;
    }

    @Override
    public void close() {
        process.close();
    }
}
