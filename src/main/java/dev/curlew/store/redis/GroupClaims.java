package dev.curlew.store.redis;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.config.RedisConfig;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * Claims of sends to groups and the numbers of their topics: one script call for each topic, one pipeline for all. A claim
 * only saves work; MySQL's unique index decides.
 */
public final class GroupClaims {

    private static final Script CLAIM = Script.load("group_claim");
    private static final Script TAKE = Script.load("group_take");
    private static final Script RAISE = Script.load("raise");
    private static final Script SETTLE = Script.load("group_settle");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxxx");

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final RedisConfig lives;
    private final String owner;

    /** @param owner unlike that of any other process, so that what a process left behind is told from what another has in hand */
    public GroupClaims(RedisCommands redis, RedisKeys keys, RedisConfig lives, String owner) {
        this.redis = redis;
        this.keys = keys;
        this.lives = lives;
        this.owner = owner;
    }

    /**
     * A send to be claimed.
     *
     * @param lane sends of one lane keep their order
     * @param createdAt milliseconds
     * @param takeOver whether it may be claimed although this process left it pending
     */
    public record Ask(long fromUid, String clientMsgId, String lane, long createdAt, String hash, boolean takeOver) {}

    /** The sends to one topic. @param floor a number known to be given (rule 2) */
    public record TopicAsk(String topic, long floor, List<Ask> asks) {}

    /** What came of a claim. */
    public sealed interface Claim {

        /** It is this caller's, with a new number. */
        record Fresh(long seq) implements Claim {}

        /** It was stored before. @param createdAt milliseconds */
        record Done(long seq, long messageId, long createdAt, String hash) implements Claim {}

        /** Somebody has it in hand. @param own whether this process had, and gave it up */
        record Pending(boolean own) implements Claim {}

        /** Something before it in its lane is in hand, so it was not claimed. */
        record Behind() implements Claim {}
    }

    /** What is to be noted for a topic. @param head 0: it stays as it is */
    public record TopicSettlement(String topic, long head, List<Settlement> settlements) {}

    /** What became of a send. @param seq 0: it failed, and its id may be used again */
    public record Settlement(long fromUid, String clientMsgId, long seq, long messageId, long createdAt, String hash) {}

    /** One list for each topic, in the order of the asks. */
    public Future<List<List<Claim>>> claim(String tenant, List<TopicAsk> topics) {
        List<Request> requests =
                topics.stream().map(topic -> request(tenant, topic)).toList();
        return redis.batch(requests).map(responses -> {
            List<List<Claim>> all = new ArrayList<>(responses.size());
            for (Response response : responses) {
                List<Claim> claims = new ArrayList<>(response.size());
                response.forEach(one -> claims.add(claim(one)));
                all.add(claims);
            }
            return all;
        });
    }

    /** More numbers of a topic; answers the first of them. */
    public Future<Long> take(String tenant, String topic, int count, long floor) {
        return redis.send(redis.script(
                        TAKE,
                        List.of(keys.topicLastSeq(tenant, topic)),
                        List.of(Integer.toString(count), Long.toString(floor), Long.toString(Lives.SEQUENCE_S))))
                .map(Response::toLong);
    }

    /** Heads first, then claims (rule 6). */
    public Future<Void> settle(String tenant, List<TopicSettlement> topics) {
        List<Request> requests = new ArrayList<>();
        for (TopicSettlement topic : topics) {
            List<String> names = new ArrayList<>(List.of(keys.topicHead(tenant, topic.topic())));
            List<String> values =
                    new ArrayList<>(List.of(Long.toString(topic.head()), Long.toString(Lives.SEQUENCE_S)));
            for (Settlement one : topic.settlements()) {
                names.add(keys.sendClaim(tenant, topic.topic(), one.fromUid(), one.clientMsgId()));
                values.add(value(one));
                values.add(Long.toString(one.seq() > 0 ? lives.doneTtlSeconds() : lives.failedTtlSeconds()));
            }
            requests.add(redis.script(SETTLE, names, values));
            GroupId.ofTopic(topic.topic()).ifPresent(group -> requests.addAll(reads(tenant, group, topic)));
        }
        return redis.batch(requests).mapEmpty();
    }

    /** Who speaks has read what was said before. */
    private List<Request> reads(String tenant, GroupId group, TopicSettlement topic) {
        return topic.settlements().stream()
                .filter(one -> one.seq() > 0)
                .map(one -> redis.script(
                        RAISE,
                        List.of(keys.readSeq(tenant, group.conversation(), one.fromUid())),
                        List.of(Long.toString(one.seq()), Long.toString(Lives.READ_S))))
                .toList();
    }

    /** The process numbers come from; another one may know less of them (rule 2). */
    public String runId() {
        return redis.runId();
    }

    private Request request(String tenant, TopicAsk topic) {
        List<String> names = new ArrayList<>(List.of(keys.topicLastSeq(tenant, topic.topic())));
        List<String> values = new ArrayList<>(List.of(
                Long.toString(topic.floor()),
                Long.toString(Lives.SEQUENCE_S),
                Long.toString(lives.pendingTtlSeconds()),
                owner));
        for (Ask ask : topic.asks()) {
            names.add(keys.sendClaim(tenant, topic.topic(), ask.fromUid(), ask.clientMsgId()));
            values.add(ask.lane());
            values.add(iso(ask.createdAt()));
            values.add(ask.hash());
            values.add(ask.takeOver() ? "1" : "0");
        }
        return redis.script(CLAIM, names, values);
    }

    private Claim claim(Response response) {
        int state = response.get(0).toInteger();
        if (state > 0) {
            return new Claim.Fresh(response.get(1).toLong());
        }
        if (state < 0) {
            return new Claim.Behind();
        }
        JsonNode known = Json.read(response.get(1).toString(), JsonNode.class);
        if (known.path("status").asText().equals("done")) {
            return new Claim.Done(
                    known.path("seq").asLong(),
                    known.path("message_id").asLong(),
                    OffsetDateTime.parse(known.path("created_at").asText())
                            .toInstant()
                            .toEpochMilli(),
                    known.path("hash").asText());
        }
        return new Claim.Pending(known.path("owner").asText().equals(owner));
    }

    private static String value(Settlement one) {
        return Json.text(Json.object()
                .put("status", one.seq() > 0 ? "done" : "failed")
                .put("seq", one.seq())
                .put("message_id", one.messageId())
                .put("created_at", iso(one.createdAt()))
                .put("hash", one.hash()));
    }

    private static String iso(long ms) {
        return TIME.format(Instant.ofEpochMilli(ms).atOffset(ZoneOffset.UTC));
    }
}
