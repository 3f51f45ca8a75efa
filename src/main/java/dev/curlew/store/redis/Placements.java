package dev.curlew.store.redis;

import dev.curlew.domain.Message;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What Redis learns of messages that have their place: bodies, heads, senders' read positions, numbers that do not count, and
 * each user's change number. One script call per conversation and per user, one pipeline for the whole batch.
 */
public final class Placements {

    private static final Script PLACE = Script.load("place");

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final ChangeCounters counters;

    public Placements(RedisCommands redis, RedisKeys keys, ChangeCounters counters) {
        this.redis = redis;
        this.keys = keys;
        this.counters = counters;
    }

    /**
     * What happened in one conversation.
     *
     * @param head its head now
     * @param messages those the store may not have yet; what it has may have changed since and is not put back
     * @param uncounted numbers that never count as unread
     * @param reads read positions by user, raised by sending
     */
    public record Placement(
            String conversationId, long head, List<Message> messages, List<Long> uncounted, Map<Long, Long> reads) {}

    /**
     * @param changes per user, per conversation: how many changes concern the user; iteration order is numbering order
     * @return each user's change counter as it was before
     */
    public Future<Map<Long, Long>> place(
            String tenant, List<Placement> placements, Map<Long, Map<String, Integer>> changes) {
        List<Request> requests = new ArrayList<>(placements.size() + changes.size());
        placements.forEach(placement -> requests.add(place(tenant, placement)));
        List<Long> uids = new ArrayList<>(changes.keySet());
        uids.forEach(uid -> requests.add(counters.raise(tenant, uid, changes.get(uid))));
        return redis.batch(requests).map(responses -> {
            Map<Long, Long> before = new HashMap<>();
            for (int i = 0; i < uids.size(); i++) {
                before.put(uids.get(i), responses.get(placements.size() + i).toLong());
            }
            return before;
        });
    }

    private Request place(String tenant, Placement placement) {
        String conversation = placement.conversationId();
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        names.add(keys.head(tenant, conversation));
        names.add(keys.uncounted(tenant, conversation));
        values.add(Long.toString(placement.head()));
        values.add(Long.toString(Lives.SEQUENCE_S));
        values.add(Long.toString(Lives.MESSAGE_S));
        values.add(Long.toString(Lives.READ_S));
        values.add(Integer.toString(placement.messages().size()));
        values.add(Integer.toString(placement.uncounted().size()));
        for (Message message : placement.messages()) {
            names.add(keys.message(tenant, conversation, message.seq()));
            values.add(Json.text(message));
        }
        placement.uncounted().forEach(seq -> values.add(Long.toString(seq)));
        placement.reads().forEach((uid, seq) -> {
            names.add(keys.readSeq(tenant, conversation, uid));
            values.add(Long.toString(seq));
        });
        return redis.script(PLACE, names, values);
    }
}
