package dev.curlew.bench;

import dev.curlew.dev.Pause;
import dev.curlew.protocol.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code make bench}: acknowledged messages a second, time from send to delivery, memory of the nodes. Exit 0: measured;
 * 2: not valid, because the generator was the limit or there were too few samples.
 */
@Command(name = "bench", mixinStandardHelpOptions = true, description = "Speed of single chats, measured from outside.")
public final class Bench implements Callable<Integer> {

    private static final int EXIT_NOT_VALID = 2;
    private static final double GENERATOR_LIMIT = 0.85;
    private static final double OTHERS_LIMIT = 0.15;
    private static final int FEWEST_SAMPLES = 200;

    @Option(names = "--stack", description = "var/stack.json of a running stack; without it one is started.")
    private Path stack;

    @Option(names = "--nodes", defaultValue = "1", description = "Nodes of the stack that is started.")
    private int nodes;

    @Option(names = "--pairs", defaultValue = "50")
    private int pairs;

    @Option(names = "--window", defaultValue = "16", description = "Unanswered sends each sender keeps open.")
    private int window;

    @Option(names = "--seconds", defaultValue = "20")
    private int seconds;

    @Option(names = "--light-rate", defaultValue = "20", description = "Messages a second of the light load.")
    private int lightRate;

    @Option(names = "--report", defaultValue = "target/bench.json")
    private Path report;

    private final PrintStream out = System.out;
    private final Map<String, Object> figures = new LinkedHashMap<>();
    private String invalid;

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** @return the exit code */
    public static int run(String... args) {
        return new CommandLine(new Bench()).execute(args);
    }

    @Override
    public Integer call() {
        try (Target target = stack == null ? Target.own(nodes, out::println) : Target.running(stack)) {
            figure("processors", Runtime.getRuntime().availableProcessors());
            figure("nodes", target.urls().size());
            figure("mongo", target.mongo());
            figure("stack", stack == null ? "own" : "running");
            figure("pairs × window", pairs + " × " + window);
            Pause.millis(3_000);
            figure("node memory idle, MiB", ProcFs.residentKb(target.pids()) / 1024);
            light(target);
            full(target);
        } catch (RuntimeException e) {
            invalid = e.toString();
        }
        figure("verdict", invalid == null ? "valid" : "not valid: " + invalid);
        figures.forEach((name, value) -> out.printf("%-46s %s%n", name, value));
        write();
        return invalid == null ? 0 : EXIT_NOT_VALID;
    }

    private void light(Target target) {
        Delivery.Outcome light =
                new Delivery().run(target, lightRate, Duration.ofSeconds(5), Duration.ofSeconds(seconds));
        figure("light load, messages/s", lightRate);
        percentiles("light load, send to delivered", light.deliveredUs());
        percentiles("light load, send to acknowledged", light.acknowledgedUs());
        figure("light load, errors and undelivered", light.errors() + " and " + light.missing());
        enough(light.deliveredUs());
    }

    private void full(Target target) {
        Throughput throughput = new Throughput(target, pairs);
        Throughput.Outcome outcome = throughput.run(target, window, Duration.ofSeconds(8), Duration.ofSeconds(seconds));
        double generatorUse = outcome.generatorCpuMs() / 1e3 / outcome.seconds();
        double rate = outcome.acked() / outcome.seconds();
        figure("acknowledged, messages/s", Math.round(rate));
        figure("delivered, messages/s", Math.round(outcome.deliveries() / outcome.seconds()));
        percentiles("full load, send to acknowledged", outcome.latencyUs());
        figure("queued and errors", outcome.queued() + " and " + outcome.errors());
        figure(
                "node processor time a message, µs",
                Math.round(outcome.nodeCpuMs() * 1e3 / Math.max(1, outcome.acked())));
        figure(
                "requests to all stores a message",
                String.format(Locale.ROOT, "%.2f", outcome.storeRequests() / (double) Math.max(1, outcome.acked())));
        figure("node memory under load, MiB", ProcFs.residentKb(target.pids()) / 1024);
        figure("generator, cores", String.format(Locale.ROOT, "%.2f", generatorUse));
        enough(outcome.latencyUs());
        if (!target.storePids().isEmpty()) {
            notDisturbed(outcome);
        }
        if (generatorUse > GENERATOR_LIMIT) {
            invalid = String.format(Locale.ROOT, "the generator used %.2f of a core", generatorUse);
        }
    }

    private void notDisturbed(Throughput.Outcome outcome) {
        long ours = outcome.generatorCpuMs() + outcome.nodeCpuMs() + outcome.storeCpuMs();
        double others = (outcome.machineCpuMs() - ours) / 1e3 / outcome.seconds();
        figure("stores, cores", String.format(Locale.ROOT, "%.2f", outcome.storeCpuMs() / 1e3 / outcome.seconds()));
        figure("everything else on this machine, cores", String.format(Locale.ROOT, "%.2f", others));
        if (others > OTHERS_LIMIT * Runtime.getRuntime().availableProcessors()) {
            invalid = String.format(Locale.ROOT, "something else used %.2f cores", others);
        }
    }

    private void enough(Histogram samples) {
        if (samples.getTotalCount() < FEWEST_SAMPLES) {
            invalid = "only " + samples.getTotalCount() + " samples";
        }
    }

    private void percentiles(String name, Histogram us) {
        figure(
                name + ", ms",
                String.format(
                        Locale.ROOT,
                        "p50 %.1f  p99 %.1f  max %.1f",
                        us.getValueAtPercentile(50) / 1e3,
                        us.getValueAtPercentile(99) / 1e3,
                        us.getMaxValue() / 1e3));
    }

    private void figure(String name, Object value) {
        figures.put(name, value);
    }

    private void write() {
        try {
            Files.createDirectories(report.toAbsolutePath().getParent());
            Files.write(report, Json.bytes(figures));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
