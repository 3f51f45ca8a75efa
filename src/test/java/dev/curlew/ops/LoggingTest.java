package dev.curlew.ops;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.read.ListAppender;
import dev.curlew.protocol.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LoggingTest {

    @Test
    void jsonLinesCarryTheNodeAndKeyValues() {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.start();
        Logger logger = context.getLogger("dev.curlew.Some");
        logger.addAppender(events);
        logger.atWarn()
                .addKeyValue("tenant", "demo")
                .addKeyValue("uid", 7)
                .setCause(new IllegalStateException("why"))
                .log("refused: {}", "it");

        byte[] line = Logging.json(context, "n1").encode(events.list.get(0));
        var json = Json.parseObject(line);
        assertThat(json.path("message").asText()).isEqualTo("refused: it");
        assertThat(json.path("level").asText()).isEqualTo("WARN");
        assertThat(json.path("node").asText()).isEqualTo("n1");
        assertThat(json.path("tenant").asText()).isEqualTo("demo");
        assertThat(json.path("uid").asInt()).isEqualTo(7);
        assertThat(json.path("logger").asText()).isEqualTo("dev.curlew.Some");
        assertThat(json.path("stack_trace").asText()).contains("IllegalStateException: why");
        assertThat(new String(line, StandardCharsets.UTF_8).strip())
                .as("one line")
                .doesNotContain("\n");
    }
}
