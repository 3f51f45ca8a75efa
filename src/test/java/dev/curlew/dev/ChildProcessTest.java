package dev.curlew.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildProcessTest {
    /** A parent with one child; prints the child's process id and waits. */
    public static final class Parent {
        private Parent() {}

        public static void main(String[] args) throws InterruptedException {
            ChildProcess child = ChildProcess.piped(List.of("sleep", "300"), Map.of());
            System.out.println(child.pid());
            Thread.sleep(300_000);
        }
    }

    @Test
    void childrenDieWithAParentThatIsKilled() throws Exception {
        List<String> command = ChildJvm.command(Parent.class.getName(), 64, List.of());
        ChildProcess parent = ChildProcess.piped(command, ChildJvm.environment());
        try (BufferedReader output = parent.process().inputReader(StandardCharsets.UTF_8)) {
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
            assertThat(child.isAlive()).isTrue();
            parent.kill();
            await().atMost(Duration.ofSeconds(10)).until(() -> !child.isAlive());
        }
    }

    @Test
    void aFrozenChildEndsWhenAsked() {
        ChildProcess child = ChildProcess.piped(List.of("sleep", "300"), Map.of());
        child.signal("STOP");
        child.terminate(Duration.ofSeconds(10));
        assertThat(child.isAlive()).isFalse();
        assertThat(child.process().exitValue()).isEqualTo(128 + 15);
    }

    @Test
    void aChildThatWillNotEndIsKilled() throws Exception {
        ChildProcess child =
                ChildProcess.piped(List.of("sh", "-c", "trap '' TERM; echo up; while :; do sleep 1; done"), Map.of());
        child.process().inputReader(StandardCharsets.UTF_8).readLine();
        child.terminate(Duration.ofMillis(300));
        assertThat(child.isAlive()).isFalse();
        assertThat(child.process().exitValue()).isEqualTo(128 + 9);
    }

    @Test
    void outputGoesToTheLog(@TempDir Path directory) throws Exception {
        Path log = directory.resolve("log");
        ChildProcess child =
                ChildProcess.logged(List.of("sh", "-c", "echo $GREETING"), Map.of("GREETING", "hello"), directory, log);
        assertThat(child.waitFor(Duration.ofSeconds(10))).isTrue();
        assertThat(Files.readString(log)).isEqualTo("hello\n");
    }
}
