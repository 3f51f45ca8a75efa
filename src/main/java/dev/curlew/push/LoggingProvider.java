package dev.curlew.push;

import io.vertx.core.Future;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a log line instead of calling a vendor, for installations without one. */
final class LoggingProvider implements PushProvider {

    private static final Logger LOG = LoggerFactory.getLogger(LoggingProvider.class);

    @Override
    public String tokensOf() {
        return "";
    }

    @Override
    public Future<Tally> send(List<Notice> notices) {
        for (Notice notice : notices) {
            LOG.info(
                    "Reminder, tenant {}, uid {}, conversation {}: {}",
                    notice.content().tenant(),
                    notice.uid(),
                    notice.content().conversationId(),
                    notice.content().seq());
        }
        return Future.succeededFuture(Tally.succeeded(notices.size()));
    }
}
