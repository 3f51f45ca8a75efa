package dev.curlew.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One node as a child JVM, to be stopped, killed, frozen and started again on the same ports. */
public final class NodeProcess {

    private static final Duration START_PATIENCE = Duration.ofSeconds(90);
    private static final HttpClient PROBE =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final String id;
    private final int port;
    private final int managementPort;
    private final List<String> jvmOptions;
    private final Map<String, String> settings;
    private final Path log;
    private Process process;

    NodeProcess(Spec spec, List<String> jvmOptions, Map<String, String> shared, Path directory) {
        this.id = spec.id();
        this.port = spec.port();
        this.managementPort = spec.managementPort();
        this.jvmOptions = jvmOptions;
        this.settings = new LinkedHashMap<>(shared);
        this.log = directory.resolve(id + ".log");
        settings.put("node.id", id);
        settings.put("cluster.port", Integer.toString(spec.busPort()));
        settings.put("http.port", Integer.toString(port));
        settings.put("http.management_port", Integer.toString(managementPort));
    }

    /** Name and ports of a node. */
    public record Spec(String id, int port, int managementPort, int busPort) {}

    public String id() {
        return id;
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    public synchronized long pid() {
        return process == null ? -1 : process.pid();
    }

    public synchronized boolean running() {
        return process != null && process.isAlive();
    }

    public synchronized void launch() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of(ChildMain.class.getName(), "dev.curlew.boot.Main"));
        command.addAll(List.of("run", "--config", "conf/development.yaml"));
        settings.forEach((key, value) -> command.addAll(List.of("--set", key + "=" + value)));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.appendTo(log.toFile()));
        // What this shell has set for the tools or another node is not meant for these nodes.
        builder.environment().keySet().removeIf(key -> key.startsWith("CURLEW_"));
        // The class path travels in the environment to keep the process list readable.
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("Node did not start: " + id, e);
        }
    }

    /** Waits until it is ready. @throws IllegalStateException when it ended or was not ready in time */
    public void awaitReady() {
        long end = System.nanoTime() + START_PATIENCE.toNanos();
        while (!ready()) {
            if (!running() || System.nanoTime() > end) {
                throw new IllegalStateException("Node did not become ready: " + id + ", log " + log);
            }
            Pause.millis(100);
        }
    }

    public boolean ready() {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + "/readyz"))
                    .timeout(Duration.ofSeconds(3))
                    .build();
            return PROBE.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** SIGKILL. */
    public synchronized void kill() {
        if (process != null) {
            process.destroyForcibly();
            waitFor(Duration.ofSeconds(10));
        }
    }

    /** SIGTERM, and SIGKILL when that does not help. @return whether it ended by itself */
    public synchronized boolean terminate() {
        if (process == null) {
            return true;
        }
        process.destroy();
        boolean ended = waitFor(Duration.ofSeconds(30));
        if (!ended) {
            kill();
        }
        return ended;
    }

    private boolean waitFor(Duration time) {
        try {
            return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
