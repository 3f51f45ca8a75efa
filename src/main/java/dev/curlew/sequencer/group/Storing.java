package dev.curlew.sequencer.group;

import dev.curlew.domain.Review;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.sequencer.group.Entry.State;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageStore.Key;
import dev.curlew.store.mysql.GroupMessageStore.Stored;
import dev.curlew.store.mysql.GroupMessageWriter;
import dev.curlew.store.mysql.GroupMessageWriter.Batch;
import dev.curlew.store.mysql.GroupMessageWriter.Written;
import dev.curlew.store.redis.GroupClaims;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the numbered messages of a batch. Who finds a number used takes a new one above it; who finds the message there takes what is
 * there (rule 1). Numbers that no message got become holes with this batch or with the next one of their topic.
 */
final class Storing {

    private static final Logger LOG = LoggerFactory.getLogger(Storing.class);
    private static final int MOST_TRIES = 6;

    private final GroupMessageWriter writer;
    private final GroupMessageStore messages;
    private final GroupClaims claims;
    private final TopicStates states;

    Storing(GroupMessageWriter writer, GroupMessageStore messages, GroupClaims claims, TopicStates states) {
        this.writer = writer;
        this.messages = messages;
        this.claims = claims;
        this.states = states;
    }

    /** Afterwards none of them is numbered only. Fails with what kept it from being stored while nothing durable was done. */
    Future<Void> run(String tenant, Collection<Entry> entries) {
        return attempt(tenant, entries, false, 1);
    }

    private Future<Void> attempt(String tenant, Collection<Entry> entries, boolean occupied, int tries) {
        List<Entry> numbered =
                entries.stream().filter(one -> one.in(State.NUMBERED)).toList();
        if (numbered.isEmpty()) {
            return Future.succeededFuture();
        }
        if (tries > MOST_TRIES) {
            return Future.failedFuture(ApiException.unavailable("Too many write to the same group."));
        }
        Map<String, Long> last = new HashMap<>();
        numbered.forEach(one -> last.put(one.topic(), states.issued(tenant, one.topic())));
        Map<Key, Review> reviews = new HashMap<>();
        numbered.stream()
                .filter(one -> !one.review().equals(Review.PASS))
                .forEach(one -> reviews.put(one.key(), one.review()));
        Batch batch = new Batch(tenant, numbered.stream().map(Entry::message).toList(), reviews, last, occupied);
        return writer.write(batch).compose(written -> {
            if (written instanceof Written.Stored stored) {
                return settle(tenant, numbered, stored);
            }
            if (written instanceof Written.Outrun outrun) {
                return renumber(tenant, numbered, outrun.high())
                        .compose(done -> attempt(tenant, entries, occupied, tries + 1));
            }
            if (written instanceof Written.Taken) {
                return giveWay(tenant, numbered).compose(done -> attempt(tenant, entries, true, tries + 1));
            }
            if (written instanceof Written.Unknown unknown) {
                LOG.warn(
                        "It is not known whether a batch was stored: {}",
                        unknown.cause().toString());
                numbered.forEach(
                        one -> one.left(ApiException.unavailable("It is not known whether the message was stored.")));
                return Future.succeededFuture();
            }
            Written.Failed failed = (Written.Failed) written;
            return failed.ofContent() ? apart(tenant, numbered, failed) : Future.failedFuture(failed.cause());
        });
    }

    /** One message that MySQL will not have must not keep out the others. */
    private Future<Void> apart(String tenant, List<Entry> numbered, Written.Failed failed) {
        if (numbered.size() == 1) {
            LOG.error(
                    "A message cannot be stored, topic {}: {}",
                    numbered.get(0).topic(),
                    failed.cause().toString());
            numbered.get(0).released(new ApiException(ErrorCode.INTERNAL, "The message cannot be stored."));
            return Future.succeededFuture();
        }
        Future<Void> chain = Future.succeededFuture();
        for (Entry entry : numbered) {
            chain = chain.compose(done -> attempt(tenant, List.of(entry), false, 1));
        }
        return chain;
    }

    /** Before somebody is refused it is asked whether the message was stored before (rule 8). */
    private Future<Void> settle(String tenant, List<Entry> numbered, Written.Stored stored) {
        List<Entry> refused = new ArrayList<>();
        for (Entry entry : numbered) {
            Long id = stored.ids().get(entry.key());
            if (id != null) {
                entry.stored(id);
            } else {
                refused.add(entry);
            }
        }
        return adopt(tenant, refused).map(found -> null).otherwiseEmpty().map(asked -> {
            refused.stream()
                    .filter(one -> one.in(State.NUMBERED))
                    .forEach(one -> one.released(stored.refused().get(one.key())));
            return null;
        });
    }

    /** A duplicate key names one index only, so what is there is read. */
    private Future<Void> giveWay(String tenant, List<Entry> numbered) {
        return adopt(tenant, numbered).compose(found -> {
            if (found > 0) {
                return Future.succeededFuture();
            }
            Future<Map<String, Long>> floors = Future.succeededFuture(new HashMap<>());
            for (Map.Entry<String, List<Entry>> topic : byTopic(numbered).entrySet()) {
                floors = floors.compose(known -> writer.highestRow(
                                tenant, topic.getValue().get(0).group())
                        .map(highest -> {
                            known.put(topic.getKey(), highest);
                            return known;
                        }));
            }
            return floors.compose(known -> renumber(tenant, numbered, known));
        });
    }

    private Future<Integer> adopt(String tenant, List<Entry> entries) {
        return messages.find(tenant, entries.stream().map(Entry::key).toList()).map(found -> {
            int adopted = 0;
            for (Entry entry : entries) {
                Stored row = found.get(entry.key());
                if (row != null) {
                    entry.adopted(row);
                    adopted++;
                }
            }
            return adopted;
        });
    }

    /** Numbers up to {@code high} are used. The messages of a topic keep their order. */
    private Future<Void> renumber(String tenant, List<Entry> numbered, Map<String, Long> high) {
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<String, List<Entry>> one : byTopic(numbered).entrySet()) {
            String topic = one.getKey();
            List<Entry> entries = one.getValue();
            long floor = high.getOrDefault(topic, 0L);
            List<Long> free = new ArrayList<>(entries.stream()
                    .map(entry -> entry.message().seq())
                    .filter(seq -> seq > floor)
                    .sorted()
                    .toList());
            int more = entries.size() - free.size();
            if (more == 0) {
                continue;
            }
            long above = Math.max(floor, states.issued(tenant, topic));
            chain = chain.compose(done -> claims.take(tenant, topic, more, above))
                    .map(first -> {
                        for (int i = 0; i < more; i++) {
                            free.add(first + i);
                        }
                        states.raise(tenant, topic, first + more - 1);
                        for (int i = 0; i < entries.size(); i++) {
                            entries.get(i).numbered(free.get(i));
                        }
                        return null;
                    });
        }
        return chain;
    }

    private static Map<String, List<Entry>> byTopic(List<Entry> entries) {
        Map<String, List<Entry>> byTopic = new LinkedHashMap<>();
        entries.forEach(one ->
                byTopic.computeIfAbsent(one.topic(), topic -> new ArrayList<>()).add(one));
        return byTopic;
    }

    /** What a batch that failed before anything durable comes to. */
    static ApiException failed(Throwable cause) {
        LOG.warn("A batch was not stored: {}", cause.toString());
        return new ApiException(ErrorCode.SEQ_UNAVAILABLE, "The message was not stored, send it again.");
    }
}
