package dev.curlew.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A group of 10,000 of whom a fifth is online on two nodes takes 20 messages a second, and a group of 10 beside it hardly notices: measured
 * by turns without and with the large one.
 */
final class LargeGroupPart implements Part {

    private static final int PER_SECOND = 20;
    private static final int SMALL = 10;

    /** Not the large one's, so that messages of the two meet at every distance and not always at the same one. */
    private static final int SMALL_PER_SECOND = 23;

    private static final int ONE_AT_A_TIME = 1;
    private static final int MANY_AT_A_TIME = 16;
    private static final long LEAST_MS = 10_000;
    private static final double MOST_MS = 500;
    private static final double GOAL_MS = 200;

    @Override
    public String name() {
        return "large";
    }

    @Override
    public int nodes() {
        return 2;
    }

    @Override
    public List<Row> run(Bed bed, Plan plan) {
        int online = plan.large() / 5;
        List<Long> uids = bed.crowd().users("large", plan.large());
        Path tokens = bed.crowd().tokens(uids.subList(0, online + 2));
        String large = bed.crowd().group(uids);
        List<Long> few = bed.crowd().users("small", SMALL);
        Path fewTokens = bed.crowd().tokens(few);
        String small = bed.crowd().group(few);
        Generator loud = bed.generator();
        Generator quiet = bed.generator();
        String first = bed.target().urls().get(0);
        String second = bed.target().urls().get(1);
        loud.open("senders", first, tokens, 0, 2, false, false);
        loud.open("members0", first, tokens, 2, online / 2, false, true);
        loud.open("members1", second, tokens, 2 + online / 2, online / 2, false, true);
        Cores.giveWay(loud.pid());
        quiet.open("senders", first, fewTokens, 0, 1, false, false);
        quiet.open("members", first, fewTokens, 1, SMALL - 1, false, true);
        // As fast as it takes, to have compiled what twenty a second would not in minutes.
        loud.begin(loud.flood("senders", "members0", ONE_AT_A_TIME, 1)
                .put("topic", large)
                .put("ms", plan.warmUpMs()));
        quiet.ask(quiet.flood("senders", "members", MANY_AT_A_TIME, 1)
                .put("topic", small)
                .put("ms", plan.warmUpMs()));
        loud.answer();
        loud.begin(paced(bed, loud, large, plan.warmUpMs(), "members0", "members1"));
        quiet.ask(paced(bed, quiet, small, plan.warmUpMs(), "members"));
        loud.answer();
        // The slowest of a hundred needs some hundreds.
        long ms = Math.max(LEAST_MS, plan.ms());
        Figures figures = new Figures();
        for (int i = 0; i < plan.pairs(); i++) {
            JsonNode without = quiet.ask(paced(bed, quiet, small, ms, "members"));
            loud.begin(paced(bed, loud, large, ms, "members0", "members1"));
            JsonNode with = quiet.ask(paced(bed, quiet, small, ms, "members"));
            figures.add(without, with, loud.answer());
        }
        return figures.rows(String.format(
                Locale.ROOT, "%,d members, %,d online on two nodes, %d messages/s", plan.large(), online, PER_SECOND));
    }

    /** What the measures come to. */
    private static final class Figures {

        private final List<Double> ratios = new ArrayList<>();
        private final List<Double> middleAlone = new ArrayList<>();
        private final List<Double> middleBeside = new ArrayList<>();
        private final List<Double> alone = new ArrayList<>();
        private final List<Double> beside = new ArrayList<>();
        private final List<Double> largeMs = new ArrayList<>();
        private final List<Double> servers = new ArrayList<>();
        private final List<Double> generators = new ArrayList<>();
        private String lost;

        void add(JsonNode without, JsonNode with, JsonNode load) {
            double before = p99(without, "members");
            double now = p99(with, "members");
            alone.add(before);
            beside.add(now);
            ratios.add(now / before);
            middleAlone.add(ms(without, "members", "p50_us"));
            middleBeside.add(ms(with, "members", "p50_us"));
            largeMs.add(Math.max(p99(load, "members0"), p99(load, "members1")));
            servers.add(Pairs.cores(load, "server_ms"));
            generators.add(Pairs.cores(load, "generator_ms"));
            for (JsonNode one : List.of(without, with, load)) {
                lost = lost == null ? LargeGroupPart.lost(one) : lost;
            }
        }

        List<Row> rows(String size) {
            double generator = Row.median(generators);
            String note = String.format(
                    Locale.ROOT, "%s; nodes %.2f cores, generator %.2f", size, Row.median(servers), generator);
            Row many = Row.of(
                    "large",
                    "p99 to the members of a large group, ms",
                    Row.number(Row.median(largeMs)),
                    "",
                    largeMs,
                    Row.atMost(MOST_MS),
                    Row.atMost(GOAL_MS),
                    note);
            Row few = Row.of(
                    "large",
                    "p99 of a group of 10 beside it, ms",
                    Row.number(Row.median(beside)),
                    Row.number(Row.median(alone)),
                    ratios,
                    Row.atMost(1.5),
                    Row.atMost(1.2),
                    String.format(
                            Locale.ROOT,
                            "on the first of the two nodes, without and with the large one; medians %.1f and %.1f ms",
                            Row.median(middleAlone),
                            Row.median(middleBeside)));
            return List.of(
                    many.lost(lost).invalid(generator > 0.85 ? "the generator was the limit" : null), few.lost(lost));
        }
    }

    private static ObjectNode paced(Bed bed, Generator generator, String topic, long ms, String... receivers) {
        ObjectNode command = bed.watched(generator.run("paced", "senders"))
                .put("topic", topic)
                .put("rate", receivers.length == 1 ? SMALL_PER_SECOND : PER_SECOND)
                .put("ms", ms);
        for (String set : receivers) {
            command.withArray("receivers").add(set);
        }
        return command;
    }

    private static double p99(JsonNode answer, String set) {
        return ms(answer, set, "p99_us");
    }

    private static double ms(JsonNode answer, String set, String field) {
        return answer.path("sets").path(set).path(field).asDouble() / 1e3;
    }

    /** What the promise does not allow, or null: everything acknowledged comes to everybody, once and in order. */
    static String lost(JsonNode answer) {
        long backwards = 0;
        for (JsonNode set : answer.path("sets")) {
            backwards += set.path("backwards").asLong();
        }
        long missing = answer.path("missing").asLong();
        long refused =
                answer.path("refused").asLong() + answer.path("unanswered").asLong();
        return missing + backwards + refused == 0
                ? null
                : missing + " not delivered, " + backwards + " twice or out of order, " + refused + " not acknowledged";
    }
}
