package dev.curlew.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form of the flood: 64 clients of a group on two nodes, its counter deleted, a node killed, MySQL stopped, judged by the checker. */
class FloodIT {

    @TempDir
    private Path directory;

    @Test
    void whatIsAcknowledgedIsStoredAndDeliveredOnceAndInOrder() {
        Path report = directory.resolve("chaos.json");
        int exit = Chaos.run(
                "--short", "--faults", "flood", "--groups", "3", "--pairs", "1", "--report", report.toString());
        assertThat(exit).as(() -> read(report)).isZero();
    }

    private static String read(Path report) {
        try {
            return Files.exists(report) ? Files.readString(report) : "no report";
        } catch (IOException e) {
            return e.toString();
        }
    }
}
