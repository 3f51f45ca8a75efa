package dev.curlew.dev;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** One node of the server as a child process; what it prints appears here with its id in front. */
public final class NodeProcess {
    private static final Duration START_PATIENCE = Duration.ofSeconds(180);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

    private final NodeAddress address;
    private final ChildProcess child;
    private final Thread printer;

    private NodeProcess(NodeAddress address, ChildProcess child, PrintStream out) {
        this.address = address;
        this.child = child;
        this.printer = new Thread(() -> print(out), "output-" + address.nodeId());
        this.printer.setDaemon(true);
        this.printer.start();
    }

    /** Starts a node.
     *
     * @param code where its classes are
     * @param settings configuration keys and values beside those of the address */
    public static NodeProcess start(NodeAddress address, NodeCode code, Map<String, String> settings, PrintStream out) {
        List<String> command = new ArrayList<>(List.of(ChildJvm.java()));
        command.addAll(NodeCode.JVM_OPTIONS);
        command.addAll(List.of(NodeCode.MAIN, "run", "--config", "conf/development.yaml"));
        address.settings().forEach((key, value) -> command.addAll(List.of("--set", key + "=" + value)));
        settings.forEach((key, value) -> command.addAll(List.of("--set", key + "=" + value)));
        return new NodeProcess(address, ChildProcess.piped(command, ChildJvm.environment(code.classPath())), out);
    }

    public NodeAddress address() {
        return address;
    }

    public long pid() {
        return child.pid();
    }

    public boolean isRunning() {
        return child.isAlive();
    }

    public int exitCode() {
        return child.process().exitValue();
    }

    /** Done when the process has ended, however it did. */
    public CompletableFuture<Process> onExit() {
        return child.process().onExit();
    }

    /** Waits until {@code /readyz} answers 200; throws when the node ends before, or after three minutes. */
    public void awaitReady() {
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(2))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        long deadline = System.nanoTime() + START_PATIENCE.toNanos();
        while (!isReady(client)) {
            if (child.waitFor(Duration.ofMillis(100))) {
                throw new IllegalStateException(address.nodeId() + " ended with exit code " + exitCode());
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(address.nodeId() + " did not become ready: " + address.readyUri());
            }
        }
    }

    private boolean isReady(HttpClient client) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address.readyUri()))
                    .timeout(Duration.ofSeconds(2))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }

    /** Asks it to stop in order and waits for half a minute before ending it. */
    public void stop() {
        child.terminate(STOP_PATIENCE);
        try {
            printer.join(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it as a power cut would. */
    public void kill() {
        child.kill();
    }

    /** Freezes it: connections stay open, nothing answers. */
    public void pause() {
        child.signal("STOP");
    }

    public void resume() {
        child.signal("CONT");
    }

    private void print(PrintStream out) {
        try (BufferedReader reader = child.process().inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                out.println("[" + address.nodeId() + "] " + line);
            }
        } catch (IOException ignored) {
            // A kill closes the pipe at once.
        }
    }
}
