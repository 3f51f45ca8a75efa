package dev.curlew.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Who listens on a port of this machine, as far as Linux tells. */
final class PortHolder {
    private static final String LISTENING = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final int LONGEST = 120;

    private PortHolder() {}

    /** The process with its command, for people. */
    static String describe(int port) {
        return process(port)
                .map(process -> "process " + process.pid() + command(process))
                .orElse("another program");
    }

    static Optional<ProcessHandle> process(int port) {
        List<String> sockets = Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .flatMap(table -> lines(Path.of(table)))
                .map(line -> line.strip().split("\\s+"))
                .filter(row -> row.length > INODE
                        && row[STATE].equals(LISTENING)
                        && row[LOCAL_ADDRESS].endsWith(String.format(":%04X", port)))
                .map(row -> "socket:[" + row[INODE] + "]")
                .toList();
        return ProcessHandle.allProcesses()
                .filter(process -> holds(process.pid(), sockets))
                .findFirst();
    }

    private static boolean holds(long pid, List<String> sockets) {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return open.anyMatch(file -> sockets.contains(target(file)));
        } catch (IOException e) {
            return false;
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static String command(ProcessHandle process) {
        return process.info()
                .commandLine()
                .map(line -> ": " + (line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line))
                .orElse("");
    }
}
