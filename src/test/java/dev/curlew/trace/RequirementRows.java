package dev.curlew.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of {@code docs/requirements.md}: id → group, in the order of the page. */
record RequirementRows(Map<String, String> groups) {

    private static final Pattern HEADING = Pattern.compile("#{1,2} (?:Part )?([ABX][0-9]{0,2})\\b.*");
    private static final Pattern ROW = Pattern.compile("\\| ([ABX]-[0-9]{3}) \\|.*");
    private static final Pattern RANGE = Pattern.compile("([ABX]-[0-9]{3})(?:\\.\\.([ABX]-[0-9]{3}))?");

    static RequirementRows read(Path page) throws IOException {
        return parse(Files.readAllLines(page));
    }

    static RequirementRows parse(List<String> lines) {
        Map<String, String> groups = new LinkedHashMap<>();
        String group = "";
        for (String line : lines) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                group = heading.group(1);
            }
            Matcher row = ROW.matcher(line);
            if (row.matches() && groups.put(row.group(1), group) != null) {
                throw new IllegalArgumentException("Row stated twice: " + row.group(1));
            }
        }
        return new RequirementRows(groups);
    }

    boolean has(String id) {
        return groups.containsKey(id);
    }

    /**
     * Reads ids and ranges such as {@code A-036..A-057}, one a line; {@code #} starts a comment.
     *
     * @throws IllegalArgumentException on anything else and on ids that no row has
     */
    List<String> select(List<String> lines) {
        List<String> order = List.copyOf(groups.keySet());
        List<String> selected = new ArrayList<>();
        for (String line : lines) {
            String text = line.replaceFirst("#.*", "").strip();
            if (!text.isEmpty()) {
                selected.addAll(range(order, text));
            }
        }
        return selected;
    }

    private static List<String> range(List<String> order, String text) {
        Matcher matcher = RANGE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("Not an id or a range of ids: " + text);
        }
        int first = order.indexOf(matcher.group(1));
        int last = matcher.group(2) == null ? first : order.indexOf(matcher.group(2));
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("No such rows: " + text);
        }
        return order.subList(first, last + 1);
    }
}
