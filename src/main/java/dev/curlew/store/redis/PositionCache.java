package dev.curlew.store.redis;

import dev.curlew.domain.GroupId;
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

/** Heads, read positions and uncounted numbers in Redis. What is missing is reported as missing, never as empty (rule 14). */
public final class PositionCache {

    private static final Script POSITION = Script.load("position");
    private static final Script RAISE = Script.load("raise");

    private final RedisCommands redis;
    private final RedisKeys keys;

    public PositionCache(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /**
     * @param readSeq what the store knows
     * @param minSeq the lowest number the user may see
     * @param maxSeq the highest number the user may see, 0 for no bound
     */
    public record Question(String conversationId, long uid, long readSeq, long minSeq, long maxSeq) {

        /** The head as this user sees it. */
        public long bounded(long head) {
            return maxSeq > 0 ? Math.min(head, maxSeq) : head;
        }
    }

    /** {@code head} and {@code uncounted} are -1 when Redis does not have them. */
    public record Answer(long head, long readSeq, long uncounted) {}

    /** One script call a question, one pipeline for all. */
    public Future<List<Answer>> ask(String tenant, List<Question> questions) {
        List<Request> requests = questions.stream()
                .map(question -> redis.script(
                        POSITION,
                        List.of(
                                keys.head(tenant, question.conversationId()),
                                keys.readSeq(tenant, question.conversationId(), question.uid()),
                                keys.uncounted(tenant, question.conversationId()),
                                keys.uncounted(tenant, question.conversationId(), question.uid())),
                        List.of(
                                Long.toString(question.readSeq()),
                                Long.toString(question.minSeq()),
                                Long.toString(Lives.READ_S),
                                Long.toString(question.maxSeq()),
                                GroupId.ofMessages(question.conversationId()).isPresent() ? "1" : "0")))
                .toList();
        return redis.batch(requests)
                .map(responses -> responses.stream().map(PositionCache::answer).toList());
    }

    /** Conversations of a user whose read position Redis has. */
    public Future<Set<String>> known(String tenant, long uid, Collection<String> conversationIds) {
        List<String> ids = List.copyOf(conversationIds);
        List<Request> asks = ids.stream()
                .map(id -> Request.cmd(Command.EXISTS).arg(keys.readSeq(tenant, id, uid)))
                .toList();
        return redis.batch(asks).map(answers -> {
            Set<String> known = new HashSet<>();
            for (int i = 0; i < ids.size(); i++) {
                if (answers.get(i).toInteger() == 1) {
                    known.add(ids.get(i));
                }
            }
            return known;
        });
    }

    /** Heads that Redis has. */
    public Future<Map<String, Long>> heads(String tenant, Collection<String> conversationIds) {
        List<String> ids = List.copyOf(conversationIds);
        List<Request> gets = ids.stream()
                .map(id -> Request.cmd(Command.GET).arg(keys.head(tenant, id)))
                .toList();
        return redis.batch(gets).map(responses -> {
            Map<String, Long> heads = new HashMap<>();
            for (int i = 0; i < ids.size(); i++) {
                if (responses.get(i) != null) {
                    heads.put(ids.get(i), responses.get(i).toLong());
                }
            }
            return heads;
        });
    }

    public Future<Void> raiseHeads(String tenant, Map<String, Long> heads) {
        List<Request> raises = new ArrayList<>();
        heads.forEach((id, head) -> raises.add(raise(keys.head(tenant, id), head, Lives.SEQUENCE_S)));
        return redis.batch(raises).mapEmpty();
    }

    public Future<Void> raiseRead(String tenant, String conversationId, long uid, long readSeq) {
        return redis.send(raise(keys.readSeq(tenant, conversationId, uid), readSeq, Lives.READ_S))
                .mapEmpty();
    }

    /** Numbers of the newest changes of groups that Redis has, by conversation. */
    public Future<Map<String, Long>> versions(String tenant, Collection<GroupId> groups) {
        List<GroupId> all = List.copyOf(groups);
        List<Request> gets = all.stream()
                .map(group -> Request.cmd(Command.GET).arg(keys.topicVersion(tenant, group.topic())))
                .toList();
        return redis.batch(gets).map(responses -> {
            Map<String, Long> versions = new HashMap<>();
            for (int i = 0; i < all.size(); i++) {
                if (responses.get(i) != null) {
                    versions.put(all.get(i).conversation(), responses.get(i).toLong());
                }
            }
            return versions;
        });
    }

    /** @param versions by conversation of a group */
    public Future<Void> raiseVersions(String tenant, Map<String, Long> versions) {
        List<Request> raises = new ArrayList<>();
        versions.forEach((id, version) -> raises.add(raise(
                keys.topicVersion(tenant, GroupId.ofMessages(id).orElseThrow().topic()), version, Lives.SEQUENCE_S)));
        return redis.batch(raises).mapEmpty();
    }

    private Request raise(String key, long value, long lifeS) {
        return redis.script(RAISE, List.of(key), List.of(Long.toString(value), Long.toString(lifeS)));
    }

    private static Answer answer(Response response) {
        return new Answer(
                response.get(0).toLong(),
                response.get(1).toLong(),
                response.get(2).toLong());
    }
}
