package dev.curlew.dev;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One node of the server as a child process, to be stopped, killed, frozen and started again on the same ports. */
public final class NodeProcess {
    private static final Duration START_PATIENCE = Duration.ofSeconds(180);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);
    private static final HttpClient PROBE = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(2))
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    private final NodeAddress address;
    private final Supplier<ChildProcess> starter;
    private volatile ChildProcess child;

    private NodeProcess(NodeAddress address, Supplier<ChildProcess> starter) {
        this.address = address;
        this.starter = starter;
    }

    /** Starts a node whose output appears here with its id in front.
     *
     * @param settings configuration keys and values beside those of the address */
    public static NodeProcess start(NodeAddress address, NodeCode code, Map<String, String> settings, PrintStream out) {
        NodeProcess node = new NodeProcess(address, () -> {
            ChildProcess child = ChildProcess.piped(code.command(address, settings), code.environment());
            Thread printer = new Thread(() -> print(child, address.nodeId(), out), "output-" + address.nodeId());
            printer.setDaemon(true);
            printer.start();
            return child;
        });
        node.start();
        return node;
    }

    /** A node that is not started yet and whose output is appended to a file.
     *
     * @param settings configuration keys and values beside those of the address */
    public static NodeProcess logged(NodeAddress address, NodeCode code, Map<String, String> settings, Path log) {
        return new NodeProcess(address, () -> {
            try {
                Files.createDirectories(log.toAbsolutePath().getParent());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return ChildProcess.logged(code.command(address, settings), code.environment(), null, log);
        });
    }

    /** Starts it unless it runs; {@link #awaitReady} waits for it. */
    public synchronized void start() {
        if (!isRunning()) {
            child = starter.get();
        }
    }

    public NodeAddress address() {
        return address;
    }

    public String id() {
        return address.nodeId();
    }

    /** Where clients connect. */
    public String url() {
        return address.url();
    }

    /** The process id, or -1 when it was never started. */
    public long pid() {
        ChildProcess current = child;
        return current == null ? -1 : current.pid();
    }

    public boolean isRunning() {
        ChildProcess current = child;
        return current != null && current.isAlive();
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
        long deadline = System.nanoTime() + START_PATIENCE.toNanos();
        while (!isReady()) {
            if (child.waitFor(Duration.ofMillis(100))) {
                throw new IllegalStateException(id() + " ended with exit code " + exitCode());
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(id() + " did not become ready: " + address.readyUri());
            }
        }
    }

    private boolean isReady() {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address.readyUri()))
                    .timeout(Duration.ofSeconds(3))
                    .build();
            return PROBE.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }

    /** Asks it to stop in order and waits for half a minute before ending it. @return whether it ended by itself */
    public synchronized boolean stop() {
        return child == null || child.terminate(STOP_PATIENCE);
    }

    /** Ends it as a power cut would. */
    public synchronized void kill() {
        if (child != null) {
            child.kill();
        }
    }

    /** Freezes it: connections stay open, nothing answers. */
    public synchronized void pause() {
        child.signal("STOP");
    }

    public synchronized void resume() {
        child.signal("CONT");
    }

    private static void print(ChildProcess child, String id, PrintStream out) {
        try (BufferedReader reader = child.process().inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                out.println("[" + id + "] " + line);
            }
        } catch (IOException ignored) {
            // A kill closes the pipe at once.
        }
    }
}
