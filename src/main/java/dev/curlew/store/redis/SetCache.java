package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Sets of numbers in Redis, copies of what a store holds (rule 14). Beside its members a set has marks, and what it is worth
 * depends on them: nothing there, it is to be loaded; a lease, somebody loads it; a lease and {@code loaded}, it is whole, also
 * when it has no members; {@code writing} as well, a change of it is about to commit; {@code barrier}, a change is about to
 * commit and nobody may load it. Only the second last but one is believed. A fill counts only while its own lease is there, which
 * every change takes away, so what was read before a change is never kept after it.
 */
public final class SetCache {

    /** Most members put in at once: one call must not hold Redis up. */
    public static final int PIECE = 5_000;

    private static final Script BEGIN = Script.load("set_begin");
    private static final Script ADD = Script.load("set_piece");
    private static final Script END = Script.load("set_end");
    private static final Script BARRIER = Script.load("set_barrier");
    private static final Script OPEN = Script.load("set_open");
    private static final Script CLOSE = Script.load("set_close");
    private static final String LOADED = "loaded";
    private static final String WRITING = "writing";
    private static final String LEASE = "lease:";
    private static final String MARK_LIFE_S = "30";
    /** The lease and the loaded mark. */
    private static final int MARKS = 2;

    private final RedisCommands redis;
    private final String ttlS;

    /** @param ttlSeconds life of a set after it was loaded */
    public SetCache(RedisCommands redis, long ttlSeconds) {
        this.redis = redis;
        this.ttlS = Long.toString(ttlSeconds);
    }

    /** Is this number in the set of this key? */
    public record Ask(String key, long member) {}

    /** Who may fill a set: the caller; nobody, it is loaded; nobody now, somebody else fills or changes it. */
    public enum Fill {
        MINE,
        LOADED,
        BUSY
    }

    /** Answers in the order of the questions, in one pipeline; empty where the set is not to be believed. */
    public Future<List<Optional<Boolean>>> find(List<Ask> asks) {
        return redis.batch(asks.stream()
                        .map(ask -> marks(ask.key()).arg(ask.member()))
                        .toList())
                .map(answers -> answers.stream()
                        .map(answer -> believed(answer)
                                ? Optional.of(answer.get(2).toInteger() == 1)
                                : Optional.<Boolean>empty())
                        .toList());
    }

    /** All members of small sets, in one pipeline and in the order of the keys; empty where a set is not to be believed. */
    public Future<List<Optional<Set<Long>>>> small(List<String> keys) {
        return redis.batch(keys.stream()
                        .map(key -> Request.cmd(Command.SMEMBERS).arg(key))
                        .toList())
                .map(answers -> answers.stream().map(SetCache::numbers).toList());
    }

    private static Optional<Set<Long>> numbers(Response answer) {
        Set<Long> members = new HashSet<>();
        boolean loaded = false;
        for (Response value : answer) {
            String text = value.toString();
            if (text.equals(WRITING)) {
                return Optional.empty();
            }
            loaded |= text.equals(LOADED);
            if (Character.isDigit(text.charAt(0))) {
                members.add(Long.parseLong(text));
            }
        }
        return loaded ? Optional.of(members) : Optional.empty();
    }

    /** How many members; empty where the set is not to be believed. */
    public Future<Optional<Long>> size(String key) {
        return redis.batch(List.of(marks(key), Request.cmd(Command.SCARD).arg(key), marks(key)))
                .map(answers -> believed(answers.get(0)) && believed(answers.get(2))
                        ? Optional.of(answers.get(1).toLong() - MARKS)
                        : Optional.empty());
    }

    /** All members, in pieces; empty where the set is not to be believed, or became another one meanwhile. */
    public Future<Optional<Set<Long>>> members(String key) {
        return redis.send(marks(key))
                .compose(answer ->
                        believed(answer) ? scan(key, "0", new HashSet<>()) : Future.succeededFuture(Optional.empty()));
    }

