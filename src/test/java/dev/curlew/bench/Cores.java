package dev.curlew.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;

/** Which processors a process may run on; on Linux with {@code taskset}, elsewhere it runs where it likes. */
final class Cores {

    private Cores() {}

    static void first(long pid) {
        set(pid, "0");
    }

    static void allButFirst(long pid) {
        set(pid, "1-" + (Runtime.getRuntime().availableProcessors() - 1));
    }

    private static void set(long pid, String list) {
        try {
            new ProcessBuilder("taskset", "-a", "-p", "-c", list, Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("taskset is needed to measure on one core", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
