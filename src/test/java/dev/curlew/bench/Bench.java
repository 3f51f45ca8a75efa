package dev.curlew.bench;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code make bench}: how fast it is, each figure beside a reference of the same minute. Exit 0: all bounds are kept; 1: it fell short, or
 * something was lost; 2: the measurement says nothing, because the generator or somebody else on the machine was the limit.
 */
@Command(name = "bench", mixinStandardHelpOptions = true, description = "Speed, measured from outside.")
public final class Bench implements Callable<Integer> {

    private static final int FELL_SHORT = 1;
    private static final int NOT_VALID = 2;

    @Option(
            names = "--only",
            split = ",",
            description = "Parts: R8, R1, R2, R5, R6, R9, large, single. All, when not given.")
    private Set<String> only = Set.of();

    @Option(
            names = "--pairs",
            defaultValue = "5",
            description = "Measures of each kind, ours and the reference by turns.")
    private int pairs;

    @Option(names = "--seconds", defaultValue = "4", description = "Length of one measure.")
    private int seconds;

    @Option(
            names = "--warm-up",
            defaultValue = "20",
            description = "Seconds of the same load before the first measure.")
    private int warmUp;

    @Option(
            names = "--online",
            split = ",",
            defaultValue = "1000,5000,9000",
            description = "Members online, for R1 and R2.")
    private List<Integer> online;

    @Option(names = "--members", defaultValue = "10000", description = "Members of the largest group.")
    private int members;

    @Option(
            names = "--short",
            description = "Small and quick: shows that everything measures and nothing is lost; no bound counts.")
    private boolean quick;

    @Option(
            names = "--profile",
            description = "Also records where the nodes spend their time: target/bench/PART-NODE.jfr.")
    private boolean profile;

    @Option(names = "--report", defaultValue = "target/bench.json")
    private Path report;

    private final PrintStream out = System.out;

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** @return the exit code */
    public static int run(String... args) {
        return new CommandLine(new Bench()).execute(args);
    }

    @Override
    public Integer call() {
        List<Row> rows = new ArrayList<>();
        byNodes().forEach((nodes, parts) -> rows.addAll(run(nodes, parts)));
        Report.print(rows, out);
        Report.write(rows, report);
        if (quick) {
            // A busy machine may spoil the figures of such short measures, but nothing may be lost.
            return rows.stream().anyMatch(row -> row.lost()) || rows.isEmpty() ? FELL_SHORT : 0;
        }
        if (rows.stream().anyMatch(row -> !row.valid())) {
            return NOT_VALID;
        }
        return rows.stream().allMatch(Row::passed) ? 0 : FELL_SHORT;
    }

    /** The parts that were asked for, by the number of nodes they need. The first wants a node that has not done anything yet. */
    private Map<Integer, List<Part>> byNodes() {
        List<Part> all = List.of(
                new IdlePart(),
                FanoutPart.steady(),
                FanoutPart.bursts(),
                new GroupCostPart(),
                new RequestsPart(),
                new SinglePart(),
                new NodesPart(),
                new LargeGroupPart());
        Set<String> unknown = new TreeSet<>(only);
        all.forEach(part -> unknown.remove(part.name()));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("no such part: " + unknown);
        }
        Map<Integer, List<Part>> byNodes = new LinkedHashMap<>();
        all.stream()
                .filter(part -> only.isEmpty() ? !quick || !part.name().equals("single") : only.contains(part.name()))
                .forEach(part -> byNodes.computeIfAbsent(part.nodes(), count -> new ArrayList<>())
                        .add(part));
        return byNodes;
    }

    private List<Row> run(int nodes, List<Part> parts) {
        List<Row> rows = new ArrayList<>();
        Part.Plan plan = quick
                ? new Part.Plan(2, 1, 1, List.of(100), 200)
                : new Part.Plan(pairs, seconds, warmUp, online, members);
        try (Bed bed = new Bed(nodes, out::println)) {
            for (Part part : parts) {
                out.println("measuring " + part.name());
                Recording recording = profile ? Recording.of(bed.target().pids()) : null;
                try {
                    List<Row> some = part.run(bed, plan);
                    Report.print(some, out);
                    rows.addAll(some);
                } catch (NotValid | IllegalStateException e) {
                    Row none = Row.told(part.name(), "not measured", "").invalid(e.toString());
                    Report.print(List.of(none), out);
                    rows.add(none);
                }
                if (recording != null) {
                    recording.end(part.name());
                }
                bed.rest();
            }
        }
        return rows;
    }
}
