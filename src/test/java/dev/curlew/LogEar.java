package dev.curlew;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Hears what a class logs, in the place of the console. */
public final class LogEar implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> heard = new ListAppender<>();

    public LogEar(Class<?> speaker) {
        logger = (Logger) LoggerFactory.getLogger(speaker);
        heard.start();
        logger.addAppender(heard);
        logger.setAdditive(false);
    }

    /** What was said so far, as people read it. */
    public List<String> lines() {
        return List.copyOf(heard.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(heard);
        logger.setAdditive(true);
    }
}
