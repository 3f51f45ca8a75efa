package dev.curlew.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs the checks of the web client's logic, which are JavaScript themselves, where Node.js is installed. */
class WebLogicTest {

    @Test
    void logicHolds() throws Exception {
        boolean node = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "node")));
        assumeTrue(node, "Skipped: no node on the PATH, so the web client's logic is not checked here");
        Path log = Path.of("target", "web-logic.log");
        Files.createDirectories(log.getParent());
        Process process = new ProcessBuilder("node", "--test", "src/test/js/")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }
}
