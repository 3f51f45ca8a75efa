package dev.curlew.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** R9: two nodes. How often one tells the other of a group message, and how much later it comes there. */
final class NodesPart implements Part {

    private static final int ONLINE = 100;
    private static final int SENDERS = 2;
    private static final int PER_SECOND = 50;

    @Override
    public String name() {
        return "R9";
    }

    @Override
    public int nodes() {
        return 2;
    }

    @Override
    public List<Row> run(Bed bed, Plan plan) {
        List<Long> uids = bed.crowd().users("nodes", 2 * (ONLINE + SENDERS));
        Path tokens = bed.crowd().tokens(uids);
        String topic = bed.crowd().group(uids);
        Generator generator = bed.generator();
        for (int node = 0; node < 2; node++) {
            String url = bed.target().urls().get(node);
            int from = node * (ONLINE + SENDERS);
            generator.open("senders" + node, url, tokens, from, SENDERS, false, false);
            generator.open("members" + node, url, tokens, from + SENDERS, ONLINE, false, true);
        }
        measured(bed, generator, topic, 0, plan.ms());
        measured(bed, generator, topic, 1, plan.ms());
        List<Double> frames = new ArrayList<>();
        List<Double> later = new ArrayList<>();
        List<Double> within = new ArrayList<>();
        List<Double> across = new ArrayList<>();
        List<Double> commands = new ArrayList<>();
        String lost = null;
        for (int i = 0; i < 2 * plan.pairs(); i++) {
            int node = i % 2;
            double deliveriesBefore = frames(bed, "deliveries");
            double commandsBefore = frames(bed, "commands");
            JsonNode answer = measured(bed, generator, topic, node, plan.ms());
            double messages = answer.path("acked").asDouble();
            frames.add((frames(bed, "deliveries") - deliveriesBefore) / messages);
            commands.add((frames(bed, "commands") - commandsBefore) / messages);
            JsonNode sets = answer.path("sets");
            within.add(sets.path("members" + node).path("p99_us").asDouble() / 1e3);
            across.add(sets.path("members" + (1 - node)).path("p99_us").asDouble() / 1e3);
            later.add(across.get(i) - within.get(i));
            lost = lost == null ? LargeGroupPart.lost(answer) : lost;
        }
        return List.of(
                Row.of(
                                "R9",
                                "bus frames a group message and remote node",
                                Row.number(Row.median(frames)),
                                "",
                                frames,
                                Row.atMost(1),
                                Row.atMost(1),
                                String.format(
                                        Locale.ROOT,
                                        "deliveries; sends taken to the group's sequencer on the other node: %.2f a message; %d messages/s, %d online on each node",
                                        commands.stream()
                                                .mapToDouble(Double::doubleValue)
                                                .average()
                                                .orElse(0),
                                        PER_SECOND,
                                        ONLINE))
                        .lost(lost),
                Row.of(
                                "R9",
                                "p99 across nodes − within one, ms",
                                Row.number(Row.median(across)),
                                Row.number(Row.median(within)),
                                later,
                                Row.atMost(5),
                                Row.atMost(2),
                                "from the intended time to the member's socket")
                        .lost(lost));
    }

    private static double frames(Bed bed, String kind) {
        return bed.target().sumWith("curlew_bus_frames_total{", "kind=\"" + kind + "\"");
    }

    private static JsonNode measured(Bed bed, Generator generator, String topic, int node, long ms) {
        ObjectNode command = bed.watched(generator.run("paced", "senders" + node))
                .put("topic", topic)
                .put("rate", PER_SECOND)
                .put("ms", ms);
        command.putArray("receivers").add("members0").add("members1");
        return generator.ask(command);
    }
}
