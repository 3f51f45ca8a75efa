package dev.curlew.store.redis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Json;
import dev.curlew.store.UserKey;
import dev.curlew.store.redis.ValueCache.Read;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Unread totals. A total says what it was counted of: the user's change counter, and how far each of the user's groups was. It holds
 * for as long as these are the same, so a message to a group ends the totals of all members and writes for none of them.
 */
public final class TotalCache {

    private static final String STAMP = "of";
    private static final String TOTAL = "total";

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final ChangeCounters counters;
    private final ValueCache values;

    /** @param values whose life totals have */
    public TotalCache(RedisCommands redis, RedisKeys keys, ChangeCounters counters, ValueCache values) {
        this.redis = redis;
        this.keys = keys;
        this.counters = counters;
        this.values = values;
    }

    /** A total, or a lease to fill it with, or neither while somebody else counts. */
    public record Known(Long total, String lease) {

        public static final Known NOTHING = new Known(null, null);
    }

    /**
     * What a total would be counted of now; asked before it is counted. In one pipeline.
     *
     * @param groups the groups a user is in
     */
    public Future<String> stamp(UserKey user, Collection<Long> groups) {
        List<Request> requests = new ArrayList<>();
        requests.add(counters.raise(user.tenant(), user.uid(), Map.of()));
        List<Long> sorted = groups.stream().sorted().toList();
        for (long group : sorted) {
            String topic = new GroupId(group).topic();
            requests.add(Request.cmd(Command.GET).arg(keys.topicHead(user.tenant(), topic)));
            requests.add(Request.cmd(Command.GET).arg(keys.topicVersion(user.tenant(), topic)));
        }
        return redis.batch(requests).map(answers -> {
            StringBuilder text = new StringBuilder(sorted.toString());
            for (Response answer : answers) {
                text.append(',').append(answer == null ? "" : answer.toString());
            }
            // Many groups are many numbers; a digest of them is as good.
            return UUID.nameUUIDFromBytes(text.toString().getBytes(StandardCharsets.UTF_8))
                    .toString();
        });
    }

    /** The total counted of the same; of anything else it is dropped, and the caller may fill it. */
    public Future<Known> find(UserKey user, String stamp) {
        String key = keys.unreadTotal(user.tenant(), user.uid());
        return values.read(List.of(key)).compose(reads -> {
            Read read = reads.get(0);
            if (read.json() == null) {
                return Future.succeededFuture(new Known(null, read.lease()));
            }
            ObjectNode found = Json.read(read.json(), ObjectNode.class);
            if (found.path(STAMP).asText().equals(stamp)) {
                return Future.succeededFuture(new Known(found.path(TOTAL).asLong(), null));
            }
            return drop(user.tenant(), List.of(user.uid()))
                    .compose(done -> values.read(List.of(key)))
                    .map(again -> new Known(null, again.get(0).lease()));
        });
    }

    /** Counted after its stamp was asked for; nothing happens where the total was dropped meanwhile. */
    public Future<Void> fill(UserKey user, String stamp, long total, String lease) {
        String key = keys.unreadTotal(user.tenant(), user.uid());
        ObjectNode json = Json.object().put(TOTAL, total).put(STAMP, stamp);
        return values.fill(Map.of(key, Json.text(json)), Map.of(key, lease));
    }

    /** Something changed for these users that their change counter does not tell. */
    public Future<Void> drop(String tenant, Collection<Long> uids) {
        return redis.batch(uids.stream()
                        .map(uid -> Request.cmd(Command.UNLINK).arg(keys.unreadTotal(tenant, uid)))
                        .toList())
                .mapEmpty();
    }
}
