package dev.curlew.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.dev.Pause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** R6: what a message costs in the stores when its group has 10,000 members instead of 10, as many of them online. */
final class GroupCostPart implements Part {

    private static final int SMALL = 10;
    private static final int ONLINE = 9;
    private static final int PER_SECOND = 20;

    @Override
    public String name() {
        return "R6";
    }

    @Override
    public int nodes() {
        return 1;
    }

    @Override
    public List<Row> run(Bed bed, Plan plan) {
        Generator generator = bed.generator();
        List<Long> uids = bed.crowd().users("cost", plan.large());
        Path tokens = bed.crowd().tokens(uids.subList(0, SMALL));
        String large = bed.crowd().group(uids);
        String small = bed.crowd().group(uids.subList(0, SMALL));
        String url = bed.target().urls().get(0);
        generator.open("senders", url, tokens, 0, 1, false, false);
        generator.open("members", url, tokens, 1, ONLINE, false, true);
        measured(bed, generator, large, plan.ms());
        measured(bed, generator, small, plan.ms());
        StoreCounts before = StoreCounts.of(bed.target());
        Pause.millis(plan.ms());
        StoreCounts idle = StoreCounts.of(bed.target()).minus(before);
        List<Double> ratios = new ArrayList<>();
        List<Double> ours = new ArrayList<>();
        List<Double> reference = new ArrayList<>();
        List<Double> rows = new ArrayList<>();
        List<Double> fewRows = new ArrayList<>();
        for (int i = 0; i < plan.pairs(); i++) {
            Cost many = measured(bed, generator, large, plan.ms());
            Cost few = measured(bed, generator, small, plan.ms());
            double first = many.perMessage(idle, plan.seconds());
            double second = few.perMessage(idle, plan.seconds());
            ratios.add(first / second);
            ours.add(first);
            reference.add(second);
            rows.add(many.counts().rows() / many.messages());
            fewRows.add(few.counts().rows() / few.messages());
        }
        return List.of(Row.of(
                "R6",
                String.format(Locale.ROOT, "store operations a message, %,d members and %d", plan.large(), SMALL),
                Row.number(Row.median(ours)),
                Row.number(Row.median(reference)),
                ratios,
                Row.atMost(1.2),
                Row.atMost(1.005),
                String.format(
                        Locale.ROOT,
                        "%d online in both, no reminders, %d messages/s; every command within pipelines and scripts; rows MySQL read: %.1f and %.1f",
                        ONLINE,
                        PER_SECOND,
                        Row.median(rows),
                        Row.median(fewRows))));
    }

    private record Cost(StoreCounts counts, double messages, double seconds) {

        double perMessage(StoreCounts idle, double idleSeconds) {
            return (counts.operations() - idle.operations() * seconds / idleSeconds) / messages;
        }
    }

    private static Cost measured(Bed bed, Generator generator, String topic, long ms) {
        ObjectNode command = generator
                .run("paced", "senders")
                .put("topic", topic)
                .put("rate", PER_SECOND)
                .put("ms", ms)
                .put("reminders", false);
        command.putArray("receivers").add("members");
        StoreCounts before = StoreCounts.of(bed.target());
        long begun = System.nanoTime();
        JsonNode answer = generator.ask(command);
        double seconds = (System.nanoTime() - begun) / 1e9;
        if (answer.path("missing").asLong() + answer.path("refused").asLong() > 0) {
            throw new NotValid("missing or refused: " + answer);
        }
        return new Cost(
                StoreCounts.of(bed.target()).minus(before), answer.path("acked").asDouble(), seconds);
    }
}
