package dev.curlew.bench.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.Histogram;

/** What came to a set of sockets during one run. A message belongs to a run by its client's id: the run's name and the time it was meant to leave. */
final class Tally {

    private static final long LONGEST_US = 60_000_000;

    private final byte[] run;
    private final Histogram latencyUs = new Histogram(LONGEST_US, 3);

    /** The first message, as it came. */
    private String sample = "";

    long messages;
    long frames;
    long bytes;
    long syncs;
    long backwards;

    /** @param run how its messages' ids begin; empty: every message counts, and none has a time */
    Tally(String run) {
        this.run = Line.ascii(run);
    }

    /** @param last the highest number that came to the socket before; answers the highest one now */
    long message(long last, byte[] line, int from, int to) {
        long seq = Line.seq(line, from, to);
        if (run.length == 0) {
            messages++;
            return last;
        }
        long intended = Line.stamp(line, from, to, run);
        if (intended < 0) {
            return last;
        }
        if (seq <= last) {
            backwards++;
            return last;
        }
        if (messages++ == 0) {
            sample = new String(line, from, to - from, StandardCharsets.UTF_8);
        }
        latencyUs.recordValue(Math.min(LONGEST_US, Math.max(0, (System.nanoTime() - intended) / 1_000)));
        return seq;
    }

    ObjectNode json() {
        return Json.object()
                .put("deliveries", messages)
                .put("frames", frames)
                .put("bytes", bytes)
                .put("syncs", syncs)
                .put("backwards", backwards)
                .put("samples", latencyUs.getTotalCount())
                .put("p50_us", latencyUs.getValueAtPercentile(50))
                .put("p99_us", latencyUs.getValueAtPercentile(99))
                .put("sample", sample)
                .put("max_us", latencyUs.getMaxValue());
    }
}
