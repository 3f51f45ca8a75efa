package dev.curlew.chaos;

import dev.curlew.dev.RedisStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Faults of Redis: away, and each way in which its memory may be gone or old. */
final class RedisFaults {

    private RedisFaults() {}

    static List<Fault> all() {
        return List.of(
                new Faults.Simple(4, "Redis away", RedisFaults::away),
                new Faults.Simple(4, "Redis restarted empty", (env, random) -> {
                    redis(env).restartEmpty();
                    env.pause(Duration.ofMillis(500 + random.nextInt(1500)));
                    redis(env).restartEmpty();
                }),
                new Faults.Simple(4, "Redis FLUSHALL", (env, random) -> {
                    flush(env);
                    env.pause(Duration.ofMillis(500 + random.nextInt(1500)));
                    flush(env);
                }),
                new Faults.Simple(4, "Redis back from an older snapshot", RedisFaults::olderSnapshot));
    }

    private static RedisStore redis(Env env) {
        return env.stack().stores().redis();
    }

    private static void away(Env env, Random random) {
        redis(env).stop();
        try {
            env.pause(env.outage());
        } finally {
            redis(env).start();
        }
    }

    private static void flush(Env env) {
        try (Socket socket = new Socket(redis(env).host(), redis(env).port())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write("FLUSHALL\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            if (in.read() != '+') {
                throw new IllegalStateException("FLUSHALL was refused");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything written in between is forgotten, while whoever was told of it remembers. */
    private static void olderSnapshot(Env env, Random random) {
        RedisStore redis = redis(env);
        Path copy = redis.home().resolve("snapshot");
        replace(redis.data(), copy);
        env.pause(Duration.ofSeconds(2));
        redis.kill();
        replace(copy, redis.data());
        redis.start();
    }

    private static void replace(Path from, Path to) {
        try {
            if (Files.exists(to)) {
                try (Stream<Path> old = Files.walk(to)) {
                    for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(path);
                    }
                }
            }
            try (Stream<Path> files = Files.walk(from)) {
                for (Path path : files.toList()) {
                    Path target = to.resolve(from.relativize(path).toString());
                    if (Files.isDirectory(path)) {
                        Files.createDirectories(target);
                    } else {
                        Files.copy(path, target, StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
