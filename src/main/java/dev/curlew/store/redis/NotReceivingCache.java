package dev.curlew.store.redis;

import dev.curlew.store.ConversationSettings.Key;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BinaryOperator;

/**
 * Who wants less of a conversation, no live messages (B-211) or no reminders: a set per conversation that counts only with its loaded mark
 * (rule 14).
 */
public final class NotReceivingCache {

    private static final String LOADED = "loaded";
    private static final String LEASE_LIFE_S = "30";
    private static final Script BEGIN = Script.load("set_begin");
    private static final Script END = Script.load("set_end");

    private final RedisCommands redis;
    private final BinaryOperator<String> keyOf;

    /** @param keyOf the set's key, of tenant and conversation */
    public NotReceivingCache(RedisCommands redis, BinaryOperator<String> keyOf) {
        this.redis = redis;
        this.keyOf = keyOf;
    }

    /** Whether each of these is in its set, in one pipeline; those whose set is not loaded are missing. */
    public Future<Map<Key, Boolean>> find(String tenant, Collection<Key> wanted) {
        List<Key> all = List.copyOf(wanted);
        return redis.batch(all.stream()
                        .map(key -> Request.cmd(Command.SMISMEMBER)
                                .arg(keyOf.apply(tenant, key.conversationId()))
                                .arg(LOADED)
                                .arg(key.uid()))
                        .toList())
                .map(responses -> {
                    Map<Key, Boolean> found = new HashMap<>();
                    for (int i = 0; i < all.size(); i++) {
                        if (responses.get(i).get(0).toInteger() == 1) {
                            found.put(all.get(i), responses.get(i).get(1).toInteger() == 1);
                        }
                    }
                    return found;
                });
    }

    /** All of each set, in one pipeline; sets that are not loaded are missing. */
    public Future<Map<String, Set<Long>>> all(String tenant, Collection<String> conversationIds) {
        List<String> ids = List.copyOf(conversationIds);
        return redis.batch(ids.stream()
                        .map(id -> Request.cmd(Command.SMEMBERS).arg(keyOf.apply(tenant, id)))
                        .toList())
                .map(responses -> {
                    Map<String, Set<Long>> found = new HashMap<>();
                    for (int i = 0; i < ids.size(); i++) {
                        Set<Long> uids = new HashSet<>();
                        boolean loaded = false;
                        for (Response member : responses.get(i)) {
                            String text = member.toString();
                            loaded |= text.equals(LOADED);
                            // The mark and a lease are no numbers.
                            if (text.chars().allMatch(Character::isDigit)) {
                                uids.add(Long.parseLong(text));
                            }
                        }
                        if (loaded) {
                            found.put(ids.get(i), uids);
                        }
                    }
                    return found;
                });
    }

    /** First half of loading; answers the lease the second half needs. */
    public Future<String> begin(String tenant, Collection<String> conversationIds) {
        String lease = UUID.randomUUID().toString();
        return redis.batch(conversationIds.stream()
                        .map(id -> redis.script(BEGIN, List.of(keyOf.apply(tenant, id)), List.of(lease, LEASE_LIFE_S)))
                        .toList())
                .map(lease);
    }

    /** Second half: what the store holds, read after {@link #begin}. */
    public Future<Void> end(
            String tenant, Collection<String> conversationIds, Map<String, Set<Long>> members, String lease) {
        List<Request> requests = new ArrayList<>();
        for (String id : conversationIds) {
            List<String> values = new ArrayList<>(List.of(lease, Long.toString(Lives.SESSION_S)));
            members.getOrDefault(id, Set.of()).forEach(uid -> values.add(Long.toString(uid)));
            requests.add(redis.script(END, List.of(keyOf.apply(tenant, id)), values));
        }
        return redis.batch(requests).mapEmpty();
    }

    /** After a change committed: the set is read again. */
    public Future<Void> drop(String tenant, String conversationId) {
        return redis.send(Request.cmd(Command.UNLINK).arg(keyOf.apply(tenant, conversationId)))
                .mapEmpty();
    }
}
