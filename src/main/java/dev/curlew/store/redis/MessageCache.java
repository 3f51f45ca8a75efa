package dev.curlew.store.redis;

import dev.curlew.domain.Message;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Snapshots of recent messages ({@code MSG_CACHE}, B-212). */
public final class MessageCache {

    private static final Script UPDATE = Script.load("message_update");

    private final RedisCommands redis;
    private final RedisKeys keys;

    public MessageCache(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** One message to look for. */
    public record Wanted(String conversationId, long seq) {}

    /** What is there of a range, by number, in one pipeline. */
    public Future<Map<Long, Message>> range(String tenant, String conversationId, long from, long to) {
        List<Wanted> wanted = LongStream.rangeClosed(from, to)
                .mapToObj(seq -> new Wanted(conversationId, seq))
                .toList();
        return find(tenant, wanted).map(found -> {
            Map<Long, Message> bySeq = new HashMap<>();
            found.values().forEach(message -> bySeq.put(message.seq(), message));
            return bySeq;
        });
    }

    /** Renews copies that are there; one that was dropped stays away. */
    public Future<Void> update(String tenant, Collection<Message> messages) {
        return redis.batch(messages.stream()
                        .map(message -> redis.script(
                                UPDATE,
                                List.of(keys.message(tenant, message.conversationId(), message.seq())),
                                List.of(Json.text(message))))
                        .toList())
                .mapEmpty();
    }

    public Future<Map<Wanted, Message>> find(String tenant, List<Wanted> wanted) {
        List<Request> gets = wanted.stream()
                .map(one -> Request.cmd(Command.HGET)
                        .arg(keys.message(tenant, one.conversationId(), one.seq()))
                        .arg("message"))
                .toList();
        return redis.batch(gets).map(responses -> {
            Map<Wanted, Message> found = new HashMap<>();
            for (int i = 0; i < responses.size(); i++) {
                if (responses.get(i) != null) {
                    found.put(wanted.get(i), Json.read(responses.get(i).toString(), Message.class));
                }
            }
            return found;
        });
    }
}
