package dev.curlew.dev;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One child process: in a session of its own (a Ctrl-C in the terminal is for the parent, which stops its children in
 * order), guarded against outliving the parent, and open to the signals Java does not offer. */
final class ChildProcess {
    private static final boolean HAS_SETSID = findOnPath("setsid") != null;

    private final Process process;

    private ChildProcess(Process process) {
        this.process = process;
    }

    /** Starts with output appended to a file. What this shell has set for the tools is not meant for such a child.
     *
     * @param directory working directory, or null for this one's */
    static ChildProcess logged(List<String> command, Map<String, String> environment, Path directory, Path log) {
        ProcessBuilder builder = builder(command, environment, directory);
        builder.environment().keySet().removeIf(name -> name.startsWith("CURLEW_"));
        return launch(builder.redirectOutput(Redirect.appendTo(log.toFile())));
    }

    /** Starts with output to be read from {@link #process()}. */
    static ChildProcess piped(List<String> command, Map<String, String> environment) {
        return launch(builder(command, environment, null));
    }

    private static ProcessBuilder builder(List<String> command, Map<String, String> environment, Path directory) {
        ProcessBuilder builder = new ProcessBuilder(detached(command)).redirectErrorStream(true);
        builder.redirectInput(Redirect.from(new File("/dev/null")));
        builder.environment().putAll(environment);
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        return builder;
    }

    private static ChildProcess launch(ProcessBuilder builder) {
        try {
            ChildProcess child = new ChildProcess(builder.start());
            long pid = child.pid();
            ChildGuard.add(pid);
            child.process.onExit().thenRun(() -> ChildGuard.remove(pid));
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "could not start: " + builder.command().get(0), e);
        }
    }

    /** {@code setsid} replaces itself by the command, so the process id stays the one we know. */
    static List<String> detached(List<String> command) {
        List<String> result = new ArrayList<>();
        if (HAS_SETSID) {
            result.add("setsid");
        }
        result.addAll(command);
        return result;
    }

    /** The path of an executable, or null. */
    static Path findOnPath(String name) {
        for (String directory :
                System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(File.pathSeparator)) {
            Path candidate = Path.of(directory, name);
            if (Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    Process process() {
        return process;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a signal by name: {@code STOP}, {@code CONT}, {@code TERM}, {@code KILL}. */
    void signal(String name) {
        if (!process.isAlive()) {
            return;
        }
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** TERM, then KILL when it has not ended in time; returns when it is gone. @return whether TERM was enough */
    boolean terminate(Duration patience) {
        // Not Process.destroy(): it closes the pipe, and with it goes what the process says while it stops.
        signal("TERM");
        signal("CONT");
        boolean ended = waitFor(patience);
        if (!ended) {
            kill();
        }
        return ended;
    }

    void kill() {
        process.destroyForcibly();
        waitFor(Duration.ofSeconds(10));
    }

    boolean waitFor(Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
