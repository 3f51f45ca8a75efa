package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Who is muted in a group and until when: a sorted set uid → milliseconds that counts only with its loaded mark (rule 14). A
 * fill counts only while its own lease is there, which every change takes away.
 */
public final class MutedCache {

    private static final Script BEGIN = Script.load("scores_begin");
    private static final Script END = Script.load("scores_end");
    private static final Script BARRIER = Script.load("scores_barrier");
    private static final String LOADED = "loaded";
    private static final String MARK_LIFE_S = "30";

    private final RedisCommands redis;
    private final String ttlS;

    public MutedCache(RedisCommands redis, long ttlSeconds) {
        this.redis = redis;
        this.ttlS = Long.toString(ttlSeconds);
    }

    /** Is this user muted in the group of this key? */
    public record Ask(String key, long uid) {}

    /** Until when each is muted, milliseconds, empty when not; empty itself where the set is not loaded. One pipeline, in the order asked. */
    public Future<List<Optional<OptionalLong>>> find(List<Ask> asks) {
        return redis.batch(asks.stream()
                        .map(ask -> Request.cmd(Command.ZMSCORE)
                                .arg(ask.key())
                                .arg(LOADED)
                                .arg(ask.uid()))
                        .toList())
                .map(answers -> answers.stream().map(MutedCache::until).toList());
    }

    private static Optional<OptionalLong> until(Response answer) {
        if (answer.get(0) == null) {
            return Optional.empty();
        }
        return Optional.of(
                answer.get(1) == null
                        ? OptionalLong.empty()
                        : OptionalLong.of((long) answer.get(1).toDouble().doubleValue()));
    }

    /** First half of loading; empty while someone else loads or changes the set. */
    public Future<Optional<String>> begin(String key) {
        String lease = "lease:" + UUID.randomUUID();
        return redis.send(redis.script(BEGIN, List.of(key), List.of(lease, MARK_LIFE_S)))
                .map(mine -> mine.toInteger() == 1 ? Optional.of(lease) : Optional.empty());
    }

    /** Second half: what the store holds, read after {@link #begin}. */
    public Future<Void> end(String key, String lease, Map<Long, Long> untilByUid) {
        List<String> arguments = new ArrayList<>(List.of(lease, ttlS));
        untilByUid.forEach((uid, until) -> {
            arguments.add(Long.toString(until));
            arguments.add(Long.toString(uid));
        });
        return redis.send(redis.script(END, List.of(key), arguments)).mapEmpty();
    }

    /** Before a change commits: nobody fills the set until it is dropped or some seconds passed. */
    public Future<Void> barrier(String key) {
        return redis.send(redis.script(BARRIER, List.of(key), List.of(MARK_LIFE_S)))
                .mapEmpty();
    }
}
