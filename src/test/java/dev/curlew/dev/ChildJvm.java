package dev.curlew.dev;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The command of a child JVM on this one's class path; the path travels in the environment, to keep {@code ps} readable. */
final class ChildJvm {
    private ChildJvm() {}

    static List<String> command(String mainClass, int heapMb, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(List.of(
                "-Xms32m",
                "-Xmx" + heapMb + "m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dlogback.configurationFile=dev/store-logback.xml"));
        command.add(mainClass);
        command.addAll(arguments);
        return command;
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static Map<String, String> environment() {
        return environment(System.getProperty("java.class.path"));
    }

    /** Absolute paths, since children work in directories of their own. Two malloc arenas instead of eight a processor:
     * they cost tens of megabytes in each JVM. */
    static Map<String, String> environment(String classPath) {
        String absolute = Arrays.stream(classPath.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        return Map.of("CLASSPATH", absolute, "MALLOC_ARENA_MAX", "2");
    }
}
