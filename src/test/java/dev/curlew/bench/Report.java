package dev.curlew.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The table people read and the file programs read. */
final class Report {

    private static final String FORM = "%-7s%-62s%12s%12s%9s  %-15s%-8s%-8s%s%n";

    private Report() {}

    static void print(List<Row> rows, PrintStream out) {
        out.printf(FORM, "", "", "ours", "reference", "value", "from–to", "pass", "goal", "verdict");
        for (Row row : rows) {
            if (row.pass() == null) {
                out.printf("%-7s%-62s%s  %s%n", row.id(), row.what(), row.ours(), row.verdict());
                continue;
            }
            out.printf(
                    FORM,
                    row.id(),
                    row.what(),
                    row.ours(),
                    row.reference(),
                    Row.number(row.value()),
                    row.spreadText(),
                    row.pass(),
                    row.goal(),
                    row.verdict());
            if (!row.note().isEmpty()) {
                out.println("         " + row.note());
            }
        }
    }

    static void write(List<Row> rows, Path file) {
        ObjectNode report = Json.object().put("processors", Runtime.getRuntime().availableProcessors());
        for (Row row : rows) {
            ObjectNode one = report.withArray("rows").addObject();
            one.put("id", row.id())
                    .put("what", row.what())
                    .put("ours", row.ours())
                    .put("reference", row.reference());
            if (row.pass() != null) {
                one.put("value", row.value())
                        .put("lowest", row.spread()[0])
                        .put("highest", row.spread()[1])
                        .put("pass", row.pass().limit())
                        .put("goal", row.goal().limit())
                        .put("note", row.note());
            }
            one.put("verdict", row.verdict());
        }
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, Json.bytes(report));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
