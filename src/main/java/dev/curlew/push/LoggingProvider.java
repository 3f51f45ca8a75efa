package dev.curlew.push;

import io.vertx.core.Future;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a log line instead of calling a vendor, for installations without one. */
public final class LoggingProvider implements PushProvider {

    private static final Logger LOG = LoggerFactory.getLogger(LoggingProvider.class);

    @Override
    public Future<Void> send(List<Notice> notices) {
        for (Notice notice : notices) {
            LOG.info(
                    "Reminder, tenant {}, uid {}, conversation {}: {}",
                    notice.tenant(),
                    notice.uid(),
                    notice.conversationId(),
                    notice.seq());
        }
        return Future.succeededFuture();
    }
}
