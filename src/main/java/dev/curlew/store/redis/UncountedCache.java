package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The numbers that do not count as unread (rule 13): one sorted set per conversation for all, one per user for own deletions, no number in
 * both. A set counts only with its loaded mark (rule 14), and a user's set only while the conversation's is loaded too.
 */
public final class UncountedCache {

    /** Numbers put in by one call while a set is loaded. */
    private static final int CHUNK = 2_000;

    private static final String LIFE_S = Long.toString(Lives.MESSAGE_S);
    /** Longer than any copy can be on its way. */
    private static final String MARK_LIFE_S = "3600";

    private static final Script DROP = Script.load("message_drop");
    private static final Script BEGIN = Script.load("uncounted_begin");
    private static final Script ADD = Script.load("uncounted_add");
    private static final Script END = Script.load("uncounted_end");
    private static final Script EXTEND = Script.load("uncounted_extend");
    private static final Script RELEASE = Script.load("uncounted_release");
    private static final Script UNCOUNT_ALL = Script.load("uncount_all");
    private static final Script UNCOUNT_OWN = Script.load("uncount_own");

    private final RedisCommands redis;
    private final RedisKeys keys;

    public UncountedCache(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** First half of loading: from now on new numbers are added to the sets. */
    public Future<Void> begin(String tenant, long uid, Collection<String> conversationIds) {
        return redis.batch(conversationIds.stream()
                        .map(id -> redis.script(BEGIN, sets(tenant, uid, id), List.of(LIFE_S)))
                        .toList())
                .mapEmpty();
    }

    /** Second half: adds what the stores hold and marks the sets as loaded. */
    public Future<Void> end(
            String tenant,
            long uid,
            Collection<String> conversationIds,
            Map<String, List<Long>> forAll,
            Map<String, List<Long>> own) {
        List<Request> requests = new ArrayList<>();
        for (String id : conversationIds) {
            List<String> names = sets(tenant, uid, id);
            add(requests, names, 1, forAll.getOrDefault(id, List.of()));
            add(requests, names, 2, own.getOrDefault(id, List.of()));
            requests.add(redis.script(END, names, List.of()));
        }
        return redis.batch(requests).mapEmpty();
    }

    /** How far sets of groups have been read, and whether the user's own is there. */
    public record State(boolean loaded, long upto) {}

    /** By conversation, in one pipeline. */
    public Future<Map<String, State>> states(String tenant, long uid, Collection<String> conversationIds) {
        List<String> ids = List.copyOf(conversationIds);
        List<Request> requests = new ArrayList<>();
        for (String id : ids) {
            requests.add(
                    Request.cmd(Command.ZSCORE).arg(keys.uncounted(tenant, id)).arg("loaded"));
            requests.add(
                    Request.cmd(Command.ZSCORE).arg(keys.uncounted(tenant, id)).arg("upto"));
            requests.add(Request.cmd(Command.ZSCORE)
                    .arg(keys.uncounted(tenant, id, uid))
                    .arg("loaded"));
        }
        return redis.batch(requests).map(answers -> {
            Map<String, State> states = new HashMap<>();
            for (int i = 0; i < ids.size(); i++) {
                boolean loaded =
                        answers.get(3 * i) != null && answers.get(3 * i + 1) != null && answers.get(3 * i + 2) != null;
                long upto = loaded ? -(long) answers.get(3 * i + 1).toDouble().doubleValue() - 2 : 0;
                states.put(ids.get(i), new State(loaded, upto));
            }
            return states;
        });
    }

    /**
     * All numbers of a group up to {@code upto} that count for nobody are known now.
     *
     * @param numbers those that were not known yet
     */
    public Future<Void> extend(String tenant, String conversationId, long upto, List<Long> numbers) {
        List<Request> requests = new ArrayList<>();
        List<String> set = List.of(keys.uncounted(tenant, conversationId));
        for (int start = 0; start < numbers.size(); start += CHUNK) {
            List<Long> some = numbers.subList(start, Math.min(numbers.size(), start + CHUNK));
            List<String> values = new ArrayList<>(List.of("0"));
            values.addAll(texts(some));
            requests.add(redis.script(EXTEND, set, values));
        }
        requests.add(redis.script(EXTEND, set, List.of(Long.toString(upto))));
        return redis.batch(requests).mapEmpty();
    }

    /** Messages are gone for all, or changed: their copies are dropped, and those that do not count any more are noted. */
    public Future<Void> forAll(
            String tenant, String conversationId, Collection<Long> members, List<Long> copies, List<Long> uncounted) {
        List<String> names = new ArrayList<>();
        names.add(keys.uncounted(tenant, conversationId));
        members.forEach(uid -> names.add(keys.uncounted(tenant, conversationId, uid)));
        return redis.batch(List.of(
                        redis.script(UNCOUNT_ALL, names, texts(uncounted)), drop(tenant, conversationId, copies)))
                .mapEmpty();
    }

    /** A user deleted messages for oneself. Copies are dropped too: they do not tell who deleted them. */
    public Future<Void> own(String tenant, String conversationId, long uid, List<Long> seqs) {
        return redis.batch(List.of(
                        redis.script(UNCOUNT_OWN, sets(tenant, uid, conversationId), texts(seqs)),
                        drop(tenant, conversationId, seqs)))
                .mapEmpty();
    }

    /** Messages of a group count for nobody any more. */
    public Future<Void> gone(String tenant, String conversationId, List<Long> seqs) {
        return seqs.isEmpty()
                ? Future.succeededFuture()
                : redis.send(redis.script(UNCOUNT_ALL, List.of(keys.uncounted(tenant, conversationId)), texts(seqs)))
                        .mapEmpty();
    }

    /** Messages of a group that waited for a review count from now on. */
    public Future<Void> released(String tenant, String conversationId, List<Long> seqs) {
        return redis.send(redis.script(RELEASE, List.of(keys.uncounted(tenant, conversationId)), texts(seqs)))
                .mapEmpty();
    }

    /** Messages of a group count for one member no more. */
    public Future<Void> goneFor(String tenant, String conversationId, long uid, List<Long> seqs) {
        return redis.send(redis.script(UNCOUNT_OWN, sets(tenant, uid, conversationId), texts(seqs)))
                .mapEmpty();
    }

    private Request drop(String tenant, String conversationId, List<Long> seqs) {
        List<String> copies = seqs.stream()
                .map(seq -> keys.message(tenant, conversationId, seq))
                .toList();
        return redis.script(DROP, copies, List.of(MARK_LIFE_S));
    }

    private void add(List<Request> requests, List<String> names, int set, List<Long> numbers) {
        for (int start = 0; start < numbers.size(); start += CHUNK) {
            List<String> some = new ArrayList<>(List.of(Integer.toString(set)));
            some.addAll(texts(numbers.subList(start, Math.min(numbers.size(), start + CHUNK))));
            requests.add(redis.script(ADD, names, some));
        }
    }

    private List<String> sets(String tenant, long uid, String conversationId) {
        return List.of(keys.uncounted(tenant, conversationId), keys.uncounted(tenant, conversationId, uid));
    }

    private static List<String> texts(Collection<Long> numbers) {
        return numbers.stream().map(String::valueOf).toList();
    }
}
