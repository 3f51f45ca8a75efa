package dev.curlew.dev;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The code a node runs: the jar where it holds what was compiled last, else the compiled classes.
 *
 * @param name for people
 * @param classPath for the JVM
 * @param jvmOptions memory and the like */
public record NodeCode(String name, String classPath, List<String> jvmOptions) {
    static final String CONFIGURATION = "conf/development.yaml";

    private static final String MAIN = "dev.curlew.boot.Main";

    /** For many JVMs on a small machine; a production node gets more. */
    private static final List<String> JVM_OPTIONS = List.of(
            "-Xms48m",
            "-Xmx256m",
            "-Xss512k",
            "-XX:+UseSerialGC",
            "-Xmn24m",
            "-XX:MinHeapFreeRatio=10",
            "-XX:MaxHeapFreeRatio=30",
            "-XX:MaxMetaspaceSize=160m",
            "-XX:ReservedCodeCacheSize=96m",
            "-XX:MaxDirectMemorySize=128m",
            "-XX:+ExitOnOutOfMemoryError",
            "-Dio.netty.allocator.numDirectArenas=2",
            "-Dio.netty.allocator.numHeapArenas=2",
            // What the jar's manifest says where the node runs from classes.
            "--add-modules=java.se",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");

    private static final Path TARGET = Path.of("target");

    /** Finds it under {@code target/}. */
    public static NodeCode find() {
        Path jar = TARGET.resolve("curlew.jar");
        Path classes = TARGET.resolve("classes");
        try {
            if (Files.exists(jar) && !changedSince(classes, jar)) {
                return new NodeCode("target/curlew.jar", jar.toString(), JVM_OPTIONS);
            }
            String libraries =
                    Files.readString(TARGET.resolve("runtime.classpath")).strip();
            return new NodeCode("target/classes", classes + File.pathSeparator + libraries, JVM_OPTIONS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same code with other options in place of the usual ones. */
    public NodeCode withJvmOptions(List<String> options) {
        return new NodeCode(name, classPath, List.copyOf(options));
    }

    /** What starts a node. @param settings configuration keys and values beside those of the address */
    List<String> command(NodeAddress address, Map<String, String> settings) {
        List<String> command = new ArrayList<>(List.of(ChildJvm.java()));
        command.addAll(jvmOptions);
        command.addAll(List.of(MAIN, "run", "--config", CONFIGURATION));
        address.settings().forEach((key, value) -> command.addAll(List.of("--set", key + "=" + value)));
        settings.forEach((key, value) -> command.addAll(List.of("--set", key + "=" + value)));
        return command;
    }

    Map<String, String> environment() {
        return ChildJvm.environment(classPath);
    }

    private static boolean changedSince(Path directory, Path file) throws IOException {
        long limit = Files.getLastModifiedTime(file).toMillis();
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.anyMatch(path -> path.toFile().lastModified() > limit);
        }
    }
}
