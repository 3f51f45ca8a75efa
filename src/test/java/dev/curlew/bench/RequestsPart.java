package dev.curlew.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** R5: what the nodes ask of all stores for one group message when as many are sent as are acknowledged. */
final class RequestsPart implements Part {

    private static final int SENDERS = 40;
    private static final int RECEIVERS = 5;
    private static final int GROUPS = 10;
    private static final int WINDOW = 640;
    private static final List<String> STORES = List.of("redis", "mysql", "mongo", "kafka", "kafka_reads");

    @Override
    public String name() {
        return "R5";
    }

    @Override
    public int nodes() {
        return 1;
    }

    @Override
    public List<Row> run(Bed bed, Plan plan) {
        Generator generator = bed.generator();
        List<Long> uids = bed.crowd().users("requests", SENDERS + RECEIVERS);
        Path tokens = bed.crowd().tokens(uids);
        List<String> topics = new ArrayList<>();
        for (int i = 0; i < GROUPS; i++) {
            topics.add(bed.crowd().group(uids));
        }
        String url = bed.target().urls().get(0);
        generator.open("senders", url, tokens, 0, SENDERS, false, false);
        generator.open("members", url, tokens, SENDERS, RECEIVERS, true, true);
        List<Double> all = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        List<Double> costs = new ArrayList<>();
        Map<String, Double> last = new TreeMap<>();
        String fault = null;
        for (int i = 0; i <= plan.pairs(); i++) {
            Map<String, Double> before = requests(bed);
            JsonNode measured = generator.ask(
                    bed.watched(flood(generator, topics)).put("ms", i == 0 ? plan.warmUpMs() : plan.ms()));
            Map<String, Double> after = requests(bed);
            double messages = measured.path("acked_in_all").asDouble();
            if (measured.path("refused").asLong() + measured.path("stalls").asLong() > 0) {
                fault = measured.path("refused").asLong() + " refused, " + measured.path("stalls") + " stalls";
            }
            if (i > 0) {
                after.replaceAll((store, count) -> (count - before.get(store)) / messages);
                last.putAll(after);
                all.add(after.values().stream().mapToDouble(Double::doubleValue).sum());
                rates.add(measured.path("acked").asDouble()
                        / measured.path("seconds").asDouble());
                costs.add(measured.path("server_ms").asDouble()
                        * 1e3
                        / measured.path("acked").asDouble());
            }
        }
        StringBuilder note = new StringBuilder(String.format(
                Locale.ROOT,
                "%s messages/s acknowledged, %.0f µs of the node each;",
                Row.number(Row.median(rates)),
                Row.median(costs)));
        last.forEach((store, count) -> note.append(String.format(Locale.ROOT, " %s %.3f", store, count)));
        Row row = Row.of(
                "R5",
                "requests to all stores a group message, at saturation",
                Row.number(Row.median(all)),
                "",
                all,
                Row.atMost(1),
                Row.atMost(0.2),
                note.toString());
        return List.of(row.invalid(fault));
    }

    private static ObjectNode flood(Generator generator, List<String> topics) {
        return generator
                .flood("senders", "members", WINDOW, 1)
                .put("topic", String.join(",", topics))
                .put("by", "acks");
    }

    private static Map<String, Double> requests(Bed bed) {
        Map<String, Double> counts = new TreeMap<>();
        STORES.forEach(store -> counts.put(store, bed.target().storeRequests(store)));
        return counts;
    }
}
