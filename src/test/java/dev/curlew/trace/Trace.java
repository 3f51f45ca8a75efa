package dev.curlew.trace;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Says which rows of {@code docs/requirements.md} a passing test proves ({@code make trace}). Writes {@code trace.json} and
 * {@code trace.md}; exits with 1 when a test names an id that no row has, a promised row has no passing test, or no
 * test has run yet.
 */
@Command(name = "trace", mixinStandardHelpOptions = true, description = "Rows of the requirements and their tests.")
public final class Trace implements Callable<Integer> {

    @Option(names = "--requirements", defaultValue = "docs/requirements.md", description = "Page with the rows.")
    private Path requirements;

    @Option(names = "--classes", defaultValue = "target/test-classes", description = "Compiled tests.")
    private Path classes;

    @Option(
            names = "--reports",
            split = ",",
            defaultValue = "target/surefire-reports,target/failsafe-reports",
            description = "Folders of JUnit XML reports.")
    private List<Path> reports;

    @Option(names = "--out", defaultValue = "target", description = "Where trace.json and trace.md are written.")
    private Path out;

    @Option(names = "--require", description = "File of ids and ranges that must have a passing test.")
    private Path require;

    @Spec
    private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(new CommandLine(new Trace()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        TestReports found = TestReports.read(reports);
        if (found.isEmpty()) {
            spec.commandLine().getErr().println("no test reports yet, run make test first");
            return 1;
        }
        RequirementRows rows = RequirementRows.read(requirements);
        TraceResult result = TraceResult.of(rows, TaggedTest.scan(classes), found);
        List<String> missing = require == null ? List.of() : result.missing(rows.select(Files.readAllLines(require)));
        String page = TraceText.markdown(result, missing);
        Files.createDirectories(out);
        Files.writeString(out.resolve("trace.md"), page);
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(out.resolve("trace.json").toFile(), new Written(result, missing));
        PrintWriter console = spec.commandLine().getOut();
        console.print(page);
        console.flush();
        return result.unknown().isEmpty() && missing.isEmpty() ? 0 : 1;
    }

    /** The form of {@code trace.json}. */
    record Written(TraceResult trace, List<String> missing) {}
}
