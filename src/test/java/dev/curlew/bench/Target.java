package dev.curlew.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.chaos.Stack;
import dev.curlew.dev.DevStores;
import dev.curlew.dev.NodeProcess;
import dev.curlew.dev.StoreProcess;
import dev.curlew.protocol.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The nodes that are measured: a running stack, or one started for it.
 *
 * @param storePids empty when not known */
record Target(
        List<String> urls,
        List<String> managementUrls,
        List<Long> pids,
        List<Long> storePids,
        String mongo,
        Stack owned)
        implements AutoCloseable {

    /** The stack that {@code make run} or {@code make cluster} wrote down. */
    static Target running(Path stackFile) {
        try {
            JsonNode stack = Json.read(Files.readAllBytes(stackFile), JsonNode.class);
            List<String> urls = new ArrayList<>();
            List<String> managementUrls = new ArrayList<>();
            List<Long> pids = new ArrayList<>();
            for (JsonNode node : stack.path("nodes")) {
                urls.add("http://127.0.0.1:" + node.path("port").asInt());
                managementUrls.add(
                        "http://127.0.0.1:" + node.path("management_port").asInt());
                pids.add(node.path("pid").asLong());
            }
            return new Target(
                    urls,
                    managementUrls,
                    pids,
                    List.of(),
                    stack.path("mongo").path("kind").asText("unknown"),
                    null);
        } catch (IOException e) {
            throw new UncheckedIOException("No running stack: " + stackFile, e);
        }
    }

    static Target own(int nodes, List<String> jvmOptions, Consumer<String> progress) {
        Map<String, String> settings = Map.of("socket.requests_per_second", "1000000");
        Stack stack = Stack.start(new Stack.Plan(nodes, Path.of("target", "bench"), jvmOptions, settings), progress);
        return new Target(
                stack.urls(),
                stack.nodes().stream()
                        .map(node -> node.address().managementUrl())
                        .toList(),
                stack.nodes().stream().map(NodeProcess::pid).toList(),
                stack.stores().all().stream().map(StoreProcess::pid).toList(),
                stack.stores().mongo().isReal() ? "mongod" : "stand-in",
                stack);
    }

    /** Requests all nodes together have sent to all stores since they started. */
    long storeRequests() {
        return (long) sum("curlew_store_requests_total");
    }

    /** The same to one of them, as the metric names it. */
    double storeRequests(String store) {
        return sumWith("curlew_store_requests_total{", "store=\"" + store + "\"");
    }

    /** A metric of all nodes together. @param begins how its lines begin */
    double sum(String begins) {
        return sumWith(begins, "");
    }

    /** The same of the lines that hold a label. */
    double sumWith(String begins, String label) {
        return managementUrls.stream()
                .flatMap(url -> metrics(url).lines())
                .filter(line -> line.startsWith(begins) && line.contains(label))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /** Those of a stack that was started for it. */
    DevStores stores() {
        return owned.stores();
    }

    private static String metrics(String url) {
        try (InputStream answer = URI.create(url + "/metrics").toURL().openStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (owned != null) {
            owned.close();
        }
    }
}
