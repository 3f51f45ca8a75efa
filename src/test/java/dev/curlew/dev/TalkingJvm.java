package dev.curlew.dev;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A program on this JVM's class path in a JVM of its own that is told things line by line and answers each with one line. */
public final class TalkingJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;

    /** @param jvmOptions memory and the like */
    public TalkingJvm(String mainClass, List<String> jvmOptions, String... arguments) {
        List<String> command = new ArrayList<>(List.of(ChildJvm.java()));
        command.addAll(jvmOptions);
        command.add("-Dlogback.configurationFile=dev/store-logback.xml");
        command.add(mainClass);
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(ChildProcess.detached(command)).redirectError(Redirect.INHERIT);
        builder.environment().putAll(ChildJvm.environment());
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ChildGuard.add(process.pid());
        process.onExit().thenRun(() -> ChildGuard.remove(process.pid()));
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    public long pid() {
        return process.pid();
    }

    public void tell(String line) {
        try {
            process.getOutputStream().write((line + '\n').getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its next line. @throws IllegalStateException when it has ended */
    public String answer() {
        try {
            String line = answers.readLine();
            if (line == null) {
                throw new IllegalStateException("A process of the harness ended: " + process.info());
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
