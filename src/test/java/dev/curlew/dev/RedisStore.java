package dev.curlew.dev;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import redis.embedded.core.ExecutableProvider;

/** A real {@code redis-server}. Every write is in its append-only file before it is answered, so a kill loses nothing;
 * {@link #restartEmpty()} is the Redis that lost its memory. */
public final class RedisStore extends StoreProcess {
    private static final int BUSY_TRIES = 100;
    private static final int FLUSH_PATIENCE_MS = 5_000;
    private static final long BUSY_PAUSE_MS = 20;

    private final List<String> options;
    private Path executable;

    RedisStore(int port, Path root, List<String> options) {
        super("redis", port, root);
        this.options = List.copyOf(options);
    }

    @Override
    void prepare() throws IOException {
        Files.createDirectories(data());
        if (executable == null || !Files.isExecutable(executable)) {
            File unpacked =
                    ExecutableProvider.newJarResourceProvider(home().toFile()).get();
            executable = unpacked.toPath().toAbsolutePath();
            awaitRunnable();
        }
    }

    /** A child that another thread forked while the file was being written holds it open for a moment: "Text file busy". */
    private void awaitRunnable() throws IOException {
        for (int tries = 0; ; tries++) {
            try {
                new ProcessBuilder(executable.toString(), "--version")
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD)
                        .start()
                        .waitFor();
                return;
            } catch (IOException e) {
                if (tries == BUSY_TRIES) {
                    throw e;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
            Pause.millis(BUSY_PAUSE_MS);
        }
    }

    @Override
    List<String> command() {
        List<String> command = new ArrayList<>(List.of(executable.toString(), "--port", Integer.toString(port())));
        command.addAll(
                List.of("--bind", host(), "--dir", data().toAbsolutePath().toString()));
        command.addAll(List.of("--save", "", "--appendonly", "yes", "--appendfsync", "everysec"));
        // Each set of tests has a database of its own.
        command.addAll(List.of("--databases", "512"));
        command.addAll(options);
        return command;
    }

    @Override
    boolean ping(int patienceMs) throws IOException {
        return Pings.redis(host(), port(), patienceMs);
    }

    /** Kills it, throws its data away and starts it again. */
    public synchronized void restartEmpty() {
        kill();
        FileTrees.delete(data());
        start();
    }

    /** Forgets everything, at once, while it runs. */
    public void flush() {
        try {
            if (!Pings.flushRedis(host(), port(), FLUSH_PATIENCE_MS)) {
                throw new IllegalStateException("FLUSHALL was refused");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Keeps a copy of what is on its disk now, for {@link #restartFromSnapshot()}. */
    public void snapshot() {
        FileTrees.delete(snapshotCopy());
        try {
            FileTrees.copy(data(), snapshotCopy());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it and starts it again with what it had at the {@link #snapshot()}. */
    public synchronized void restartFromSnapshot() {
        kill();
        FileTrees.delete(data());
        try {
            FileTrees.copy(snapshotCopy(), data());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start();
    }

    private Path snapshotCopy() {
        return home().resolve("snapshot");
    }
}
