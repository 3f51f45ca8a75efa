package dev.curlew.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import java.util.function.Consumer;

/**
 * As many messages as get through: the next ones leave when the last ones have come to everybody, or were acknowledged, so that nothing
 * queues up without end. What does not come at all is written off after a while and said.
 */
final class Flood implements Loop.Ticker {

    /** Past the heartbeat's repair of what was lost, and past any answer. */
    private static final long STALLED_NS = 20_000_000_000L;

    private final Loop loop;
    private final PeerSet receivers;
    private final PeerSet senders;
    private final Words words;
    private final String run;
    private final int window;
    private final int burst;
    private final long warmNs;
    private final long timeNs;
    private final Watch watch;
    private final Tally tally;
    private final boolean byAcks;
    private final Consumer<ObjectNode> done;
    private final long begun = System.nanoTime();
    private final ObjectNode outcome = Json.object();
    private Phase phase = Phase.WARMING;
    private long sent;
    private long acked;
    private long refused;
    private long writtenOff;
    private int stalls;
    private long seen;
    private long seenAt = begun;
    private long lastStamp;
    private Counts from;

    private enum Phase {
        WARMING,
        MEASURING,
        DRAINING
    }

    private record Counts(long deliveries, long acked, long frames, long bytes) {}

    Flood(Loop loop, PeerSet receivers, PeerSet senders, JsonNode command, Consumer<ObjectNode> done) {
        this.loop = loop;
        this.receivers = receivers;
        this.senders = senders;
        this.words = Words.of(command);
        this.run = command.path("run").asText();
        this.window = command.path("window").asInt();
        this.burst = command.path("burst").asInt(1);
        this.warmNs = command.path("warm_ms").asLong() * 1_000_000;
        this.timeNs = command.path("ms").asLong() * 1_000_000;
        this.watch = new Watch(command);
        this.tally = new Tally(command.has("topic") ? run : "");
        this.byAcks = command.path("by").asText().equals("acks");
        this.done = done;
        receivers.begin(tally);
        senders.onReply(success -> {
            acked += success;
            refused += 1 - success;
        });
        loop.rest(command.path("rest_us").asLong() * 1_000);
        loop.add(this);
    }

    @Override
    public long tick(long now) {
        long through = byAcks ? acked + refused : tally.messages / receivers.size();
        if (through != seen) {
            seen = through;
            seenAt = now;
        }
        long outstanding = sent - through - writtenOff;
        if (phase == Phase.DRAINING) {
            if (outstanding <= 0 || now - seenAt > STALLED_NS) {
                end();
            }
            return now + 1_000_000;
        }
        if (now - seenAt > STALLED_NS && outstanding > 0) {
            stalls++;
            writtenOff = sent - through;
            seenAt = now;
            outstanding = 0;
        }
        for (; outstanding + burst <= window; outstanding += burst) {
            for (int i = 0; i < burst; i++) {
                lastStamp = Math.max(lastStamp + 1, System.nanoTime());
                senders.peer((int) (sent++ % senders.size())).send(words.of(run, lastStamp));
            }
        }
        advance(now);
        return now + 1_000_000;
    }

    private void advance(long now) {
        if (phase == Phase.WARMING && now - begun >= warmNs) {
            phase = Phase.MEASURING;
            watch.begin();
            from = counts();
        } else if (phase == Phase.MEASURING && now - begun >= warmNs + timeNs) {
            phase = Phase.DRAINING;
            watch.end(outcome);
            Counts to = counts();
            outcome.put("deliveries", to.deliveries - from.deliveries)
                    .put("acked", to.acked - from.acked)
                    .put("frames", to.frames - from.frames)
                    .put("bytes", to.bytes - from.bytes)
                    .put("messages", (to.deliveries - from.deliveries) / (double) receivers.size());
        }
    }

    private void end() {
        loop.remove(this);
        loop.rest(0);
        outcome.put("refused", refused)
                .put("acked_in_all", acked)
                .put("stalls", stalls)
                .put("syncs", tally.syncs)
                .put("backwards", tally.backwards)
                .put("sockets", receivers.size());
        done.accept(outcome);
    }

    private Counts counts() {
        return new Counts(tally.messages, acked, tally.frames, tally.bytes);
    }
}
