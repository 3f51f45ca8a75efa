package dev.curlew.bench;

import dev.curlew.dev.Pause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** R8: what a connection costs that does nothing but be there, logged in, member of a group, showing signs of life. */
final class IdlePart implements Part {

    private static final double MOST_US = 5;
    private static final double GOAL_US = 2.5;

    @Override
    public String name() {
        return "R8";
    }

    @Override
    public int nodes() {
        return 1;
    }

    /** Bytes held: heap after a collection, and what the process has outside of its heap, which is all taken from the start. */
    private record Memory(long heap, long outside) {

        static Memory of(long pid) {
            long heap = Heap.used(pid);
            return new Memory(heap, ProcFs.residentKb(List.of(pid)) * 1024);
        }

        double per(Memory before, int connections) {
            return (heap - before.heap + outside - before.outside) / (double) connections;
        }
    }

    @Override
    public List<Row> run(Bed bed, Plan plan) {
        int step = Math.max(100, plan.sizes().get(plan.sizes().size() - 1) / plan.pairs() / 100 * 100);
        int all = step * plan.pairs();
        List<Long> uids = bed.crowd().users("idle", all);
        Path tokens = bed.crowd().tokens(uids);
        bed.crowd().group(uids);
        Generator generator = bed.generator();
        String url = bed.target().urls().get(0);
        long node = bed.target().pids().get(0);
        // The first connections load classes; they are no part of it.
        generator.open("first", url, tokens, 0, step, false, true);
        generator.open("bare-first", bed.barePort(), "/ws", step);
        generator.shut("first");
        generator.shut("bare-first");
        Pause.millis(3_000);
        long idleMs = Math.max(3, plan.seconds() * 4) * 1_000L;
        double alone = cpu(node, idleMs);
        List<Double> ratios = new ArrayList<>();
        List<Double> ours = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        Memory mine = Memory.of(node);
        Memory other = Memory.of(bed.barePid());
        for (int i = 0; i < plan.pairs(); i++) {
            generator.open("idle" + i, url, tokens, i * step, step, false, true);
            generator.open("bare" + i, bed.barePort(), "/ws", step);
            Pause.millis(2_000);
            Memory next = Memory.of(node);
            Memory otherNext = Memory.of(bed.barePid());
            ours.add(next.per(mine, step));
            bare.add(otherNext.per(other, step));
            ratios.add(ours.get(i) / bare.get(i));
            mine = next;
            other = otherNext;
        }
        List<Double> cpu = new ArrayList<>();
        for (int i = 0; i < plan.pairs(); i++) {
            cpu.add((cpu(node, idleMs) - alone) / all);
        }
        return List.of(
                Row.of(
                        "R8",
                        "memory an idle connection, KiB",
                        Row.number(Row.median(ours) / 1024),
                        Row.number(Row.median(bare) / 1024),
                        ratios,
                        Row.atMost(1.5),
                        Row.atMost(1.15),
                        String.format(
                                Locale.ROOT,
                                "%,d connections in steps of %,d, heap in use and what lies outside it",
                                all,
                                step)),
                Row.of(
                        "R8",
                        "processor time an idle connection, µs/s",
                        Row.number(Row.median(cpu)),
                        "",
                        cpu,
                        Row.atMost(MOST_US),
                        Row.atMost(GOAL_US),
                        String.format(
                                Locale.ROOT,
                                "%,d connections with a ping each 25 s; the node alone: %.1f ms/s",
                                all,
                                alone / 1e3)));
    }

    /** µs a second. */
    private static double cpu(long pid, long ms) {
        long before = ProcFs.cpuMillis(List.of(pid));
        long begun = System.nanoTime();
        Pause.millis(ms);
        return (ProcFs.cpuMillis(List.of(pid)) - before) * 1e3 / ((System.nanoTime() - begun) / 1e9);
    }
}
