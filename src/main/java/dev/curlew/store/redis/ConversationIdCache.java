package dev.curlew.store.redis;

import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Which conversations a user has: a set (B-208) and the same ids as sorted JSON list (B-209), by which one small comparison tells that two
 * lists are equal whatever their order. Filled under a lease, which every new conversation takes away.
 */
public final class ConversationIdCache {

    private static final Script LEASE = Script.load("cache_lease");
    private static final Script FILL = Script.load("ids_fill");
    private static final String LEASE_LIFE_S = "30";

    private final RedisCommands redis;
    private final RedisKeys keys;

    public ConversationIdCache(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** The sorted JSON list, or null with a lease to fill it, or neither while someone else does. */
    public record Read(String list, String lease) {}

    public Future<Read> read(String tenant, long uid) {
        String lease = "lease:" + UUID.randomUUID();
        return redis.send(redis.script(
                        LEASE, List.of(keys.conversationIdsHash(tenant, uid)), List.of(lease, LEASE_LIFE_S)))
                .map(Response::toString)
                .map(value -> value.startsWith("[")
                        ? new Read(value, null)
                        : new Read(null, value.equals(lease) ? lease : null));
    }

    /** The sorted JSON list of these ids, put into Redis under the lease. */
    public Future<String> fill(String tenant, long uid, Collection<String> ids, String lease) {
        String list = list(ids);
        List<String> values = new ArrayList<>(List.of(lease, Long.toString(Lives.SESSION_S), list));
        values.addAll(ids);
        return redis.send(redis.script(FILL, names(tenant, uid), values)).map(list);
    }

    /** The form in which lists are compared. */
    public static String list(Collection<String> ids) {
        return Json.text(new TreeSet<>(ids));
    }

    /** After a conversation was added. One command a user: in a Redis Cluster they live in different places. */
    public Future<Void> drop(String tenant, Collection<Long> uids) {
        List<Request> drops = new ArrayList<>();
        for (long uid : uids) {
            Request drop = Request.cmd(Command.UNLINK);
            names(tenant, uid).forEach(drop::arg);
            drops.add(drop);
        }
        return redis.batch(drops).mapEmpty();
    }

    private List<String> names(String tenant, long uid) {
        return List.of(keys.conversationIds(tenant, uid), keys.conversationIdsHash(tenant, uid));
    }
}
