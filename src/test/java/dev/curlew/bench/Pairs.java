package dev.curlew.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Measures of ours and of the reference by turns. A pair in which the generator or somebody else on this machine had too much of a
 * processor does not count and is measured again, up to twice as many as are wanted.
 */
final class Pairs {

    private static final double GENERATOR_LIMIT = 0.85;
    private static final double STRANGERS_LIMIT = 0.15;

    private final List<JsonNode> ours = new ArrayList<>();
    private final List<JsonNode> references = new ArrayList<>();
    private final List<Double> costRatios = new ArrayList<>();
    private final List<JsonNode> allOurs = new ArrayList<>();
    private final List<JsonNode> allReferences = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private final int wanted;

    private Pairs(int wanted) {
        this.wanted = wanted;
    }

    static Pairs measure(int wanted, Supplier<JsonNode> ours, Supplier<JsonNode> reference) {
        Pairs pairs = new Pairs(wanted);
        for (int i = 0; i < 2 * wanted && pairs.ours.size() < wanted; i++) {
            JsonNode mine = ours.get();
            JsonNode other = reference.get();
            pairs.add(mine, other);
            System.out.printf(
                    Locale.ROOT,
                    "  pair %d: %,.0f and %,.0f a second, %.2f and %.2f µs%n",
                    i + 1,
                    rate(mine),
                    rate(other),
                    cost(mine),
                    cost(other));
        }
        return pairs;
    }

    private void add(JsonNode mine, JsonNode other) {
        String lost = lost(mine);
        if (lost != null) {
            losses.add(lost);
        }
        allOurs.add(mine);
        allReferences.add(other);
        costRatios.add(cost(other) / cost(mine));
        String complaint = complaint(mine) == null ? complaint(other) : complaint(mine);
        if (complaint == null) {
            ours.add(mine);
            references.add(other);
        } else {
            dropped.add(complaint);
        }
    }

    private static String lost(JsonNode measured) {
        long backwards = measured.path("backwards").asLong();
        long stalls = measured.path("stalls").asLong();
        return backwards + stalls == 0
                ? null
                : backwards + " out of order or twice, " + stalls + " times something did not come";
    }

    private static String complaint(JsonNode measured) {
        double generator = cores(measured, "generator_ms");
        double strangers = cores(measured, "strangers_ms");
        if (generator > GENERATOR_LIMIT) {
            return String.format(Locale.ROOT, "the generator used %.2f of a core", generator);
        }
        return strangers > STRANGERS_LIMIT * Runtime.getRuntime().availableProcessors()
                ? String.format(Locale.ROOT, "something else used %.2f cores", strangers)
                : null;
    }

    static double cores(JsonNode measured, String what) {
        return measured.path(what).asDouble() / 1e3 / measured.path("seconds").asDouble();
    }

    /** Deliveries a second. */
    static double rate(JsonNode measured) {
        return measured.path("deliveries").asDouble() / measured.path("seconds").asDouble();
    }

    /** Processor time of the server a delivery, µs. */
    static double cost(JsonNode measured) {
        return measured.path("server_ms").asDouble()
                * 1e3
                / Math.max(1, measured.path("deliveries").asDouble());
    }

    double ours(ToDoubleFunction<JsonNode> figure) {
        return Row.median(ours.stream().map(figure::applyAsDouble).toList());
    }

    double reference(ToDoubleFunction<JsonNode> figure) {
        return Row.median(references.stream().map(figure::applyAsDouble).toList());
    }

    /** Processor time of the reference divided by ours, of all pairs: who else is on the machine hardly matters to it. */
    List<Double> costRatios() {
        return costRatios;
    }

    /** Of all pairs, dropped ones too. */
    double everyOurs(ToDoubleFunction<JsonNode> figure) {
        return Row.median(allOurs.stream().map(figure::applyAsDouble).toList());
    }

    double everyReference(ToDoubleFunction<JsonNode> figure) {
        return Row.median(allReferences.stream().map(figure::applyAsDouble).toList());
    }

    /** Ours divided by the reference of the same pair. */
    List<Double> ratios(ToDoubleFunction<JsonNode> figure) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            ratios.add(figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(references.get(i)));
        }
        return ratios;
    }

    /** Why there are too few, or null. */
    String tooFew() {
        return ours.size() >= wanted
                ? null
                : "only " + ours.size() + " of " + wanted + " pairs count: " + dropped.get(0);
    }

    String losses() {
        return losses.isEmpty() ? null : losses.get(0);
    }

    String droppedNote() {
        return dropped.isEmpty() ? "" : "; dropped " + dropped.size() + ", " + dropped.get(0);
    }
}
