package dev.curlew.dev;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import redis.embedded.core.ExecutableProvider;

/** A real {@code redis-server}. Every write is in its append-only file before it is answered, so a kill loses nothing;
 * {@link #restartEmpty()} is the Redis that lost its memory. */
public final class RedisStore extends StoreProcess {
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
        }
    }

    @Override
    List<String> command() {
        List<String> command = new ArrayList<>(List.of(executable.toString(), "--port", Integer.toString(port())));
        command.addAll(
                List.of("--bind", host(), "--dir", data().toAbsolutePath().toString()));
        command.addAll(List.of("--save", "", "--appendonly", "yes", "--appendfsync", "everysec"));
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
}
