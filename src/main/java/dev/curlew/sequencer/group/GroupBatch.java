package dev.curlew.sequencer.group;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.ApiException;
import dev.curlew.sequencer.group.Entry.State;
import dev.curlew.store.mysql.GroupMessageWriter;
import dev.curlew.store.redis.GroupClaims;
import dev.curlew.store.redis.GroupClaims.Settlement;
import dev.curlew.store.redis.GroupClaims.TopicSettlement;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The path of a batch of one tenant's sends: joined, claimed and numbered, stored; then head, claims, answers, fan-out, in this order
 * (rule 6).
 */
final class GroupBatch {

    private static final Logger LOG = LoggerFactory.getLogger(GroupBatch.class);

    private final TopicStates states;
    private final ClaimRounds rounds;
    private final Storing storing;
    private final GroupMessageWriter writer;
    private final GroupClaims claims;
    private final HotKeeper hot;
    private final GroupAnnouncer announcer;
    private final GroupReminding reminding;

    GroupBatch(
            TopicStates states,
            ClaimRounds rounds,
            Storing storing,
            GroupMessageWriter writer,
            GroupClaims claims,
            HotKeeper hot,
            GroupAnnouncer announcer,
            GroupReminding reminding) {
        this.states = states;
        this.rounds = rounds;
        this.storing = storing;
        this.writer = writer;
        this.claims = claims;
        this.hot = hot;
        this.announcer = announcer;
        this.reminding = reminding;
    }

    /** Done when all who wait have their answers; never fails. */
    Future<Void> process(String tenant, List<Waiting> batch) {
        Collection<Entry> entries = Entry.join(batch).values();
        Set<String> topics = new TreeSet<>();
        entries.forEach(one -> topics.add(one.topic()));
        HotKeeper.Batch copies = hot.batch(tenant, entries);
        return states.load(tenant, topics)
                .compose(loaded -> rounds.run(tenant, entries))
                .compose(claimed -> storing.run(tenant, entries))
                .recover(failure -> {
                    giveUp(entries, Storing.failed(failure));
                    return Future.succeededFuture();
                })
                .compose(stored -> settle(tenant, entries))
                .recover(failure -> {
                    LOG.warn("Stored, but Redis could not be told: {}", failure.toString());
                    // Whoever sends it again finds it pending and stored, and finishes what is left to be done.
                    entries.stream()
                            .filter(one -> one.in(State.STORED) || one.in(State.ADOPTED))
                            .forEach(one -> one.left(ApiException.unavailable("The message is being stored.")));
                    return Future.succeededFuture();
                })
                .map(settled -> {
                    copies.keep();
                    entries.forEach(GroupBatch::answer);
                    announce(tenant, entries);
                    return null;
                });
    }

    private static void giveUp(Collection<Entry> entries, ApiException why) {
        for (Entry entry : entries) {
            if (entry.in(State.NUMBERED)) {
                entry.released(why);
            } else if (entry.in(State.OPEN)) {
                entry.left(why);
            }
        }
    }

    private Future<Void> settle(String tenant, Collection<Entry> entries) {
        Map<String, List<Entry>> byTopic = new LinkedHashMap<>();
        for (Entry one : entries) {
            if (one.in(State.STORED) || one.in(State.ADOPTED) || one.in(State.RELEASED)) {
                byTopic.computeIfAbsent(one.topic(), topic -> new ArrayList<>()).add(one);
            }
        }
        if (byTopic.isEmpty()) {
            return Future.succeededFuture();
        }
        return heads(tenant, byTopic).compose(heads -> {
            List<TopicSettlement> all = new ArrayList<>();
            byTopic.forEach((topic, some) -> all.add(new TopicSettlement(
                    topic,
                    heads.getOrDefault(topic, 0L),
                    some.stream().map(GroupBatch::settlement).toList())));
            boolean durable = entries.stream().anyMatch(one -> one.in(State.STORED) || one.in(State.ADOPTED));
            // That a send failed is worth being told, not worth waiting for another answer.
            return durable
                    ? claims.settle(tenant, all)
                    : claims.settle(tenant, all).otherwiseEmpty();
        });
    }

    /** Where this batch stored something it raised {@code high} to all that was given; elsewhere MySQL is asked. */
    private Future<Map<String, Long>> heads(String tenant, Map<String, List<Entry>> byTopic) {
        Map<String, Long> heads = new HashMap<>();
        List<String> unknown = new ArrayList<>();
        byTopic.forEach((topic, some) -> {
            if (some.stream().anyMatch(one -> one.in(State.STORED))) {
                heads.put(topic, states.issued(tenant, topic));
            } else if (some.stream().anyMatch(one -> one.in(State.ADOPTED))) {
                unknown.add(topic);
            }
        });
        return writer.highs(tenant, unknown).map(more -> {
            heads.putAll(more);
            return heads;
        });
    }

    private static Settlement settlement(Entry one) {
        boolean stored = !one.in(State.RELEASED);
        return new Settlement(
                one.key().fromUser(),
                one.key().clientMsgId(),
                stored ? one.message().seq() : 0,
                one.messageId(),
                one.message().sendTime(),
                one.hash());
    }

    private static void answer(Entry entry) {
        entry.waiting().forEach(one -> one.outcome().tryComplete(entry.answer(one)));
    }

    private void announce(String tenant, Collection<Entry> entries) {
        Map<GroupId, List<Entry>> byGroup = new LinkedHashMap<>();
        for (Entry one : entries) {
            if (one.in(State.STORED) || one.announcesAgain()) {
                byGroup.computeIfAbsent(one.group(), group -> new ArrayList<>()).add(one);
            }
        }
        byGroup.forEach((group, some) -> {
            some.sort((a, b) -> Long.compare(a.message().seq(), b.message().seq()));
            announcer.push(tenant, group, some);
            List<Message> told =
                    some.stream().filter(one -> !one.held()).map(Entry::message).toList();
            reminding.remind(tenant, group, told);
        });
    }
}
