package dev.curlew.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One line of the outcome.
 *
 * @param value what is judged, the median of all pairs
 * @param spread the smallest and the largest of them
 * @param pass the bound that has to be kept; null where a figure is only told
 * @param goal the bound that is aimed at
 * @param fault why it does not count, or what was lost; null when it counts
 * @param lost whether the fault is the product's: something did not come, came twice or out of order
 */
record Row(
        String id,
        String what,
        String ours,
        String reference,
        double value,
        double[] spread,
        Bound pass,
        Bound goal,
        String fault,
        boolean lost,
        String note) {

    /** What a value has to reach, or must not pass. */
    record Bound(double limit, boolean atLeast) {

        boolean keeps(double value) {
            return atLeast ? value >= limit : value <= limit;
        }

        @Override
        public String toString() {
            return (atLeast ? "≥ " : "≤ ") + number(limit);
        }
    }

    static Bound atLeast(double limit) {
        return new Bound(limit, true);
    }

    static Bound atMost(double limit) {
        return new Bound(limit, false);
    }

    static Row of(
            String id,
            String what,
            String ours,
            String reference,
            List<Double> values,
            Bound pass,
            Bound goal,
            String note) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Row(
                id,
                what,
                ours,
                reference,
                median(values),
                sorted.length == 0
                        ? new double[] {Double.NaN, Double.NaN}
                        : new double[] {sorted[0], sorted[sorted.length - 1]},
                pass,
                goal,
                sorted.length == 0 ? "no valid measurement" : null,
                false,
                note);
    }

    /** A figure without a bound. */
    static Row told(String id, String what, String figure) {
        return new Row(id, what, figure, "", Double.NaN, new double[] {}, null, null, null, false, "");
    }

    Row invalid(String why) {
        return why == null || fault != null ? this : with(why, false);
    }

    Row lost(String what) {
        return what == null ? this : with(what, true);
    }

    private Row with(String why, boolean ofProduct) {
        return new Row(id, what, ours, reference, value, spread, pass, goal, why, ofProduct, note);
    }

    boolean valid() {
        return fault == null || lost;
    }

    boolean passed() {
        return fault == null && (pass == null || pass.keeps(value));
    }

    String verdict() {
        if (!valid()) {
            return "not valid: " + fault;
        }
        if (lost) {
            return "missed: " + fault;
        }
        if (pass == null) {
            return "";
        }
        return goal.keeps(value) ? "goal" : pass.keeps(value) ? "pass" : "missed";
    }

    static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int half = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** Three figures that count. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "–";
        }
        double size = Math.abs(value);
        String form = size >= 100 || value == Math.rint(value) ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, form, value);
    }

    String spreadText() {
        return Arrays.stream(spread)
                .mapToObj(Row::number)
                .reduce((a, b) -> a + "–" + b)
                .orElse("");
    }
}
