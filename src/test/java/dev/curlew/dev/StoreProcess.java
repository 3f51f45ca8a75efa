package dev.curlew.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One store as a child process with its own data directory and log file, to be stopped, killed, frozen and started
 * again on the same port and data. Every method returns when the deed is done. */
public abstract class StoreProcess {
    private static final Duration START_PATIENCE = Duration.ofSeconds(180);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);
    private static final Duration PING_PATIENCE = Duration.ofMillis(1500);

    private final String name;
    private final int port;
    private final Path home;
    private volatile ChildProcess child;

    StoreProcess(String name, int port, Path root) {
        this.name = name;
        this.port = port;
        this.home = root.resolve(name);
    }

    /** Puts files in place before the process starts. */
    abstract void prepare() throws IOException;

    abstract List<String> command();

    Map<String, String> environment() {
        return Map.of();
    }

    abstract boolean ping(int patienceMs) throws IOException;

    public final String name() {
        return name;
    }

    public final String host() {
        return "127.0.0.1";
    }

    public final int port() {
        return port;
    }

    public final Path home() {
        return home;
    }

    public final Path data() {
        return home.resolve("data");
    }

    public final Path log() {
        return home.resolve(name + ".log");
    }

    /** The process id, or -1 when it does not run. */
    public final long pid() {
        ChildProcess current = child;
        return current != null && current.isAlive() ? current.pid() : -1;
    }

    public final boolean isRunning() {
        return pid() >= 0;
    }

    /** Whether it answers a ping of its protocol within a second and a half. */
    public final boolean isUp() {
        try {
            return isRunning() && ping((int) PING_PATIENCE.toMillis());
        } catch (IOException e) {
            return false;
        }
    }

    /** Starts it, or starts it again on the same data and port, and waits until it answers. */
    public final void start() {
        launch();
        awaitUp();
    }

    /** The lock is not held while waiting, so a stop or kill need not wait for a start to succeed. */
    private synchronized void launch() {
        if (isRunning()) {
            return;
        }
        try {
            Files.createDirectories(home);
            prepare();
            child = ChildProcess.logged(command(), environment(), home, log());
        } catch (IOException e) {
            throw new UncheckedIOException("could not start: " + name, e);
        }
    }

    /** Waits until it answers; says the end of its log when it ended instead. */
    public final void awaitUp() {
        long deadline = System.nanoTime() + START_PATIENCE.toNanos();
        while (!isUp()) {
            if (!isRunning() || System.nanoTime() > deadline) {
                throw new IllegalStateException(name + " did not come up; " + log() + " ends with:\n" + logTail());
            }
            Pause.millis(25);
        }
    }

    /** Asks it to end, in order. */
    public final synchronized void stop() {
        if (child != null) {
            child.terminate(STOP_PATIENCE);
        }
    }

    /** Ends it as a power cut would. */
    public final synchronized void kill() {
        if (child != null) {
            child.kill();
        }
    }

    /** Freezes it: connections stay open, nothing answers. */
    public final synchronized void pause() {
        signal("STOP");
    }

    public final synchronized void resume() {
        signal("CONT");
    }

    private void signal(String signal) {
        if (child != null) {
            child.signal(signal);
        }
    }

    private String logTail() {
        try {
            String text = new String(Files.readAllBytes(log()), StandardCharsets.UTF_8);
            return text.substring(Math.max(0, text.length() - 2000));
        } catch (IOException e) {
            return "(" + e + ")";
        }
    }
}
