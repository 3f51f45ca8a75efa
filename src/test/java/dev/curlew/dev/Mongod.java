package dev.curlew.dev;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Looks for a {@code mongod} that runs here: {@code CURLEW_MONGOD}, the tools directory, the path. */
final class Mongod {
    private Mongod() {}

    static Optional<Path> find(Path tools) {
        String named = System.getenv("CURLEW_MONGOD");
        if (named != null && !named.isBlank()) {
            return Optional.of(Path.of(named)).filter(Mongod::runs).or(() -> {
                throw new IllegalStateException("CURLEW_MONGOD does not run: " + named);
            });
        }
        Path onPath = ChildProcess.findOnPath("mongod");
        return Stream.of(Optional.of(tools.resolve("mongod")), Optional.ofNullable(onPath))
                .flatMap(Optional::stream)
                .filter(Mongod::runs)
                .findFirst()
                .map(Path::toAbsolutePath);
    }

    /** One built for another system lacks its libraries here. */
    private static boolean runs(Path candidate) {
        if (!Files.isExecutable(candidate)) {
            return false;
        }
        try {
            Process process = new ProcessBuilder(candidate.toString(), "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
