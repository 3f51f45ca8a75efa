package dev.curlew.bench;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap of another JVM. */
final class Heap {

    /** Both generations of the serial collector, as {@code jcmd} lists them. */
    private static final Pattern USED = Pattern.compile("generation +total \\d+K, used (\\d+)K");

    private Heap() {}

    /** Bytes in use after everything was collected. */
    static long used(long pid) {
        Jcmd.run(pid, "GC.run");
        Jcmd.run(pid, "GC.run");
        Matcher used = USED.matcher(Jcmd.run(pid, "GC.heap_info"));
        long sum = 0;
        while (used.find()) {
            sum += Long.parseLong(used.group(1)) * 1024;
        }
        return sum;
    }
}
