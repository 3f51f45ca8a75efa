package dev.curlew.bench;

import dev.curlew.dev.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Single chats: time to delivery at light load, then as many acknowledged messages as it takes. Figures, with no bound to keep. */
final class SinglePart implements Part {

    private static final double GENERATOR_LIMIT = 0.85;
    private static final double OTHERS_LIMIT = 0.15;
    private static final int FEWEST_SAMPLES = 200;
    private static final int CHATS = 50;
    private static final int WINDOW = 16;
    private static final int LIGHT_RATE = 20;

    private final List<Row> rows = new ArrayList<>();
    private String invalid;

    @Override
    public String name() {
        return "single";
    }

    @Override
    public int nodes() {
        return 1;
    }

    @Override
    public List<Row> run(Bed bed, Plan plan) {
        Duration time = Duration.ofSeconds(Math.max(12, 4L * plan.seconds()));
        Target target = bed.target();
        Pause.millis(1_000);
        light(target, time);
        full(target, time);
        if (invalid != null) {
            rows.add(Row.told("single", "valid", "no").invalid(invalid));
        }
        return rows;
    }

    private void light(Target target, Duration time) {
        Delivery.Outcome light = new Delivery().run(target, LIGHT_RATE, Duration.ofSeconds(5), time);
        percentiles(LIGHT_RATE + " messages/s, send to delivered, ms", light.deliveredUs());
        percentiles(LIGHT_RATE + " messages/s, send to acknowledged, ms", light.acknowledgedUs());
        told("of these, errors and undelivered", light.errors() + " and " + light.missing());
        enough(light.deliveredUs());
    }

    private void full(Target target, Duration time) {
        Throughput throughput = new Throughput(target, CHATS);
        Throughput.Outcome outcome = throughput.run(target, WINDOW, Duration.ofSeconds(8), time);
        double generatorUse = outcome.generatorCpuMs() / 1e3 / outcome.seconds();
        long acked = Math.max(1, outcome.acked());
        told("acknowledged, messages/s", Row.number(Math.round(outcome.acked() / outcome.seconds())));
        told("delivered, messages/s", Row.number(Math.round(outcome.deliveries() / outcome.seconds())));
        percentiles("full load, send to acknowledged, ms", outcome.latencyUs());
        told("queued and errors", outcome.queued() + " and " + outcome.errors());
        told("node processor time a message, µs", Row.number(Math.round(outcome.nodeCpuMs() * 1e3 / acked)));
        told("requests to all stores a message", Row.number(outcome.storeRequests() / (double) acked));
        told("node memory under load, MiB", Row.number(ProcFs.residentKb(target.pids()) / 1024));
        told("generator, cores", Row.number(generatorUse));
        told("stores, cores", Row.number(outcome.storeCpuMs() / 1e3 / outcome.seconds()));
        enough(outcome.latencyUs());
        long known = outcome.generatorCpuMs() + outcome.nodeCpuMs() + outcome.storeCpuMs();
        double others = (outcome.machineCpuMs() - known) / 1e3 / outcome.seconds();
        if (others > OTHERS_LIMIT * Runtime.getRuntime().availableProcessors()) {
            invalid = String.format(Locale.ROOT, "something else used %.2f cores", others);
        }
        if (generatorUse > GENERATOR_LIMIT) {
            invalid = String.format(Locale.ROOT, "the generator used %.2f of a core", generatorUse);
        }
    }

    private void enough(Histogram samples) {
        if (samples.getTotalCount() < FEWEST_SAMPLES) {
            invalid = "only " + samples.getTotalCount() + " samples";
        }
    }

    private void percentiles(String what, Histogram us) {
        told(
                what,
                String.format(
                        Locale.ROOT,
                        "p50 %.1f  p99 %.1f  max %.1f",
                        us.getValueAtPercentile(50) / 1e3,
                        us.getValueAtPercentile(99) / 1e3,
                        us.getMaxValue() / 1e3));
    }

    private void told(String what, String figure) {
        rows.add(Row.told("single", what, figure));
    }
}
