package dev.curlew.store.redis;

import dev.curlew.protocol.Json;
import dev.curlew.store.ConversationSettings.Key;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Owners' copies of conversations ({@code CONVERSATION}, B-207): a hash of setting → JSON value. A miss gives its reader a lease; a value is
 * filled in only under it, and a change takes every lease away, so a value read before a change is never cached after it.
 */
public final class ConversationCache {

    private static final Script LEASE = Script.load("hash_lease");
    private static final Script FILL = Script.load("hash_fill");
    private static final String LEASE_FIELD = "lease";
    private static final String LEASE_LIFE_S = "30";

    private final RedisCommands redis;
    private final RedisKeys keys;

    public ConversationCache(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** Values by field, or null with a lease to fill them in, or neither while someone else fills or changes them. */
    public record Read(Map<String, String> values, String lease) {}

    /** In the order of the keys, in one pipeline. */
    public Future<List<Read>> read(String tenant, List<Key> wanted) {
        String lease = UUID.randomUUID().toString();
        return redis.batch(wanted.stream()
                        .map(key -> redis.script(LEASE, List.of(name(tenant, key)), List.of(lease, LEASE_LIFE_S)))
                        .toList())
                .map(responses -> responses.stream()
                        .map(response -> parse(response, lease))
                        .toList());
    }

    public Future<Void> fill(String tenant, Map<Key, Map<String, Object>> values, Map<Key, String> leases) {
        List<Request> fills = new ArrayList<>();
        values.forEach((key, fields) -> {
            List<String> arguments = new ArrayList<>(List.of(leases.get(key), Long.toString(Lives.SESSION_S)));
            fields.forEach((field, value) -> {
                arguments.add(field);
                arguments.add(Json.text(value));
            });
            fills.add(redis.script(FILL, List.of(name(tenant, key)), arguments));
        });
        return redis.batch(fills).mapEmpty();
    }

    /** Before and after a change commits. */
    public Future<Void> drop(String tenant, Key key) {
        return redis.send(Request.cmd(Command.UNLINK).arg(name(tenant, key))).mapEmpty();
    }

    private String name(String tenant, Key key) {
        return keys.conversation(tenant, key.uid(), key.conversationId());
    }

    private static Read parse(Response response, String lease) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i + 1 < response.size(); i += 2) {
            values.put(response.get(i).toString(), response.get(i + 1).toString());
        }
        String held = values.get(LEASE_FIELD);
        return held == null ? new Read(values, null) : new Read(null, held.equals(lease) ? lease : null);
    }
}
