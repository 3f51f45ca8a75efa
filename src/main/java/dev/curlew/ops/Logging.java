package dev.curlew.ops;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import dev.curlew.config.LogConfig;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.Map;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashFieldNames;
import net.logstash.logback.stacktrace.ShortenedThrowableConverter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of the process: one stream on standard output, text or JSON, written by a thread of its own so that a slow
 * reader of it never holds an event loop. When it falls far behind, lines below WARN are dropped.
 */
public final class Logging {

    private static final int QUEUE = 8192;
    private static final int FLUSH_MS = 2000;
    private static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSS} %-5level [%thread] %logger{30} - %msg%replace( %kvp){'^ $', ''}%n%ex{full}";

    /** Libraries that speak of each reconnection at INFO. */
    private static final List<String> QUIET = List.of(
            "io.vertx",
            "io.netty",
            "com.hazelcast",
            "org.apache.kafka",
            "org.mongodb",
            "org.flywaydb",
            "org.mariadb",
            "org.hibernate",
            "org.jboss");

    private Logging() {}

    /** Sends every library's log to slf4j; must run before the first class of any of them. */
    public static void adoptLibraries() {
        Map.of(
                        "vertx.logger-delegate-factory-class-name",
                        "io.vertx.core.logging.SLF4JLogDelegateFactory",
                        "hazelcast.logging.type",
                        "slf4j",
                        "org.jboss.logging.provider",
                        "slf4j")
                .forEach((name, value) -> System.getProperties().putIfAbsent(name, value));
    }

    /** Replaces the log of the process by the configured one; {@code nodeId} is in every JSON line. */
    public static void configure(LogConfig config, String nodeId) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setEncoder(config.format().equals("json") ? json(context, nodeId) : text(context));
        console.start();
        AsyncAppender queue = new AsyncAppender();
        queue.setContext(context);
        queue.setQueueSize(QUEUE);
        queue.setNeverBlock(true);
        queue.setMaxFlushTime(FLUSH_MS);
        queue.addAppender(console);
        queue.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.toLevel(config.level()));
        root.addAppender(queue);
        Level libraries = root.getLevel().isGreaterOrEqual(Level.WARN) ? root.getLevel() : Level.WARN;
        QUIET.forEach(name -> context.getLogger(name).setLevel(libraries));
        // they warn at each start: of a part that is not used here, and of a database newer than the library
        context.getLogger("com.hazelcast.cp.CPSubsystem").setLevel(Level.ERROR);
        context.getLogger("org.flywaydb.core.internal.database.base.Database").setLevel(Level.ERROR);
    }

    /** Writes what is still queued and ends the log; for the end of the process. */
    public static void flush() {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
    }

    private static Encoder<ILoggingEvent> text(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        return encoder;
    }

    static Encoder<ILoggingEvent> json(LoggerContext context, String nodeId) {
        LogstashFieldNames names = new LogstashFieldNames();
        names.setVersion(null);
        names.setLevelValue(null);
        names.setLogger("logger");
        names.setThread("thread");
        names.setTimestamp("time");
        ShortenedThrowableConverter trace = new ShortenedThrowableConverter();
        trace.setMaxLength(8192);
        trace.setRootCauseFirst(true);
        trace.start();
        LogstashEncoder encoder = new LogstashEncoder();
        encoder.setContext(context);
        encoder.setFieldNames(names);
        encoder.setThrowableConverter(trace);
        encoder.setCustomFields(Json.object().put("node", nodeId).toString());
        encoder.start();
        return encoder;
    }
}
