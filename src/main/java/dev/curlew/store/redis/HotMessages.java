package dev.curlew.store.redis;

import dev.curlew.domain.Message;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Copies of groups' messages that nothing has happened to. One that was changed leaves a mark that no copy gets past. */
public final class HotMessages {

    private static final Script FILL = Script.load("hot_fill");
    private static final String CHANGED = "changed";
    /** Longer than any copy can be on its way. */
    private static final String MARK_LIFE_S = "3600";

    private final RedisCommands redis;
    private final RedisKeys keys;

    public HotMessages(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** What is there of a range, by number, in one command. */
    public Future<Map<Long, Message>> range(String tenant, String topic, long from, long to) {
        Request get = Request.cmd(Command.MGET);
        LongStream.rangeClosed(from, to).forEach(seq -> get.arg(keys.hotMessage(tenant, topic, seq)));
        return redis.send(get).map(answers -> {
            Map<Long, Message> found = new HashMap<>();
            for (int i = 0; i < answers.size(); i++) {
                String text = answers.get(i) == null ? "" : answers.get(i).toString();
                if (text.startsWith("{")) {
                    found.put(from + i, Json.read(text, Message.class));
                }
            }
            return found;
        });
    }

    /** Keeps copies of messages that were just read from the store, as they were sent. */
    public Future<Void> fill(String tenant, String topic, Collection<Message> messages) {
        List<Request> fills = new ArrayList<>();
        messages.forEach(message -> fills.add(redis.script(
                FILL,
                List.of(keys.hotMessage(tenant, topic, message.seq())),
                List.of(Json.text(message), Long.toString(Lives.MESSAGE_S)))));
        return fills.isEmpty() ? Future.succeededFuture() : redis.batch(fills).mapEmpty();
    }

    /** Before messages are changed: their copies go, and none from before comes after. */
    public Future<Void> mark(String tenant, String topic, Collection<Long> seqs) {
        return redis.batch(seqs.stream()
                        .map(seq -> Request.cmd(Command.SET)
                                .arg(keys.hotMessage(tenant, topic, seq))
                                .arg(CHANGED)
                                .arg("EX")
                                .arg(MARK_LIFE_S))
                        .toList())
                .mapEmpty();
    }
}
