package dev.curlew.api.conversation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Line;
import dev.curlew.protocol.PushBatch.Push;
import dev.curlew.store.EventProducer;
import dev.curlew.store.change.Announcements;
import dev.curlew.store.change.Announcements.News;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.mongo.SeqUserStore;
import dev.curlew.store.mongo.SeqUserStore.Position;
import dev.curlew.store.redis.PositionCache;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member reports what they have read of a group. Only their own place is written, and only their own devices are told; in a group that
 * is not large the other members are too, in one record for all of them.
 */
public final class GroupReading {

    private static final Logger LOG = LoggerFactory.getLogger(GroupReading.class);
    private static final int MOST_SINGLE = 1_000;

    private final Positions positions;
    private final SeqUserStore users;
    private final PositionCache cache;
    private final GroupReader groups;
    private final Announcements announcements;
    private final EventProducer events;
    private final int largeThreshold;

    /** @param largeThreshold members from which on a group is large */
    public GroupReading(
            Positions positions,
            SeqUserStore users,
            PositionCache cache,
            GroupReader groups,
            Announcements announcements,
            EventProducer events,
            int largeThreshold) {
        this.positions = positions;
        this.users = users;
        this.cache = cache;
        this.groups = groups;
        this.announcements = announcements;
        this.events = events;
        this.largeThreshold = largeThreshold;
    }

    /** @param asked as the client has it, perhaps beyond the head */
    public Future<View> read(Caller caller, GroupId group, long asked, List<Long> seqs) {
        return view(caller, group).compose(before -> {
            long seq = Math.min(asked, before.maxSeq());
            List<Long> single = before.own().seenSeqs().size() >= MOST_SINGLE
                    ? List.of()
                    : seqs.stream()
                            .filter(one -> one > seq && one <= before.maxSeq())
                            .distinct()
                            .sorted()
                            .toList();
            return users.raiseSeen(caller.tenant(), caller.uid(), group.conversation(), seq, single)
                    .compose(stored -> cache.raiseRead(caller.tenant(), group.conversation(), caller.uid(), seq)
                            .otherwiseEmpty()
                            .compose(done -> forget(caller, group, stored, seq))
                            .compose(done -> view(caller, group))
                            .compose(now -> seq > stored.seenSeq()
                                    ? tell(caller, group, seq, now).map(now)
                                    : Future.succeededFuture(now)));
        });
    }

    private Future<View> view(Caller caller, GroupId group) {
        String id = group.conversation();
        return positions.views(caller.tenant(), caller.uid(), List.of(id)).map(views -> views.get(id));
    }

    private Future<Void> forget(Caller caller, GroupId group, Position before, long seq) {
        return before.seenSeqs().stream().anyMatch(one -> one <= seq)
                ? users.forgetSeen(caller.tenant(), caller.uid(), group.conversation(), seq)
                        .otherwiseEmpty()
                : Future.succeededFuture();
    }

    /** The position is stored: what cannot be told is only logged, devices learn of it when they ask. */
    private Future<Void> tell(Caller caller, GroupId group, long seen, View now) {
        ObjectNode sync = Json.object().put("event", "read_sync");
        sync.putObject("data")
                .put("conversation_id", group.conversation())
                .put("read_seq", now.readSeq())
                .put("unread", now.unread());
        News own = new News(Line.read(caller.uid(), now.readSeq()), Json.text(sync));
        return Future.join(
                        announcements.tell(
                                caller.tenant(), group.conversation(), Cause.of(caller), Map.of(caller.uid(), own)),
                        groups.find(caller.tenant(), group)
                                .compose(found -> found.map(one -> one.isLarge(largeThreshold))
                                                .orElse(true)
                                        ? Future.succeededFuture()
                                        : events.produce(receipt(caller, group, seen))))
                .<Void>mapEmpty()
                .otherwise(failure -> {
                    LOG.atWarn()
                            .addKeyValue("tenant", caller.tenant())
                            .log("A read position was not announced, group {}: {}", group, failure.toString());
                    return null;
                });
    }

    private static GroupPush receipt(Caller caller, GroupId group, long seen) {
        ObjectNode event = Json.object().put("event", "read_receipt");
        event.putObject("data")
                .put("conversation_id", group.conversation())
                .put("uid", caller.uid())
                .put("read_seq", seen)
                .put("read_time", System.currentTimeMillis());
        Push push = new Push(
                group.conversation(), 0, 0, Cause.of(caller), Line.read(caller.uid(), seen), Json.text(event), null);
        return new GroupPush(caller.tenant(), group.value(), List.of(push), List.of());
    }
}
