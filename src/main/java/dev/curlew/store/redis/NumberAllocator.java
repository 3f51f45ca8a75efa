package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;

/** Takes numbers from the block of each conversation in {@code MALLOC_SEQ} (B-213): one script call each, one pipeline for all. */
public final class NumberAllocator {

    private static final Script ALLOCATE = Script.load("allocate");

    private final RedisCommands redis;
    private final RedisKeys keys;

    public NumberAllocator(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /**
     * What is wanted.
     *
     * @param floor numbers up to this one are known to be given, so the counter is raised to it when it went back (rule 2)
     * @param blockEnd the end of the block reserved for the conversation, -1 when a missing counter is not to be made from this
     */
    public record Ask(String conversationId, int count, long floor, long blockEnd) {}

    /** The answer: the first of the numbers, or why there is none. */
    public sealed interface Grant {
        /** The first number of the run. */
        record First(long number) implements Grant {}

        /** The counter is gone: the durable maximum has to be read. */
        record Missing() implements Grant {}

        /** The block does not hold as many; {@code current} is the last number given. */
        record Exhausted(long current) implements Grant {}
    }

    /** One answer per ask, in order. */
    public Future<List<Grant>> allocate(String tenant, List<Ask> asks) {
        String now = Long.toString(System.currentTimeMillis());
        List<Request> requests = asks.stream()
                .map(ask -> redis.script(
                        ALLOCATE,
                        List.of(keys.sequence(tenant, ask.conversationId())),
                        List.of(
                                Integer.toString(ask.count()),
                                Long.toString(ask.floor()),
                                Long.toString(ask.blockEnd()),
                                now,
                                Long.toString(Lives.SEQUENCE_S))))
                .toList();
        return redis.batch(requests).map(responses -> {
            List<Grant> grants = new ArrayList<>(responses.size());
            responses.forEach(response -> grants.add(grant(response)));
            return grants;
        });
    }

    private static Grant grant(Response response) {
        long number = response.get(1).toLong();
        return switch (response.get(0).toInteger()) {
            case 1 -> new Grant.First(number);
            case 0 -> new Grant.Missing();
            default -> new Grant.Exhausted(number);
        };
    }
}
