package dev.curlew.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What Linux tells about processes. */
public final class ProcFs {

    /** USER_HZ, 100 on every Linux that matters. */
    private static final long TICKS_PER_SECOND = 100;

    private ProcFs() {}

    /** Resident memory of all of them, KiB; -1 when one is gone. */
    public static long residentKb(List<Long> pids) {
        long sum = 0;
        for (long pid : pids) {
            try {
                sum += Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum();
            } catch (IOException e) {
                return -1;
            }
        }
        return sum;
    }

    /** Processor time used by everything on this machine so far, ms. */
    public static long machineMillis() {
        try {
            String[] fields = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +");
            // user, nice, system, then idle and iowait left out, then irq, softirq, steal.
            long ticks = 0;
            for (int field : new int[] {1, 2, 3, 6, 7, 8}) {
                ticks += Long.parseLong(fields[field]);
            }
            return ticks * 1000 / TICKS_PER_SECOND;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Processor time used by all of them so far, ms; -1 when one is gone. */
    public static long cpuMillis(List<Long> pids) {
        long ticks = 0;
        for (long pid : pids) {
            try {
                String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
                // The command in parentheses may hold spaces; utime and stime are the 14th and 15th fields.
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
            } catch (IOException e) {
                return -1;
            }
        }
        return ticks * 1000 / TICKS_PER_SECOND;
    }
}
