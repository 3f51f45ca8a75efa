package dev.curlew.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.dev.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** As many acknowledged single-chat messages as it takes: each sender keeps a window of unanswered sends open. */
final class Throughput {

    private final List<Pair> pairs = new ArrayList<>();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicLong acked = new AtomicLong();
    private final AtomicLong queued = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private final AtomicLong deliveries = new AtomicLong();
    private final Histogram latency = new ConcurrentHistogram(3);
    private final String prefix = "t" + System.nanoTime() + "-";
    private volatile boolean counting;
    private volatile boolean stopped;

    /** @param nodeCpuMs processor time the nodes used
     * @param generatorCpuMs processor time this JVM used
     * @param storeCpuMs processor time the stores used, as far as they are known
     * @param machineCpuMs processor time everything on this machine used
     * @param storeRequests requests the nodes sent to all stores
     * @param latencyUs from send to acknowledgement, microseconds */
    record Outcome(
            double seconds,
            long acked,
            long queued,
            long errors,
            long deliveries,
            long nodeCpuMs,
            long generatorCpuMs,
            long storeCpuMs,
            long machineCpuMs,
            long storeRequests,
            Histogram latencyUs) {}

    Throughput(Target target, int pairCount) {
        for (int i = 0; i < pairCount; i++) {
            pairs.add(new Pair(target, prefix + i, (id, at) -> {
                if (counting) {
                    deliveries.incrementAndGet();
                }
            }));
        }
    }

    Outcome run(Target target, int window, Duration warmUp, Duration time) {
        List<Long> generator = List.of(ProcessHandle.current().pid());
        for (Pair pair : pairs) {
            for (int i = 0; i < window; i++) {
                next(pair);
            }
        }
        Pause.millis(warmUp.toMillis());
        counting = true;
        long nodeCpu = -ProcFs.cpuMillis(target.pids());
        long generatorCpu = -ProcFs.cpuMillis(generator);
        long storeCpu = -ProcFs.cpuMillis(target.storePids());
        long machineCpu = -ProcFs.machineMillis();
        long requests = -target.storeRequests();
        long start = System.nanoTime();
        Pause.millis(time.toMillis());
        counting = false;
        double seconds = (System.nanoTime() - start) / 1e9;
        nodeCpu += ProcFs.cpuMillis(target.pids());
        generatorCpu += ProcFs.cpuMillis(generator);
        storeCpu += ProcFs.cpuMillis(target.storePids());
        machineCpu += ProcFs.machineMillis();
        requests += target.storeRequests();
        stopped = true;
        Pause.millis(1_000);
        pairs.forEach(Pair::close);
        return new Outcome(
                seconds,
                acked.get(),
                queued.get(),
                errors.get(),
                deliveries.get(),
                nodeCpu,
                generatorCpu,
                storeCpu,
                machineCpu,
                requests,
                latency);
    }

    private void next(Pair pair) {
        long sent = System.nanoTime();
        pair.send(prefix + ids.incrementAndGet()).whenComplete((reply, failure) -> {
            count(reply, System.nanoTime() - sent);
            if (!stopped && failure == null) {
                next(pair);
            }
        });
    }

    private void count(JsonNode reply, long nanos) {
        if (!counting) {
            return;
        }
        if (reply == null || reply.path("code").asInt(-1) != 0) {
            errors.incrementAndGet();
        } else if (reply.path("data").path("seq").asLong() > 0) {
            acked.incrementAndGet();
            latency.recordValue(nanos / 1_000);
        } else {
            queued.incrementAndGet();
        }
    }
}
