package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The members of groups in shards of one size, copies of what the store holds (rule 14). A state beside the shards says what they
 * are worth: none, they are to be loaded; {@code loading}, somebody reads the store; {@code loaded} with the number of shards, they are
 * whole; {@code writing} or {@code barrier}, a change is about to commit. Shards are believed only while the state is the very one they
 * were found with. A group's keys lie in one slot.
 */
public final class ShardCache {

    private static final Script END = Script.load("shards_end");
    private static final Script OPEN = Script.load("shards_open");
    private static final Script CLOSE = Script.load("shards_close");
    private static final String LOADED = "loaded:";
    private static final String MARK_LIFE_S = "30";
    /** Shards outlive their state, so that a state never speaks of one that is gone. */
    private static final long LONGER_S = 60;
    /** Shards of a group that was larger before, which are to go. */
    private static final int BEYOND = 8;

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final String ttlS;
    private final String shardTtlS;

    /** @param ttlSeconds life of shards after they were loaded */
    public ShardCache(RedisCommands redis, RedisKeys keys, long ttlSeconds) {
        this.redis = redis;
        this.keys = keys;
        this.ttlS = Long.toString(ttlSeconds);
        this.shardTtlS = Long.toString(ttlSeconds + LONGER_S);
    }

    /**
     * Shards as they were loaded.
     *
     * @param state tells this loading from every other
     */
    public record Loaded(String state, int count) {}

    /** Empty when they are not to be believed. */
    public Future<Optional<Loaded>> loaded(String tenant, String topic) {
        return redis.send(Request.cmd(Command.GET).arg(keys.shards(tenant, topic)))
                .map(answer -> Optional.ofNullable(answer)
                        .map(Response::toString)
                        .filter(state -> state.startsWith(LOADED))
                        .map(state ->
                                new Loaded(state, Integer.parseInt(state.substring(state.lastIndexOf(':') + 1)))));
    }

    /** The members of one shard; empty when the shards are others by now. */
    public Future<Optional<List<Long>>> shard(String tenant, String topic, Loaded of, int number) {
        Request state = Request.cmd(Command.GET).arg(keys.shards(tenant, topic));
        Request members = Request.cmd(Command.SMEMBERS).arg(keys.shard(tenant, topic, number));
        return redis.batch(List.of(state, members, state)).map(answers -> {
            if (!is(answers.get(0), of) || !is(answers.get(2), of)) {
                return Optional.empty();
            }
            List<Long> uids = new ArrayList<>(answers.get(1).size());
            answers.get(1).forEach(uid -> uids.add(uid.toLong()));
            return Optional.of(uids);
        });
    }

    /** First part of a filling, before the store is read; empty while somebody else fills or changes them. */
    public Future<Optional<String>> begin(String tenant, String topic) {
        String lease = UUID.randomUUID().toString();
        return redis.send(Request.cmd(Command.SET)
                        .arg(keys.shards(tenant, topic))
                        .arg("loading:" + lease)
                        .arg("NX")
                        .arg("EX")
                        .arg(MARK_LIFE_S))
                .map(answer -> answer == null ? Optional.empty() : Optional.of(lease));
    }

    /** Last part of a filling: these are the shards now, unless a change came between. */
    public Future<Void> end(String tenant, String topic, String lease, List<List<Long>> shards) {
        int count = shards.size();
        List<Request> requests = new ArrayList<>();
        List<String> all = new ArrayList<>(List.of(keys.shards(tenant, topic)));
        for (int i = 0; i < count; i++) {
            String gathered = keys.shard(tenant, topic, i) + ":" + lease;
            all.add(gathered);
            if (!shards.get(i).isEmpty()) {
                Request add = Request.cmd(Command.SADD).arg(gathered);
                shards.get(i).forEach(add::arg);
                requests.add(add);
                requests.add(Request.cmd(Command.EXPIRE).arg(gathered).arg(MARK_LIFE_S));
            }
        }
        all.addAll(numbered(tenant, topic, 2 * count + BEYOND));
        requests.add(redis.script(END, all, List.of(lease, ttlS, shardTtlS, Integer.toString(count))));
        return redis.batch(requests).mapEmpty();
    }

    /** Before a change commits that is too large to be put into them. */
    public Future<Void> barrier(String tenant, String topic) {
        return redis.send(Request.cmd(Command.SET)
                        .arg(keys.shards(tenant, topic))
                        .arg("barrier")
                        .arg("EX")
                        .arg(MARK_LIFE_S))
                .mapEmpty();
    }

    /** Before a change of some members commits; how many shards are kept, 0 when they cannot be. */
    public Future<Integer> open(String tenant, String topic, String token) {
        return redis.send(redis.script(OPEN, List.of(keys.shards(tenant, topic)), List.of(token, MARK_LIFE_S)))
                .map(Response::toInteger);
    }

    /** After that change committed. */
    public Future<Void> close(
            String tenant, String topic, int kept, String token, Collection<Long> added, Collection<Long> removed) {
        List<String> all = new ArrayList<>(List.of(keys.shards(tenant, topic)));
        all.addAll(numbered(tenant, topic, kept));
        List<String> arguments = new ArrayList<>(List.of(token, ttlS, shardTtlS, Integer.toString(added.size())));
        added.forEach(uid -> arguments.add(Long.toString(uid)));
        removed.forEach(uid -> arguments.add(Long.toString(uid)));
        return redis.send(redis.script(CLOSE, all, arguments)).mapEmpty();
    }

    private List<String> numbered(String tenant, String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> keys.shard(tenant, topic, number))
                .toList();
    }

    private static boolean is(Response answer, Loaded of) {
        return answer != null && answer.toString().equals(of.state());
    }
}
