package dev.curlew.chaos;

/** Whether everything works again, and whether what was not broken went on meanwhile. */
final class RecoveryChecks {

    /** Longest time of a request that needs nothing of what is broken, on a machine that has other things to do. */
    static final long BYSTANDER_MS = 1_500;

    /** Below this, times on a busy machine say nothing of who waits for whom, ms. */
    static final long NOISE_MS = 150;

    private RecoveryChecks() {}

    private static long most(long beforeMs) {
        return Math.max(NOISE_MS, beforeMs * 3 / 2);
    }

    static void run(Facts facts, Checker.Report report) {
        for (Journal.Line line : facts.lines) {
            if (line.entry() instanceof Entry.Stuck stuck) {
                report.add(Finding.Kind.NOT_RECOVERED, stuck.what());
            } else if (line.entry() instanceof Entry.Crossing crossing && crossing.millis() < 0) {
                report.add(Finding.Kind.NOT_LIVE, "from " + crossing.from() + " to " + crossing.to());
            } else if (line.entry() instanceof Entry.Lag lag && lag.records() > 0) {
                report.add(Finding.Kind.LAG, lag.group() + " by " + lag.records() + " records");
            } else if (line.entry() instanceof Entry.Latency one && one.duringMs() > most(one.beforeMs())) {
                report.add(
                        Finding.Kind.MEMBERS_SLOWED,
                        one.whose() + ": " + one.duringMs() + " ms, before " + one.beforeMs() + " ms");
            } else if (line.entry() instanceof Entry.Slow one && !one.told()) {
                report.add(Finding.Kind.SLOW_NOT_TOLD, one.client());
            } else if (line.entry() instanceof Entry.Bystander one && one.millis() > BYSTANDER_MS) {
                report.add(Finding.Kind.OTHERS_SLOWED, one.what() + " took " + one.millis() + " ms");
            }
        }
    }
}
