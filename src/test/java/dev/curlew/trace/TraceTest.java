package dev.curlew.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.curlew.Requirement;
import dev.curlew.trace.TestReports.Outcome;
import dev.curlew.trace.TraceResult.State;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The trace believes reports only, and notices ids that nobody stated. */
class TraceTest {

    private static final String PAGE = """
            # Part A: tiers
            ## A5 Presence
            | A-036 | a hash | shown |
            | A-037 | a set | shown |
            | A-038 | a set of a node | shown |
            # Part X: decisions
            | X-001 | decided | shown |
            """;

    private final RequirementRows rows = RequirementRows.parse(PAGE.lines().toList());

    @Test
    void rowsBelongToTheirSection() {
        assertThat(rows.groups())
                .containsEntry("A-036", "A5")
                .containsEntry("X-001", "X")
                .hasSize(4);
    }

    @Test
    void aRowStatedTwiceIsRefused() {
        List<String> twice = List.of("| A-036 | x | y |", "| A-036 | x | y |");
        assertThatThrownBy(() -> RequirementRows.parse(twice)).hasMessageContaining("A-036");
    }

    @Test
    void rangesAndCommentsOfPromisedRows() {
        assertThat(rows.select(List.of("# presence", "A-036..A-037  # both", "", "X-001")))
                .containsExactly("A-036", "A-037", "X-001");
        assertThatThrownBy(() -> rows.select(List.of("A-036..A-999"))).hasMessageContaining("A-999");
        assertThatThrownBy(() -> rows.select(List.of("A-36"))).hasMessageContaining("A-36");
    }

    @Test
    void oneBadRunOfAMethodSpoilsIt() {
        TestReports reports = new TestReports();
        reports.add("T", "good", Outcome.PASSED);
        reports.add("T", "mixed", Outcome.PASSED);
        reports.add("T", "mixed", Outcome.FAILED);
        reports.add("T", "partly", Outcome.PASSED);
        reports.add("T", "partly", Outcome.SKIPPED);
        assertThat(reports.outcome("T", "good")).isEqualTo(Outcome.PASSED);
        assertThat(reports.outcome("T", "mixed")).isEqualTo(Outcome.FAILED);
        assertThat(reports.outcome("T", "partly")).isEqualTo(Outcome.SKIPPED);
        assertThat(reports.outcome("T", "never")).isEqualTo(Outcome.NOT_RUN);
        assertThat(reports.outcome("T", "")).isEqualTo(Outcome.FAILED);
    }

    @Test
    void aFailedSetUpSpoilsEveryMethodOfTheClass() {
        TestReports reports = new TestReports();
        reports.add("T", "good", Outcome.PASSED);
        reports.add("T", "", Outcome.FAILED);
        assertThat(reports.outcome("T", "good")).isEqualTo(Outcome.FAILED);
    }

    @Test
    void runsAreFoundUnderTheirMethod() {
        assertThat(List.of("sends", "sends(int)[2]", "sends{Vertx}", "sends[1] of three"))
                .allSatisfy(name -> assertThat(TestReports.methodOf(name)).isEqualTo("sends"));
    }

    @Test
    void rowsAreProvenUnprovenOrUntested() {
        TestReports reports = new TestReports();
        reports.add("T", "good", Outcome.PASSED);
        reports.add("T", "bad", Outcome.FAILED);
        List<TaggedTest> tests = List.of(
                new TaggedTest("T", "good", List.of("A-036", "A-037")),
                new TaggedTest("T", "bad", List.of("A-037")),
                new TaggedTest("T", "notRun", List.of("A-036")));
        TraceResult result = TraceResult.of(rows, tests, reports);
        assertThat(result.rows())
                .extracting(TraceResult.Row::state)
                .containsExactly(State.PROVEN, State.UNPROVEN, State.UNTESTED, State.UNTESTED);
        assertThat(result.counts().get("A5")).isEqualTo(new TraceResult.Count(3, 1, 1, 1));
        assertThat(result.counts().get("all")).isEqualTo(new TraceResult.Count(4, 1, 1, 2));
        assertThat(result.missing(List.of("A-036", "A-037"))).containsExactly("A-037");
        assertThat(TraceText.markdown(result, List.of()))
                .contains("| A-037 | T.good (passed), T.bad (failed) |", "\nA-038 X-001\n");
    }

    @Test
    void inheritedTagsCountUnderTheClassThatRunsThem(@TempDir Path folder) throws Exception {
        assertThat(TaggedTest.scan(compile(folder)))
                .containsExactlyInAnyOrder(
                        new TaggedTest("sample.Store", "", List.of("X-001")),
                        new TaggedTest("sample.Store", "shared", List.of("A-036")));
    }

    @Test
    void anUnknownIdFailsTheCommand(@TempDir Path folder) throws IOException {
        assertThat(run(folder, "A-037", ""))
                .as("a test names A-036, which no row has")
                .isEqualTo(1);
        assertThat(folder.resolve("trace.md")).content().contains("- A-036 in Store.shared");
        assertThat(folder.resolve("trace.json")).content().contains("A-036 in Store.shared");
    }

    @Test
    void aPromisedRowWithoutAPassingTestFailsTheCommand(@TempDir Path folder) throws IOException {
        assertThat(run(folder, "A-036", "A-036")).isZero();
        assertThat(run(folder, "A-036", "A-036..A-038")).isEqualTo(1);
    }

    @Test
    void withoutReportsTheCommandSaysWhatToDoFirst(@TempDir Path folder) {
        StringWriter said = new StringWriter();
        int code = new CommandLine(new Trace())
                .setErr(new PrintWriter(said, true))
                .execute("--reports=" + folder, "--out=" + folder);
        assertThat(code).isEqualTo(1);
        assertThat(said.toString().strip()).isEqualTo("no test reports yet, run make test first");
        assertThat(folder).isEmptyDirectory();
    }

    /** Runs the command over {@code sample.Store}, whose test {@code shared} passed. */
    private static int run(Path folder, String statedId, String required) throws IOException {
        Path page = Files.writeString(
                folder.resolve("rows.md"),
                "## A5 Presence\n| %s | x | y |\n| A-038 | x | y |\n| X-001 | x | y |\n".formatted(statedId));
        Path report = folder.resolve("TEST-sample.Store.xml");
        Files.writeString(report, "<testsuite><testcase classname='sample.Store' name='shared(int)[1]'/></testsuite>");
        Path promised = Files.writeString(folder.resolve("promised.txt"), required);
        return new CommandLine(new Trace())
                .setOut(new PrintWriter(new StringWriter()))
                .execute(
                        "--requirements=" + page,
                        "--classes=" + compile(folder),
                        "--reports=" + folder,
                        "--out=" + folder,
                        "--require=" + promised);
    }

    /** Compiled apart, so that the tags of this sample are not found in the project's own tests. */
    private static Path compile(Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Store.java"), """
                package sample;
                import dev.curlew.Requirement;
                @Requirement("X-001") class Store extends Suite {}
                abstract class Suite { @Requirement("A-036") void shared() {} }
                """);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        String tagFolder = Requirement.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", tagFolder, "-d", classes.toString(), source.toString());
        assertThat(code).isZero();
        return classes;
    }
}
