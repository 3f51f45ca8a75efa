package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Read positions as Redis has them ({@code SEQ_USER_READ}, B-214), for comparison with the store. */
public final class ReadPositions {

    private static final Script REPLACE_IF = Script.load("replace_if");

    private final RedisCommands redis;
    private final RedisKeys keys;

    public ReadPositions(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** A user in a conversation. */
    public record Place(String conversationId, long uid) {}

    /** Those Redis has, in one pipeline. */
    public Future<Map<Place, Long>> find(String tenant, Collection<Place> places) {
        List<Place> all = List.copyOf(places);
        return redis.batch(all.stream()
                        .map(place -> Request.cmd(Command.GET).arg(name(tenant, place)))
                        .toList())
                .map(responses -> {
                    Map<Place, Long> found = new HashMap<>();
                    for (int i = 0; i < all.size(); i++) {
                        if (responses.get(i) != null) {
                            found.put(all.get(i), responses.get(i).toLong());
                        }
                    }
                    return found;
                });
    }

    /** Puts a position right that still is what it was when it was found wrong; false when it is not. */
    public Future<Boolean> correct(String tenant, Place place, long wrong, long right) {
        List<String> values = List.of(Long.toString(wrong), Long.toString(right), Long.toString(Lives.READ_S));
        return redis.send(redis.script(REPLACE_IF, List.of(name(tenant, place)), values))
                .map(Response::toInteger)
                .map(done -> done == 1);
    }

    private String name(String tenant, Place place) {
        return keys.readSeq(tenant, place.conversationId(), place.uid());
    }
}
