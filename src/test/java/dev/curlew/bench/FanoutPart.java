package dev.curlew.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * R1, R2: deliveries a second into one group, everything stored, divided by what a bare server does with the same bytes on the same core
 * in the same minute.
 */
final class FanoutPart implements Part {

    private static final int SENDERS = 4;
    private static final int WINDOW = 16;
    private static final int BURSTS = 8;

    private final boolean bursts;

    private FanoutPart(boolean bursts) {
        this.bursts = bursts;
    }

    /** Plain clients, and always 16 messages on their way. */
    static FanoutPart steady() {
        return new FanoutPart(false);
    }

    /** Clients that take several events in a frame, and always eight bursts of 16 messages on their way. */
    static FanoutPart bursts() {
        return new FanoutPart(true);
    }

    @Override
    public String name() {
        return bursts ? "R2" : "R1";
    }

    @Override
    public int nodes() {
        return 1;
    }

    @Override
    public List<Row> run(Bed bed, Plan plan) {
        List<Row> rows = new ArrayList<>();
        Generator generator = bed.generator();
        generator.open("control", bed.barePort(), "/control", 1);
        for (int size : plan.sizes()) {
            rows.addAll(rows(bed, generator, plan, size));
        }
        return rows;
    }

    private List<Row> rows(Bed bed, Generator generator, Plan plan, int size) {
        List<Long> uids = bed.crowd().users("fanout", size + SENDERS);
        Path tokens = bed.crowd().tokens(uids);
        String topic = bed.crowd().group(uids);
        String url = bed.target().urls().get(0);
        generator.open("senders", url, tokens, 0, SENDERS, false, false);
        generator.open("members", url, tokens, SENDERS, size, bursts, true);
        generator.open("bare", bed.barePort(), "/ws", size);
        // What one of them looks like; the bare server writes the very same.
        ObjectNode first = generator
                .run("paced", "senders")
                .put("topic", topic)
                .put("rate", 5)
                .put("ms", 1_000);
        first.putArray("receivers").add("members");
        JsonNode sample = generator.ask(first).path("sets").path("members");
        if (sample.path("deliveries").asLong() == 0) {
            throw new NotValid("no member of the group received anything");
        }
        generator.ask(Json.object()
                .put("cmd", "say")
                .put("senders", "control")
                .put("text", sample.path("sample").asText()));
        ObjectNode ours = bed.watched(flood(generator, "members", "senders")).put("topic", topic);
        ObjectNode bare = bed.watchedBare(flood(generator, "bare", "control"));
        generator.ask(sendersOnly(bed, generator, uids.subList(0, SENDERS)).put("ms", plan.warmUpMs()));
        generator.ask(ours.deepCopy().put("ms", plan.warmUpMs()));
        generator.ask(bare.deepCopy().put("ms", plan.warmUpMs()));
        Pairs pairs = Pairs.measure(
                plan.pairs(),
                () -> generator.ask(fresh(generator, ours).put("ms", plan.ms())),
                () -> generator.ask(fresh(generator, bare).put("ms", plan.ms())));
        generator.shut("members");
        generator.shut("senders");
        generator.shut("bare");
        return rows(pairs, size, sample.path("sample").asText().length());
    }

    /** As many messages a second as it takes, to have compiled what a few large rounds a second would not. */
    private static ObjectNode sendersOnly(Bed bed, Generator generator, List<Long> senders) {
        return generator
                .flood("senders", "members", SENDERS * WINDOW, 1)
                .put("topic", bed.crowd().group(senders))
                .put("by", "acks");
    }

    private static ObjectNode fresh(Generator generator, ObjectNode command) {
        return command.deepCopy().put("run", generator.run("", "").path("run").asText());
    }

    private ObjectNode flood(Generator generator, String receivers, String senders) {
        return bursts
                ? generator.flood(senders, receivers, BURSTS * WINDOW, WINDOW)
                : generator.flood(senders, receivers, WINDOW, 1);
    }

    private List<Row> rows(Pairs pairs, int size, int bytes) {
        String what = String.format(Locale.ROOT, "%s, %,d online", bursts ? "bursts of 16" : "fan-out", size);
        Row.Bound pass = Row.atLeast(bursts ? 5 : 1);
        Row.Bound goal = Row.atLeast(bursts ? 10 : 3);
        String note = String.format(
                Locale.ROOT,
                "%.2f and %.2f messages a frame; generator %.2f of a core; %d bytes%s",
                pairs.everyOurs(FanoutPart::messagesAFrame),
                pairs.everyReference(FanoutPart::messagesAFrame),
                pairs.everyOurs(one -> Pairs.cores(one, "generator_ms")),
                bytes,
                pairs.droppedNote());
        Row rate = Row.of(
                name(),
                what + ": deliveries/s",
                Row.number(pairs.ours(Pairs::rate)),
                Row.number(pairs.reference(Pairs::rate)),
                pairs.ratios(Pairs::rate),
                pass,
                goal,
                note);
        Row cost = Row.of(
                name(),
                what + ": µs of the server a delivery",
                Row.number(pairs.everyOurs(Pairs::cost)),
                Row.number(pairs.everyReference(Pairs::cost)),
                pairs.costRatios(),
                pass,
                goal,
                "all pairs, the value is reference ÷ ours");
        return List.of(rate.lost(pairs.losses()).invalid(pairs.tooFew()), cost.lost(pairs.losses()));
    }

    private static double messagesAFrame(JsonNode measured) {
        return measured.path("deliveries").asDouble()
                / Math.max(1, measured.path("frames").asDouble());
    }
}
