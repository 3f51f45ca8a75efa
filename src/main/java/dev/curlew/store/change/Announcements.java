package dev.curlew.store.change;

import dev.curlew.protocol.Cause;
import dev.curlew.protocol.Line;
import dev.curlew.protocol.PushBatch;
import dev.curlew.store.EventProducer;
import dev.curlew.store.redis.ChangeCounters;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells users' devices of something that is already true. The user's change counter is raised first, so that what is lost on the way is
 * noticed within a heartbeat (rule 11); then the event is queued behind the messages. One of the two is enough for the news to arrive.
 */
public final class Announcements {

    private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);

    private final ChangeCounters counters;
    private final EventProducer events;

    public Announcements(ChangeCounters counters, EventProducer events) {
        this.counters = counters;
        this.events = events;
    }

    /**
     * What one user is told.
     *
     * @param line what the event is a newer state of, or null
     * @param frame its JSON
     */
    public record News(Line line, String frame) {

        /** An event that is told whatever was told before. */
        public static News of(String frame) {
            return new News(null, frame);
        }
    }

    /**
     * One event per user. Fails when it could neither be counted nor queued.
     *
     * @param news by uid
     */
    public Future<Void> tell(String tenant, String conversationId, Cause cause, Map<Long, News> news) {
        return counters.raise(tenant, conversationId, news.keySet())
                .otherwise(Map.of())
                .compose(numbers -> queue(tenant, conversationId, cause, news, numbers)
                        .recover(failure -> {
                            LOG.warn("Not announced live, conversation {}: {}", conversationId, failure.toString());
                            return numbers.isEmpty() ? Future.failedFuture(failure) : Future.succeededFuture();
                        }));
    }

    /** Only counts: devices are told by the next heartbeat to ask what it was. */
    Future<Void> count(String tenant, String conversationId, List<Long> uids) {
        return uids.isEmpty()
                ? Future.succeededFuture()
                : counters.raise(tenant, conversationId, uids).mapEmpty();
    }

    private Future<Void> queue(
            String tenant, String conversationId, Cause cause, Map<Long, News> news, Map<Long, Long> numbers) {
        List<Future<Void>> all = new ArrayList<>();
        news.forEach((uid, one) -> {
            PushBatch.Push push = new PushBatch.Push(
                    conversationId, 0, numbers.getOrDefault(uid, 0L), cause, one.line(), one.frame(), null);
            all.add(events.produce(new PushBatch(tenant, uid, List.of(push))));
        });
        return Future.join(all).mapEmpty();
    }
}
