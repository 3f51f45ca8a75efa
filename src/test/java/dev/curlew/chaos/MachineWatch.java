package dev.curlew.chaos;

import dev.curlew.dev.Pause;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Notices when this machine was too busy for times to mean anything: when this JVM itself was not run for seconds, or when
 * many times more threads waited for a processor than there are. What is lost or doubled is a finding all the same.
 */
final class MachineWatch implements AutoCloseable {

    private static final Set<Finding.Kind> TIMED = EnumSet.of(
            Finding.Kind.UNANSWERED,
            Finding.Kind.OTHERS_SLOWED,
            Finding.Kind.SERVED_AFTER_REVOKE,
            Finding.Kind.HEARD_AFTER_REMOVAL,
            Finding.Kind.MEMBERS_SLOWED,
            Finding.Kind.PRESENCE_WRONG,
            Finding.Kind.NOT_LIVE,
            Finding.Kind.LAG,
            Finding.Kind.NOT_RECOVERED);
    /** How a complaint begins. */
    static final String BUSY = "busy machine: ";

    private static final long STALL_MS = 2_000;
    private static final double LOAD_PER_PROCESSOR = 6;
    private static final long PERIOD_MS = 100;

    private final Thread thread = new Thread(this::watch, "machine-watch");
    private volatile boolean stopped;
    private volatile long longestStallMs;
    private volatile double highestLoad;

    MachineWatch() {
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        stopped = true;
    }

    /** Why times of this round mean nothing, or null. */
    String complaint() {
        int processors = Runtime.getRuntime().availableProcessors();
        if (longestStallMs > STALL_MS) {
            return BUSY + "the harness itself was not run for " + longestStallMs + " ms";
        }
        return highestLoad > LOAD_PER_PROCESSOR * processors
                ? BUSY + "load average " + Math.round(highestLoad) + " on " + processors + " processors"
                : null;
    }

    /** Whether everything found is a matter of time. */
    static boolean onlyTimes(List<Finding> findings) {
        return findings.stream().allMatch(finding -> TIMED.contains(finding.kind()));
    }

    private void watch() {
        long last = System.nanoTime();
        while (!stopped) {
            Pause.millis(PERIOD_MS);
            long now = System.nanoTime();
            longestStallMs = Math.max(longestStallMs, (now - last) / 1_000_000 - PERIOD_MS);
            last = now;
            highestLoad = Math.max(
                    highestLoad, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        }
    }
}
