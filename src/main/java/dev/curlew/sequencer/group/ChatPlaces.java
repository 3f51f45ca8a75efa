package dev.curlew.sequencer.group;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.PushRecord;
import dev.curlew.sequencer.GroupNews;
import dev.curlew.sequencer.UserPushes;
import dev.curlew.sequencer.UserPushes.Placed;
import dev.curlew.sequencer.group.Entry.State;
import dev.curlew.store.EventProducer;
import dev.curlew.store.redis.ConversationIdCache;
import dev.curlew.store.redis.Placements;
import dev.curlew.store.redis.Placements.Placement;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows the commit of messages between two and of notifications, where they are kept in MySQL: copies, heads and change counters in
 * Redis before the answer, events after it (rule 6). Groups' messages are not its business.
 */
final class ChatPlaces {

    private static final Logger LOG = LoggerFactory.getLogger(ChatPlaces.class);

    private final Placements placements;
    private final ConversationIdCache ids;
    private final EventProducer events;
    private final TopicStates states;

    ChatPlaces(Placements placements, ConversationIdCache ids, EventProducer events, TopicStates states) {
        this.placements = placements;
        this.ids = ids;
        this.events = events;
        this.states = states;
    }

    /** What a batch tells of. @param before each user's change counter before it */
    record Told(Map<String, List<Placed>> byConversation, Map<Long, Long> before) {
        static final Told NOTHING = new Told(Map.of(), Map.of());
    }

    /**
     * Tells Redis. Fails when it cannot be told; then claims stay pending, and whoever sends again finishes this.
     *
     * @param heads by topic
     */
    Future<Told> place(String tenant, Map<String, List<Entry>> byTopic, Map<String, Long> heads) {
        List<Placement> all = new ArrayList<>();
        Map<String, List<Placed>> told = new LinkedHashMap<>();
        List<String> unlisted = new ArrayList<>();
        byTopic.forEach((topic, entries) -> {
            List<Entry> durable = entries.stream()
                    .filter(one -> one.in(State.STORED) || one.in(State.ADOPTED))
                    .sorted((a, b) ->
                            Long.compare(a.message().seq(), b.message().seq()))
                    .toList();
            if (GroupId.ofTopic(topic).isPresent() || durable.isEmpty()) {
                return;
            }
            List<Placed> news = durable.stream()
                    .filter(one -> one.in(State.STORED) || one.announcesAgain())
                    .map(one -> new Placed(one.message(), one.first().origin(), true))
                    .toList();
            told.put(topic, news);
            all.add(placement(tenant, topic, heads.getOrDefault(topic, 0L), durable, news));
            if (!states.isListed(tenant, topic)) {
                unlisted.add(topic);
            }
        });
        if (all.isEmpty()) {
            return Future.succeededFuture(Told.NOTHING);
        }
        return listed(tenant, unlisted)
                .compose(done -> placements.place(tenant, all, UserPushes.changes(UserPushes.byUser(told))))
                .map(before -> {
                    told.keySet().forEach(topic -> states.forgetHoles(tenant, topic));
                    return new Told(told, before);
                });
    }

    private Placement placement(String tenant, String topic, long head, List<Entry> durable, List<Placed> news) {
        List<Long> uncounted = new ArrayList<>(states.holes(tenant, topic));
        Map<Long, Long> reads = new HashMap<>();
        for (Entry one : durable) {
            Message message = one.message();
            reads.merge(message.sendUid(), message.seq(), Math::max);
            if (!message.option("unread_count")) {
                uncounted.add(message.seq());
            }
        }
        return new Placement(topic, head, news.stream().map(Placed::message).toList(), uncounted, reads);
    }

    /** A conversation may be new to its members' lists, of which there are copies. */
    private Future<Void> listed(String tenant, List<String> topics) {
        Set<Long> owners = new HashSet<>();
        topics.forEach(topic ->
                ConversationId.parse(topic).ifPresent(pair -> owners.addAll(List.of(pair.lowUid(), pair.highUid()))));
        return owners.isEmpty()
                ? Future.succeededFuture()
                : ids.drop(tenant, owners).map(dropped -> {
                    topics.forEach(topic -> states.listed(tenant, topic));
                    return null;
                });
    }

    /** It is not waited for: what is stored is safe, and who is not told learns of it from the change counter (rule 11). */
    void announce(String tenant, Told told) {
        UserPushes.of(tenant, UserPushes.byUser(told.byConversation()), told.before())
                .forEach(this::produce);
        told.byConversation()
                .forEach((id, all) -> GroupId.ofNotices(id)
                        .ifPresent(group -> all.forEach(one -> produce(GroupNews.of(group, one.message())))));
    }

    private void produce(PushRecord record) {
        events.produce(record)
                .onFailure(failure ->
                        LOG.warn("Users were not told at once, tenant {}: {}", record.tenant(), failure.toString()));
    }
}
