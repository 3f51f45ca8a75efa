package dev.curlew.push;

import dev.curlew.push.PushProvider.Content;
import dev.curlew.push.PushProvider.Tally;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the groups of one batch, some at once. What has not begun after half a minute is given up: a vendor that is away must not
 * hold up the reminders behind these, which would come too late to be of use.
 */
final class Batches {

    private static final Logger LOG = LoggerFactory.getLogger(Batches.class);
    private static final long BEGIN_WITHIN_MS = 30_000;

    private Batches() {}

    static Future<Tally> send(List<Group> groups, int atOnce, Function<Group, Future<Tally>> call) {
        long end = System.nanoTime() + BEGIN_WITHIN_MS * 1_000_000;
        return Lanes.run(groups, atOnce, group -> {
                    if (System.nanoTime() - end > 0) {
                        logFailure(LOG, group, "the provider is too slow");
                        return Future.succeededFuture(Tally.failed(group.size()));
                    }
                    return call.apply(group);
                })
                .map(tallies -> tallies.stream().reduce(Tally.NONE, Tally::plus));
    }

    /** Names the message, as a failed reminder has to be traceable. */
    static void logFailure(Logger log, Group group, String why) {
        Content content = group.content();
        log.warn(
                "{} users were not reminded, tenant {}, {} {}, seq {}: {}",
                group.size(),
                content.tenant(),
                content.topic().isPresent() ? "topic" : "conversation",
                content.topic().orElse(content.conversationId()),
                content.seq(),
                why);
    }
}
