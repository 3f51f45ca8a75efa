package dev.curlew.trace;

import dev.curlew.trace.TestReports.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rows and tests brought together.
 *
 * @param rows in the order of the page
 * @param unknown ids that tests name and no row has, each with the test
 * @param counts per group and, under {@code all}, over everything
 */
record TraceResult(List<Row> rows, List<String> unknown, Map<String, Count> counts) {

    /** What is known of a row. */
    enum State {
        /** A test of it passed and none failed. */
        PROVEN,
        /** It has tests, but none passed or one failed. */
        UNPROVEN,
        /** No test names it. */
        UNTESTED
    }

    /** One row; {@code tests} maps each test that names it to how it ended. */
    record Row(String id, String group, State state, Map<String, Outcome> tests) {}

    /** How many rows of a group are in which state. */
    record Count(int rows, int proven, int unproven, int untested) {

        Count plus(State state) {
            return new Count(
                    rows + 1,
                    proven + (state == State.PROVEN ? 1 : 0),
                    unproven + (state == State.UNPROVEN ? 1 : 0),
                    untested + (state == State.UNTESTED ? 1 : 0));
        }
    }

    static TraceResult of(RequirementRows rows, List<TaggedTest> tests, TestReports reports) {
        Map<String, Map<String, Outcome>> testsOf = new LinkedHashMap<>();
        Set<String> unknown = new TreeSet<>();
        for (TaggedTest test : tests) {
            for (String id : test.ids()) {
                if (rows.has(id)) {
                    testsOf.computeIfAbsent(id, any -> new LinkedHashMap<>())
                            .put(test.title(), reports.outcome(test.className(), test.method()));
                } else {
                    unknown.add(id + " in " + test.title());
                }
            }
        }
        List<Row> traced = new ArrayList<>();
        Map<String, Count> counts = new LinkedHashMap<>();
        rows.groups().forEach((id, group) -> {
            Map<String, Outcome> ofRow = testsOf.getOrDefault(id, Map.of());
            Row row = new Row(id, group, stateOf(ofRow), ofRow);
            traced.add(row);
            for (String counted : List.of(group, "all")) {
                counts.put(
                        counted,
                        counts.getOrDefault(counted, new Count(0, 0, 0, 0)).plus(row.state()));
            }
        });
        Count all = counts.remove("all");
        counts.put("all", all == null ? new Count(0, 0, 0, 0) : all);
        return new TraceResult(traced, List.copyOf(unknown), counts);
    }

    private static State stateOf(Map<String, Outcome> tests) {
        if (tests.isEmpty()) {
            return State.UNTESTED;
        }
        boolean proven = tests.containsValue(Outcome.PASSED) && !tests.containsValue(Outcome.FAILED);
        return proven ? State.PROVEN : State.UNPROVEN;
    }

    List<Row> in(State state) {
        return rows.stream().filter(row -> row.state() == state).toList();
    }

    /** Those of the given ids that no passing test proves. */
    List<String> missing(List<String> required) {
        Set<String> proven = new TreeSet<>();
        in(State.PROVEN).forEach(row -> proven.add(row.id()));
        return required.stream().filter(id -> !proven.contains(id)).toList();
    }
}
