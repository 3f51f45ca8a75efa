package dev.curlew.sequencer;

import dev.curlew.domain.Message;
import dev.curlew.protocol.SendRecord;
import dev.curlew.sequencer.Replays.Fate;
import dev.curlew.sequencer.UserPushes.Placed;
import dev.curlew.store.Claims.Claim;
import dev.curlew.store.LogRecord;
import dev.curlew.store.MessageLog;
import dev.curlew.store.mongo.MongoClaims;
import dev.curlew.store.redis.Placements;
import dev.curlew.store.redis.Placements.Placement;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The order of single chats. For each batch: join repeats, look up existing claims, number and claim the rest, tell Redis, answer
 * the senders, hand on to storing and pushing. Every step may be repeated: a replayed record finds its claim and does all that
 * follows again with the same number.
 */
final class BatchSequencer {

    private static final Logger LOG = LoggerFactory.getLogger(BatchSequencer.class);

    private final MongoClaims claims;
    private final Numbering numbering;
    private final ConversationStates states;
    private final Placements placements;
    private final EventBus bus;
    private final MessageLog log;
    private final Replays replays;

    BatchSequencer(
            MongoClaims claims,
            Replays replays,
            Numbering numbering,
            ConversationStates states,
            Placements placements,
            EventBus bus,
            MessageLog log) {
        this.claims = claims;
        this.numbering = numbering;
        this.states = states;
        this.placements = placements;
        this.bus = bus;
        this.log = log;
        this.replays = replays;
    }

    /** Done when the batch is durable everywhere and its offsets may be committed. */
    Future<Void> process(List<LogRecord> records) {
        Map<String, List<SendRecord>> byTenant = new LinkedHashMap<>();
        for (LogRecord record : records) {
            SendRecord send = decode(record);
            if (send != null) {
                byTenant.computeIfAbsent(send.message().tenant(), tenant -> new ArrayList<>())
                        .add(send);
            }
        }
        List<Future<Void>> all = new ArrayList<>();
        byTenant.forEach((tenant, sends) -> all.add(sequence(tenant, Draft.join(sends))));
        return Future.join(all).mapEmpty();
    }

    private Future<Void> sequence(String tenant, Collection<Draft> drafts) {
        List<String> ids = drafts.stream().map(Draft::id).toList();
        List<String> conversations = drafts.stream()
                .map(draft -> draft.message().conversationId())
                .distinct()
                .toList();
        return claims.findAll(tenant, ids).compose(existing -> {
            List<Draft> fresh = drafts.stream()
                    .filter(draft -> !existing.containsKey(draft.id()))
                    .toList();
            Future<Map<String, Claim>> placed = fresh.isEmpty()
                    ? states.load(tenant, conversations).map(loaded -> new HashMap<>())
                    : numbering
                            .place(tenant, fresh)
                            .compose(claimed ->
                                    states.load(tenant, conversations).map(loaded -> claimed));
            return placed.compose(claimed -> {
                Map<String, Claim> all = new HashMap<>(existing);
                all.putAll(claimed);
                return replays.of(tenant, again(drafts, existing))
                        .compose(fates -> announce(tenant, drafts, all, fates));
            });
        });
    }

    /** Claims that were there before, made by a record that is here again. */
    private static List<Claim> again(Collection<Draft> drafts, Map<String, Claim> existing) {
        List<Claim> again = new ArrayList<>();
        for (Draft draft : drafts) {
            Claim claim = existing.get(draft.id());
            if (claim != null && draft.recordOf(claim.attempt()) != null) {
                again.add(claim);
            }
        }
        return again;
    }

    private Future<Void> announce(
            String tenant, Collection<Draft> drafts, Map<String, Claim> all, Map<String, Fate> fates) {
        Announcer announcer = new Announcer(bus, log);
        Map<String, List<Outcome>> byConversation = new LinkedHashMap<>();
        for (Draft draft : drafts) {
            Claim claim = all.get(draft.id());
            draft.records().forEach(record -> announcer.answer(record, claim));
            SendRecord first = draft.recordOf(claim.attempt());
            if (first != null) {
                Message message = first.message().placed(claim.seq(), claim.sendTime());
                byConversation
                        .computeIfAbsent(claim.conversationId(), id -> new ArrayList<>())
                        .add(new Outcome(
                                message, first.origin(), claim, fates.getOrDefault(claim.serverMsgId(), Fate.NEW)));
            }
        }
        Map<String, Long> heads = new HashMap<>();
        byConversation.forEach((id, outcomes) -> {
            outcomes.sort((a, b) -> Long.compare(a.claim().seq(), b.claim().seq()));
            ConversationStates.State state = states.get(tenant, id);
            outcomes.forEach(
                    outcome -> state.head = Math.max(state.head, outcome.claim().seq()));
            heads.put(id, state.head);
        });
        Map<String, List<Placed>> told = new LinkedHashMap<>();
        byConversation.forEach((id, outcomes) ->
                told.put(id, outcomes.stream().map(Outcome::placed).toList()));
        Map<Long, Map<String, List<Placed>>> byUser = UserPushes.byUser(told);
        return placements
                .place(tenant, placementsOf(tenant, byConversation, heads), UserPushes.changes(byUser))
                .compose(before -> {
                    byConversation
                            .keySet()
                            .forEach(id -> states.get(tenant, id).holes.clear());
                    announcer.sendAnswers();
                    return Future.join(
                            announcer.store(tenant, byConversation, heads),
                            announcer.push(tenant, byUser, before),
                            announcer.pushGroups(tenant, byConversation));
                })
                .mapEmpty();
    }

    private List<Placement> placementsOf(
            String tenant, Map<String, List<Outcome>> byConversation, Map<String, Long> heads) {
        List<Placement> result = new ArrayList<>();
        byConversation.forEach((id, outcomes) -> {
            List<Long> uncounted = new ArrayList<>(states.get(tenant, id).holes);
            Map<Long, Long> reads = new LinkedHashMap<>();
            List<Message> messages = new ArrayList<>(outcomes.size());
            for (Outcome outcome : outcomes) {
                if (outcome.fate() == Fate.NEW) {
                    messages.add(outcome.message());
                }
                reads.merge(outcome.message().sendUid(), outcome.claim().seq(), Math::max);
                if (!outcome.claim().counts()) {
                    uncounted.add(outcome.claim().seq());
                }
            }
            result.add(new Placement(id, heads.get(id), messages, uncounted, reads));
        });
        return result;
    }

    private static SendRecord decode(LogRecord record) {
        try {
            return record.value(SendRecord.class);
        } catch (IllegalArgumentException e) {
            // Only this code base writes here, so this is another version's record; it stays in Kafka to be looked at.
            LOG.error("Set aside an unreadable send: {}", record.where());
            return null;
        }
    }
}
