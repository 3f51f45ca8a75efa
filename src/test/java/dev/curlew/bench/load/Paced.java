package dev.curlew.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** So many messages a second, whatever becomes of them; each counts from the time it was meant to leave. */
final class Paced implements Loop.Ticker {

    /** Longer than any request may stay without an answer. */
    private static final long SETTLE_NS = 20_000_000_000L;

    private final Loop loop;
    private final Map<String, PeerSet> receivers;
    private final PeerSet senders;
    private final Words words;
    private final String run;
    private final Watch watch;
    private final long gapNs;
    private final long count;
    private final Consumer<ObjectNode> done;
    private final Map<String, Tally> tallies = new LinkedHashMap<>();
    private final ObjectNode outcome = Json.object();
    private final long begun;
    private long sent;
    private long acked;
    private long refused;
    private long endedAt;

    /** @param receivers all of them members of the group, by name */
    Paced(Loop loop, Map<String, PeerSet> receivers, PeerSet senders, JsonNode command, Consumer<ObjectNode> done) {
        this.loop = loop;
        this.receivers = receivers;
        this.senders = senders;
        this.words = Words.of(command);
        this.run = command.path("run").asText();
        this.watch = new Watch(command);
        double perSecond = command.path("rate").asDouble();
        this.gapNs = (long) (1e9 / perSecond);
        this.count = Math.max(1, Math.round(command.path("ms").asLong() * perSecond / 1_000));
        this.done = done;
        receivers.forEach((name, set) -> {
            Tally tally = new Tally(run);
            tallies.put(name, tally);
            set.begin(tally);
        });
        senders.onReply(success -> {
            acked += success;
            refused += 1 - success;
        });
        watch.begin();
        begun = System.nanoTime();
        loop.add(this);
    }

    @Override
    public long tick(long now) {
        while (sent < count && begun + sent * gapNs <= now) {
            long intended = begun + sent * gapNs;
            senders.peer((int) (sent++ % senders.size())).send(words.of(run, intended));
        }
        if (sent < count) {
            return begun + sent * gapNs;
        }
        if (endedAt == 0) {
            endedAt = now;
            watch.end(outcome);
        }
        boolean settled = acked + refused == sent && missing() == 0;
        if (settled || now - endedAt > SETTLE_NS) {
            end();
        }
        return now + 1_000_000;
    }

    private long missing() {
        long missing = 0;
        for (Map.Entry<String, PeerSet> one : receivers.entrySet()) {
            missing += Math.max(0, acked * one.getValue().size() - tallies.get(one.getKey()).messages);
        }
        return missing;
    }

    private void end() {
        loop.remove(this);
        outcome.put("sent", sent)
                .put("acked", acked)
                .put("refused", refused)
                .put("unanswered", sent - acked - refused)
                .put("missing", missing());
        ObjectNode sets = outcome.putObject("sets");
        receivers.forEach((name, set) -> sets.set(
                name, tallies.get(name).json().put("sockets", set.size()).put("lost_sockets", set.lost())));
        done.accept(outcome);
    }
}
