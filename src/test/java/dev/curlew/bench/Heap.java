package dev.curlew.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap of another JVM. */
final class Heap {

    /** Both generations of the serial collector, as {@code jcmd} lists them. */
    private static final Pattern USED = Pattern.compile("generation +total \\d+K, used (\\d+)K");

    private Heap() {}

    /** Bytes in use after everything was collected. */
    static long used(long pid) {
        jcmd(pid, "GC.run");
        jcmd(pid, "GC.run");
        Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
        long sum = 0;
        while (used.find()) {
            sum += Long.parseLong(used.group(1)) * 1024;
        }
        return sum;
    }

    private static String jcmd(long pid, String command) {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(pid),
                            command)
                    .redirectErrorStream(true)
                    .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("a JDK is needed", e);
        }
    }
}