    private Future<Optional<Set<Long>>> scan(String key, String cursor, Set<String> seen) {
        Request page =
                Request.cmd(Command.SSCAN).arg(key).arg(cursor).arg("COUNT").arg(PIECE);
        return redis.send(page).compose(answer -> {
            answer.get(1).forEach(value -> seen.add(value.toString()));
            String next = answer.get(0).toString();
            return next.equals("0") ? same(key, seen) : scan(key, next, seen);
        });
    }

    /** Those seen are members only if the set with the lease among them is there still. */
    private Future<Optional<Set<Long>>> same(String key, Set<String> seen) {
        Set<Long> members = new HashSet<>();
        List<String> leases = new ArrayList<>();
        for (String value : seen) {
            if (value.startsWith(LEASE)) {
                leases.add(value);
            } else if (Character.isDigit(value.charAt(0)) || value.charAt(0) == '-') {
                members.add(Long.parseLong(value));
            }
        }
        if (leases.size() != 1) {
            return Future.succeededFuture(Optional.empty());
        }
        return redis.send(marks(key).arg(leases.get(0)))
                .map(answer ->
                        believed(answer) && answer.get(2).toInteger() == 1 ? Optional.of(members) : Optional.empty());
    }

    /** A name for one filling. */
    public static String lease() {
        return LEASE + UUID.randomUUID();
    }

    /** First part of a filling, before the store is read; in the order of the keys. */
    public Future<List<Fill>> begin(List<String> keys, String lease) {
        return redis.batch(keys.stream()
                        .map(key -> redis.script(BEGIN, List.of(key), List.of(lease, MARK_LIFE_S)))
                        .toList())
                .map(answers -> answers.stream()
                        .map(answer -> switch (answer.toInteger()) {
                            case 1 -> Fill.MINE;
                            case 2 -> Fill.LOADED;
                            default -> Fill.BUSY;
                        })
                        .toList());
    }

    /** Some of the members, at most {@link #PIECE}; false when the filling has ended. */
    public Future<Boolean> add(String key, String lease, Collection<Long> members) {
        if (members.isEmpty()) {
            return Future.succeededFuture(true);
        }
        List<String> arguments = new ArrayList<>(List.of(lease, MARK_LIFE_S));
        members.forEach(member -> arguments.add(Long.toString(member)));
        return redis.send(redis.script(ADD, List.of(key), arguments)).map(SetCache::done);
    }

    /** Last part of a filling: the sets are whole now, unless they were dropped meanwhile. */
    public Future<Void> end(List<String> keys, String lease) {
        return redis.batch(keys.stream()
                        .map(key -> redis.script(END, List.of(key), List.of(lease, ttlS)))
                        .toList())
                .mapEmpty();
    }

    /** Before a change commits: readers go to the store and fill nothing until the set is dropped or some seconds passed. */
    public Future<Void> barrier(List<String> keys) {
        return redis.batch(keys.stream()
                        .map(key -> redis.script(BARRIER, List.of(key), List.of(MARK_LIFE_S)))
                        .toList())
                .mapEmpty();
    }

    /** Before a change of a few members commits; false when the set cannot be kept and has to be dropped. */
    public Future<Boolean> open(String key, String token) {
        return redis.send(redis.script(OPEN, List.of(key), List.of(token, MARK_LIFE_S)))
                .map(SetCache::done);
    }

    /** After that change committed. */
    public Future<Void> close(String key, String token, Collection<Long> added, Collection<Long> removed) {
        List<String> arguments = new ArrayList<>(List.of(token, ttlS, Integer.toString(added.size())));
        added.forEach(member -> arguments.add(Long.toString(member)));
        removed.forEach(member -> arguments.add(Long.toString(member)));
        return redis.send(redis.script(CLOSE, List.of(key), arguments)).mapEmpty();
    }

    private static Request marks(String key) {
        return Request.cmd(Command.SMISMEMBER).arg(key).arg(LOADED).arg(WRITING);
    }

    private static boolean believed(Response marks) {
        return marks.get(0).toInteger() == 1 && marks.get(1).toInteger() == 0;
    }

    private static boolean done(Response answer) {
        return answer.toInteger() == 1;
    }
}
