package dev.curlew.push;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a log line instead of calling a vendor, for installations without one. */
final class LoggingProvider implements PushProvider {

    private static final Logger LOG = LoggerFactory.getLogger(LoggingProvider.class);

    private static final int MOST_OF_LINE = 1_000;

    @Override
    public String tokensOf() {
        return "";
    }

    @Override
    public int atOnce() {
        return 1;
    }

    @Override
    public Calls calls(List<Notice> notices) {
        return new Calls(Group.of(notices, MOST_OF_LINE, notice -> 1), Tally.NONE);
    }

    @Override
    public Future<Optional<String>> callId() {
        return Future.succeededFuture(Optional.empty());
    }

    @Override
    public Future<Tally> call(Group group, Optional<String> id) {
        Content content = group.content();
        if (content.topic().isPresent()) {
            LOG.info(
                    "Reminder of {} members, tenant {}, topic {}: {}",
                    group.size(),
                    content.tenant(),
                    content.topic().get(),
                    content.seq());
        } else {
            for (Notice notice : group.notices()) {
                LOG.info(
                        "Reminder, tenant {}, uid {}, conversation {}: {}",
                        content.tenant(),
                        notice.uid(),
                        content.conversationId(),
                        content.seq());
            }
        }
        return Future.succeededFuture(Tally.succeeded(group.size()));
    }
}
