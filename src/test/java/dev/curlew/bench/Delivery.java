package dev.curlew.bench;

import dev.curlew.dev.Pause;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** From send to delivery at light load, open loop: each message counts from the time it was meant to leave. */
final class Delivery {

    private final Map<String, Long> intended = new ConcurrentHashMap<>();
    private final Histogram delivered = new ConcurrentHistogram(3);
    private final Histogram acknowledged = new ConcurrentHistogram(3);
    private final AtomicLong errors = new AtomicLong();

    /** Microseconds. @param missing messages that were not delivered in time */
    record Outcome(int sent, Histogram deliveredUs, Histogram acknowledgedUs, long errors, int missing) {}

    Outcome run(Target target, int perSecond, Duration warmUp, Duration time) {
        String prefix = "d" + System.nanoTime() + "-";
        try (Pair pair = new Pair(target, prefix, this::arrived)) {
            stream(pair, prefix + "w", perSecond, warmUp);
            Pause.millis(500);
            delivered.reset();
            acknowledged.reset();
            errors.set(0);
            intended.clear();
            int sent = stream(pair, prefix + "m", perSecond, time);
            Pause.until(Duration.ofSeconds(5), intended::isEmpty);
            return new Outcome(sent, delivered, acknowledged, errors.get(), intended.size());
        }
    }

    private int stream(Pair pair, String prefix, int perSecond, Duration time) {
        long start = System.nanoTime();
        long count = time.toMillis() * perSecond / 1000;
        for (int i = 0; i < count; i++) {
            long due = start + i * 1_000_000_000L / perSecond;
            long wait = (due - System.nanoTime()) / 1_000_000;
            if (wait > 0) {
                Pause.millis(wait);
            }
            intended.put(prefix + i, due);
            pair.send(prefix + i).whenComplete((reply, failure) -> {
                if (reply != null && reply.path("code").asInt(-1) == 0) {
                    acknowledged.recordValue(Math.max(0, System.nanoTime() - due) / 1_000);
                } else {
                    errors.incrementAndGet();
                }
            });
        }
        return (int) count;
    }

    private void arrived(String clientMsgId, long at) {
        Long due = intended.remove(clientMsgId);
        if (due != null) {
            delivered.recordValue(Math.max(0, at - due) / 1_000);
        }
    }
}
