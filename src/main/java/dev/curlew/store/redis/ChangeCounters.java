package dev.curlew.store.redis;

import dev.curlew.store.ChangeFeed;
import dev.curlew.store.UserKey;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts, per user, what happened in that user's conversations, and keeps which of them changed when ({@code CONVERSATION_USER_MAX}, B-210). */
public final class ChangeCounters implements ChangeFeed {

    private static final String LIFE_S = Long.toString(Lives.SESSION_S);
    private static final String FROM = "from";
    private static final String WHOLE = "whole";
    private static final Script CHANGED = Script.load("changed");
    private static final Script SEED = Script.load("changes_seed");

    private final RedisCommands redis;
    private final RedisKeys keys;

    public ChangeCounters(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    @Override
    public Future<Map<UserKey, Long>> counters(Collection<UserKey> users) {
        List<UserKey> wanted = List.copyOf(users);
        List<Request> requests = new ArrayList<>(wanted.size());
        for (UserKey user : wanted) {
            requests.add(Request.cmd(Command.GET).arg(keys.changeCounter(user.tenant(), user.uid())));
        }
        return redis.batch(requests).map(responses -> {
            Map<UserKey, Long> counters = new HashMap<>();
            for (int i = 0; i < wanted.size(); i++) {
                counters.put(wanted.get(i), number(responses.get(i)));
            }
            return counters;
        });
    }

    @Override
    public Future<Long> begin(UserKey user) {
        return redis.send(raise(user.tenant(), user.uid(), Map.of())).map(Response::toLong);
    }

    @Override
    public Future<Feed> feed(UserKey user) {
        Request counter = Request.cmd(Command.GET).arg(keys.changeCounter(user.tenant(), user.uid()));
        Request newest = Request.cmd(Command.HGETALL).arg(keys.conversationVersions(user.tenant(), user.uid()));
        return redis.batch(List.of(counter, newest)).map(responses -> {
            Map<String, Long> numbers = new HashMap<>();
            Response hash = responses.get(1);
            hash.getKeys().forEach(key -> numbers.put(key, hash.get(key).toLong()));
            Long from = numbers.remove(FROM);
            boolean whole = numbers.remove(WHOLE) != null;
            long count = from == null ? 0 : number(responses.get(0));
            return new Feed(count, from == null ? 0 : from, whole, numbers);
        });
    }

    /** Adds all conversations of a user, the newest first, below those that changed lately. */
    public Future<Void> seed(UserKey user, List<String> conversationIds) {
        List<String> values = new ArrayList<>(conversationIds.size() + 1);
        values.add(LIFE_S);
        values.addAll(conversationIds);
        return redis.send(redis.script(SEED, names(user.tenant(), user.uid()), values))
                .mapEmpty();
    }

    /** Counts one change in a conversation for each of these users; answers each one's number. */
    public Future<Map<Long, Long>> raise(String tenant, String conversationId, Collection<Long> uids) {
        List<Long> all = List.copyOf(uids);
        return redis.batch(all.stream()
                        .map(uid -> raise(tenant, uid, Map.of(conversationId, 1)))
                        .toList())
                .map(before -> {
                    Map<Long, Long> numbers = new HashMap<>();
                    for (int i = 0; i < all.size(); i++) {
                        numbers.put(all.get(i), before.get(i).toLong() + 1);
                    }
                    return numbers;
                });
    }

    /** Counts one change in each of these conversations for one user. */
    public Future<Void> raiseAll(UserKey user, List<String> conversationIds) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        conversationIds.forEach(id -> counts.put(id, 1));
        return redis.send(raise(user.tenant(), user.uid(), counts)).mapEmpty();
    }

    /**
     * The call that counts changes of one user; its answer is the counter as it was before.
     *
     * @param counts changes by conversation; iteration order is numbering order
     */
    Request raise(String tenant, long uid, Map<String, Integer> counts) {
        List<String> values = new ArrayList<>();
        values.add(LIFE_S);
        counts.forEach((conversation, count) -> {
            values.add(conversation);
            values.add(Integer.toString(count));
        });
        return redis.script(CHANGED, names(tenant, uid), values);
    }

    private List<String> names(String tenant, long uid) {
        return List.of(keys.changeCounter(tenant, uid), keys.conversationVersions(tenant, uid));
    }

    private static long number(Response value) {
        return value == null ? 0L : value.toLong();
    }
}
