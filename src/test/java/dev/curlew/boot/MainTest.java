package dev.curlew.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.curlew.config.CurlewConfig;
import dev.curlew.ops.StartRefused;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class MainTest {

    private static final String DEVELOPMENT = "conf/development.yaml";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> environment = new HashMap<>();
    private final AtomicReference<CurlewConfig> started = new AtomicReference<>();
    private final AtomicReference<Lifecycle> lifecycle = new AtomicReference<>();
    private final AtomicInteger stops = new AtomicInteger();
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.curlew.boot");
    private Supplier<Future<Void>> start = Future::succeededFuture;
    private Supplier<Future<Void>> stop = Future::succeededFuture;

    @BeforeEach
    void quiet() {
        logger.setLevel(Level.OFF);
    }

    @AfterEach
    void loud() {
        logger.setLevel(null);
    }

    @Test
    void aWrongConfigurationExitsWith2AndAMessageWithoutAStack() {
        assertThat(run("run", "--config", DEVELOPMENT, "--set", "redis.adr=x:1", "--set", "log.level=loud"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("The configuration has 2 problems:")
                .contains("  redis.adr (--set): unknown key; did you mean redis.addr?")
                .contains("  log.level (--set): must match")
                .doesNotContain("\tat ", "Exception");
        assertThat(started.get()).isNull();
    }

    @Test
    void aWrongCommandLineExitsWith2() {
        assertThat(run("run", "--colour")).isEqualTo(2);
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("Unknown option: '--colour'", "Name a command.");
    }

    @Test
    void aFailedStartExitsWith1AndStopsWhatHadStarted() {
        start = () -> Future.failedFuture(new StartRefused("node.id is taken"));
        assertThat(run("run", "-c", DEVELOPMENT)).isEqualTo(1);
        start = () -> Future.failedFuture(new IllegalStateException("broken"));
        assertThat(run("run", "-c", DEVELOPMENT)).isEqualTo(1);
        start = () -> {
            throw new IllegalStateException("broken at once");
        };
        assertThat(run("run", "-c", DEVELOPMENT)).isEqualTo(1);
        assertThat(stops).hasValue(3);
    }

    @Test
    void whoStopsAStartIsNotToldOfAFailure() {
        Logger main = (Logger) LoggerFactory.getLogger(Main.class);
        main.setLevel(Level.INFO);
        main.setAdditive(false);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        main.addAppender(log);
        try {
            Promise<Void> starting = Promise.promise();
            start = starting::future;
            CompletableFuture<Integer> code = CompletableFuture.supplyAsync(() -> run("run", "-c", DEVELOPMENT));
            await().until(() -> lifecycle.get() != null);
            lifecycle.get().stop();
            starting.fail(new StartRefused("stopped while waiting for redis"));
            assertThat(code.join()).isEqualTo(1);
            assertThat(log.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly("stopped before it was ready");
        } finally {
            main.detachAppender(log);
            main.setAdditive(true);
            main.setLevel(null);
        }
    }

    @Test
    void runsUntilStoppedAndExitsWith0() {
        environment.put("CURLEW_CONFIG", DEVELOPMENT);
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(() -> run("run", "-s", "node.id=here"));
        await().until(() -> started.get() != null && lifecycle.get() != null);
        assertThat(started.get().node().id()).isEqualTo("here");
        assertThat(code).isNotDone();
        lifecycle.get().stop();
        assertThat(code.join()).isZero();
        assertThat(stops).hasValue(1);
    }

    @Test
    void whoeverStopsWaitsForTheSameEnd() {
        Promise<Void> end = Promise.promise();
        stop = end::future;
        Lifecycle one = node(null);
        CompletableFuture<Void> first = CompletableFuture.runAsync(one::stop);
        await().until(() -> stops.get() == 1);
        CompletableFuture<Void> second = CompletableFuture.runAsync(one::stop);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        end.complete();
        CompletableFuture.allOf(first, second).join();
        assertThat(stops).hasValue(1);
    }

    @Test
    void aStopThatTakesTooLongIsGivenUp() {
        stop = () -> Promise.<Void>promise().future();
        Lifecycle one = new Lifecycle(start, stop, Duration.ofMillis(50));
        assertThat(CompletableFuture.runAsync(one::stop)).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void checkConfigPrintsWhatWouldRunWithoutSecrets() {
        environment.put("CURLEW_REDIS_PASSWORD", "tell-nobody");
        assertThat(run("check-config", "--config", DEVELOPMENT)).isZero();
        assertThat(out.toString())
                .contains(
                        "profile: \"development\"", "# conf/development.yaml:", "# CURLEW_REDIS_PASSWORD", "# default")
                .contains("admin_secret: \"***\"")
                .doesNotContain("tell-nobody", "dev-admin-secret", "dev-signing-key");
        assertThat(started.get()).isNull();
    }

    @Test
    void versionAndHelpAreAnswers() {
        assertThat(run("--version")).isZero();
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("curlew ", "check-config", "run");
    }

    private int run(String... arguments) {
        return Main.command(environment, this::node, new PrintWriter(out, true), new PrintWriter(err, true))
                .execute(arguments);
    }

    private Lifecycle node(CurlewConfig config) {
        started.set(config);
        Lifecycle made = new Lifecycle(
                () -> start.get(),
                () -> {
                    stops.incrementAndGet();
                    return stop.get();
                },
                Duration.ofSeconds(10));
        lifecycle.set(made);
        return made;
    }
}
