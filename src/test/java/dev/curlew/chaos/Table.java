package dev.curlew.chaos;

import dev.curlew.protocol.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Results for people and for machines. */
final class Table {

    private static final int SHOWN = 10;
    private static final String ROW = "%-5s %-44s %4s %6s %6s %6s %6s %-22s %7s %6s %8s %4s  %s%n";

    private Table() {}

    static void print(List<Result> results, PrintStream out) {
        out.println();
        out.printf(
                ROW,
                "fault",
                "",
                "seed",
                "sends",
                "acked",
                "groups",
                "queued",
                "errors",
                "changed",
                "deliv.",
                "outage s",
                "find",
                "verdict");
        for (Result one : results) {
            out.printf(
                    ROW,
                    one.fault(),
                    one.name(),
                    one.seed(),
                    one.sends(),
                    one.acked(),
                    one.inGroups(),
                    one.queued(),
                    one.errors().isEmpty() ? "-" : one.errors().toString(),
                    one.changed() + "/" + one.changes(),
                    one.delivered(),
                    String.format(Locale.ROOT, "%.1f", one.outageMs() / 1000.0),
                    one.findings().size(),
                    one.verdict() + (one.invalid() == null ? "" : ": " + one.invalid()));
        }
        for (Result one : results) {
            if (!one.findings().isEmpty()) {
                out.println();
                out.println("Fault " + one.fault() + ", " + one.name() + ", seed " + one.seed() + ":");
                one.findings().stream().limit(SHOWN).forEach(finding -> out.println("  " + finding));
                if (one.findings().size() > SHOWN) {
                    out.println("  and " + (one.findings().size() - SHOWN) + " more, all in target/chaos.json");
                }
            }
        }
    }

    static void write(Path file, Map<String, Object> conditions, List<Result> results) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, Json.bytes(Map.of("conditions", conditions, "rounds", results)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
