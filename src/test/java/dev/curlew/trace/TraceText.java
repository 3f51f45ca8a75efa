package dev.curlew.trace;

import dev.curlew.trace.TraceResult.Row;
import dev.curlew.trace.TraceResult.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The trace as a Markdown page, which is also what is printed. */
final class TraceText {

    private TraceText() {}

    static String markdown(TraceResult result, List<String> missing) {
        StringBuilder page = new StringBuilder("# Requirements and their tests\n");
        section(page, "Rows with a passing test", result.in(State.PROVEN));
        section(page, "Rows whose tests did not pass or did not run", result.in(State.UNPROVEN));
        page.append("\n## Rows without a test\n\n").append(ranges(result, State.UNTESTED));
        page.append("\n## Counts\n\n| group | rows | proven | not proven | without test |\n|---|---|---|---|---|\n");
        result.counts()
                .forEach((group, count) -> page.append("| %s | %d | %d | %d | %d |\n"
                        .formatted(group, count.rows(), count.proven(), count.unproven(), count.untested())));
        if (!missing.isEmpty()) {
            page.append("\n## Promised rows without a passing test\n\n")
                    .append(String.join(" ", missing))
                    .append('\n');
        }
        if (!result.unknown().isEmpty()) {
            page.append("\n## Ids that no row has\n\n");
            result.unknown()
                    .forEach(unknown -> page.append("- ").append(unknown).append('\n'));
        }
        return page.toString();
    }

    private static void section(StringBuilder page, String title, List<Row> rows) {
        page.append("\n## ").append(title).append("\n\n");
        if (rows.isEmpty()) {
            page.append("none\n");
            return;
        }
        page.append("| id | tests |\n|---|---|\n");
        for (Row row : rows) {
            String tests = row.tests().entrySet().stream()
                    .map(test -> test.getKey() + " (" + readable(test.getValue()) + ")")
                    .collect(Collectors.joining(", "));
            page.append("| ").append(row.id()).append(" | ").append(tests).append(" |\n");
        }
    }

    private static String readable(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Neighbours of the page are written as ranges: few rows have tests at first. */
    private static String ranges(TraceResult result, State state) {
        List<String> ranges = new ArrayList<>();
        String first = null;
        String last = null;
        for (Row row : result.rows()) {
            boolean sameRun = first != null && row.id().charAt(0) == first.charAt(0);
            if (first != null && (row.state() != state || !sameRun)) {
                ranges.add(first.equals(last) ? first : first + ".." + last);
                first = null;
            }
            if (row.state() == state) {
                first = first == null ? row.id() : first;
                last = row.id();
            }
        }
        if (first != null) {
            ranges.add(first.equals(last) ? first : first + ".." + last);
        }
        return ranges.isEmpty() ? "none\n" : String.join(" ", ranges) + "\n";
    }
}
