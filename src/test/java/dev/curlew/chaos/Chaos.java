package dev.curlew.chaos;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code make chaos}: breaks a running system and judges what its clients saw. Exit 0: all held; 1: the product fell
 * short; 2: the measurement is not valid, for example because a store never came up.
 */
@Command(name = "chaos", mixinStandardHelpOptions = true, description = "Faults under load, judged from outside.")
public final class Chaos implements Callable<Integer> {

    private static final Path DIRECTORY = Path.of("target", "chaos");
    private static final int EXIT_FELL_SHORT = 1;
    private static final int EXIT_NOT_VALID = 2;
    private static final String FLOOD = "flood";

    /** Findings shown while the others still run. */
    private static final int FIRST = 3;

    @Option(names = "--seeds", split = ",", defaultValue = "1", description = "Seeds; each fault runs once with each.")
    private List<Long> seeds;

    @Option(names = "--faults", split = ",", description = "Numbers of faults, or flood; without it all there are.")
    private List<String> faults = List.of();

    @Option(names = "--only", description = "Of these the ones whose name contains this text.")
    private String only = "";

    @Option(names = "--nodes", defaultValue = "2")
    private int nodes;

    @Option(names = "--rate", defaultValue = "40", description = "Messages a second, all pairs together.")
    private int rate;

    @Option(names = "--pairs", defaultValue = "4", description = "Pairs of users that talk.")
    private int pairs;

    @Option(names = "--short", description = "Short outages: the form for every commit.")
    private boolean shortForm;

    @Option(names = "--report", defaultValue = "target/chaos.json")
    private Path report;

    @Option(names = "--groups", split = ",", defaultValue = "3,50,500", description = "Sizes of the groups that talk.")
    private List<Integer> groups;

    private final PrintStream out = System.out;

    public static void main(String[] args) {
        // That connections break is the point; the journal has it, and lines about it would bury the progress.
        ((Logger) LoggerFactory.getLogger("io.vertx")).setLevel(Level.OFF);
        System.exit(run(args));
    }

    /** @return the exit code */
    public static int run(String... args) {
        return new CommandLine(new Chaos()).execute(args);
    }

    @Override
    public Integer call() {
        List<String> failures = SelfTest.run();
        out.println("self-test: " + SelfTest.planted() + " kinds of violation planted, "
                + (failures.isEmpty() ? "each found and nothing else" : "checker does not work: " + failures));
        if (!failures.isEmpty()) {
            return EXIT_NOT_VALID;
        }
        List<Fault> chosen = chosen();
        List<Result> results = new ArrayList<>();
        Map<String, Object> conditions = new LinkedHashMap<>();
        try (Stack stack = Stack.startBreakable(plan(), this::progress)) {
            conditions.put("short", shortForm);
            conditions.put("nodes", nodes);
            conditions.put("processors", Runtime.getRuntime().availableProcessors());
            conditions.put("mongo", stack.stores().mongo().isReal() ? "mongod" : "stand-in");
            for (long seed : seeds) {
                chosen.forEach(fault -> results.add(round(stack, fault, seed)));
            }
        } catch (RuntimeException e) {
            out.println("not valid: " + e.getMessage());
            return EXIT_NOT_VALID;
        }
        out.println(conditions);
        Table.print(results, out);
        Table.write(report, conditions, results);
        return exitCode(results);
    }

    /** The short form leaves some out, unless they are asked for by name. */
    private List<Fault> chosen() {
        Set<Integer> numbers = new TreeSet<>();
        faults.forEach(one -> numbers.add(one.equals(FLOOD) ? 0 : Integer.parseInt(one)));
        return Faults.of(numbers).stream()
                .filter(fault -> fault.name().contains(only))
                .filter(fault -> !shortForm || !only.isEmpty() || !fault.longOnly())
                .toList();
    }

    private Stack.Plan plan() {
        return new Stack.Plan(nodes, DIRECTORY, jvmOptions(), settings());
    }

    private Result round(Stack stack, Fault fault, long seed) {
        progress("fault " + fault.number() + ", " + fault.name() + ", seed " + seed);
        String prefix = "c" + System.currentTimeMillis() % 100_000_000;
        Load.Settings settings = new Load.Settings(prefix, "dev-admin-secret", "demo", pairs, groups, rate);
        try {
            Round round = new Round(stack, settings, timing());
            Result result = round.run(fault, seed);
            progress("  " + result.verdict() + "; " + round.phases());
            result.findings().stream().limit(FIRST).forEach(finding -> progress("    " + finding));
            return result;
        } catch (RuntimeException e) {
            progress("  not valid: " + e);
            return Result.invalid(fault, seed, e.toString());
        }
    }

    private Round.Timing timing() {
        return shortForm
                ? new Round.Timing(
                        Duration.ofSeconds(5), Duration.ofSeconds(4), Duration.ofSeconds(1), Duration.ofSeconds(45))
                : new Round.Timing(
                        Duration.ofSeconds(60), Duration.ofSeconds(6), Duration.ofSeconds(15), Duration.ofSeconds(90));
    }

    /** Nodes start often and live briefly here. */
    private static List<String> jvmOptions() {
        return List.of("-Xmx400m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("socket.outbox_bytes", "262144");
        // A flood is many sends of few clients.
        settings.put("socket.requests_per_second", "5000");
        // Reminders are spread over time, as nobody waits for them; here all of them have to be seen to end.
        settings.put("push.group_calls_per_second", "1000");
        settings.put("push.group_members_per_second", "200000");
        // What a killed node had in hand is free again soon.
        settings.put("redis.pending_ttl_seconds", "5");
        settings.put("presence.ttl_ms", Long.toString(Stack.PRESENCE_TTL_MS));
        settings.put(
                "kafka.session_timeout_ms",
                Long.toString(timing().kafkaSession().toMillis()));
        return settings;
    }

    private void progress(String line) {
        out.println(line);
        out.flush();
    }

    private static int exitCode(List<Result> results) {
        if (results.stream().anyMatch(Result::fellShort)) {
            return EXIT_FELL_SHORT;
        }
        return results.stream().anyMatch(one -> one.invalid() != null) ? EXIT_NOT_VALID : 0;
    }
}
