package dev.curlew.persistence;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts what the consistency sweep looked at and what it found. */
final class SweepMeters {

    private final Counter conversations;
    private final Counter reads;
    private final Counter repaired;
    private final Counter missing;

    SweepMeters(MeterRegistry registry) {
        conversations = counter(registry, "conversations", "Conversations compared with their stores");
        reads = counter(registry, "reads.repaired", "Read positions in Redis put right");
        repaired = counter(registry, "messages.repaired", "Stored messages that were missing and put back");
        missing = counter(registry, "messages.missing", "Acknowledged messages that are stored nowhere any more");
    }

    void looked(int count) {
        conversations.increment(count);
    }

    void readRepaired() {
        reads.increment();
    }

    void messages(int putBack, int lost) {
        repaired.increment(putBack);
        missing.increment(lost);
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder("curlew.sweep." + name).description(description).register(registry);
    }
}
