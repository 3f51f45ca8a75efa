package dev.curlew.boot;

import dev.curlew.config.ConfigException;
import dev.curlew.config.CurlewConfig;
import dev.curlew.config.EffectiveConfig;
import dev.curlew.ops.Failures;
import dev.curlew.ops.Logging;
import dev.curlew.ops.StartRefused;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command line. Exit codes: 0 done, 1 the node could not start, 2 the command line or the configuration is wrong; a
 * node that a signal stopped ends in order and with 128 + its number.
 */
@Command(
        name = "curlew",
        description = "An instant-messaging server.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
public final class Main implements Runnable {

    static final int FAILED = 1;
    static final int MISCONFIGURED = 2;

    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    private final Map<String, String> environment;
    private final Function<CurlewConfig, Lifecycle> nodes;

    @Spec
    private CommandSpec spec;

    private Main(Map<String, String> environment, Function<CurlewConfig, Lifecycle> nodes) {
        this.environment = environment;
        this.nodes = nodes;
    }

    public static void main(String[] arguments) {
        Logging.adoptLibraries();
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = command(System.getenv(), Main::node, out, err).execute(arguments);
        System.exit(code);
    }

    /** The command with its surroundings given, so that it also runs within a test. */
    static CommandLine command(
            Map<String, String> environment,
            Function<CurlewConfig, Lifecycle> nodes,
            PrintWriter out,
            PrintWriter err) {
        return new CommandLine(new Main(environment, nodes))
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler((failure, line, parsed) -> fail(failure, err));
    }

    private static int fail(Exception failure, PrintWriter err) {
        if (failure instanceof ConfigException) {
            err.println(failure.getMessage());
            return MISCONFIGURED;
        }
        LoggerFactory.getLogger(Main.class).error("failed: {}", Failures.describe(failure), failure);
        return FAILED;
    }

    private static Lifecycle node(CurlewConfig config) {
        Logging.configure(config.log(), config.node().id());
        Node node = new Node(config);
        Lifecycle lifecycle = new Lifecycle(node::start, node::stop, STOP_LIMIT);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            lifecycle.stop();
                            Logging.flush();
                        },
                        "curlew-stop"));
        return lifecycle;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
        throw new CommandLine.ParameterException(spec.commandLine(), "Name a command.");
    }

    @Command(name = "run", description = "Runs a node until it is told to stop.", mixinStandardHelpOptions = true)
    int runNode(@Mixin ConfigOptions options) throws InterruptedException {
        CurlewConfig config = options.load(environment).config();
        Lifecycle lifecycle = nodes.apply(config);
        try {
            lifecycle.start();
        } catch (Throwable e) {
            notStarted(e, lifecycle.isStopping());
            lifecycle.stop();
            return FAILED;
        }
        lifecycle.awaitStop();
        return 0;
    }

    /** Whatever breaks while the node is being stopped breaks because of that. */
    private static void notStarted(Throwable e, boolean stopping) {
        Logger log = LoggerFactory.getLogger(Main.class);
        if (stopping) {
            log.info("stopped before it was ready");
        } else if (e instanceof StartRefused) {
            log.error("not started: {}", e.getMessage());
        } else {
            log.error("not started: {}", Failures.describe(e), e);
        }
    }

    @Command(
            name = "check-config",
            description = "Checks the configuration and prints what a node would run with; secrets are masked.",
            mixinStandardHelpOptions = true)
    int checkConfig(@Mixin ConfigOptions options) {
        spec.commandLine().getOut().print(EffectiveConfig.text(options.load(environment)));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
