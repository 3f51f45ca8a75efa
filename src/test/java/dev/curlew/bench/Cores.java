package dev.curlew.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Which processors a process may run on, and whether it gives way there; on Linux only. */
final class Cores {

    private Cores() {}

    static void first(long pid) {
        set(pid, "0");
    }

    static void allButFirst(long pid) {
        set(pid, "1-" + (Runtime.getRuntime().availableProcessors() - 1));
    }

    private static void set(long pid, String list) {
        run(List.of("taskset", "-a", "-p", "-c", list, Long.toString(pid)));
    }

    /** It runs when nobody else wants to: clients that stand for many machines must not take what those of the nodes have. */
    static void giveWay(long pid) {
        List<String> command = new ArrayList<>(List.of("renice", "-n", "19", "-p"));
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            threads.forEach(thread -> command.add(thread.getFileName().toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        run(command);
    }

    private static void run(List<String> command) {
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(command.get(0) + " is needed to measure", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
