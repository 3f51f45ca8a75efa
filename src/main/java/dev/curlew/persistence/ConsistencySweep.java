package dev.curlew.persistence;

import dev.curlew.domain.Message;
import dev.curlew.store.Claims.Claim;
import dev.curlew.store.Heads;
import dev.curlew.store.chat.ClaimStore;
import dev.curlew.store.chat.MessageStore;
import dev.curlew.store.chat.MessageStore.Stored;
import dev.curlew.store.chat.SeqStore;
import dev.curlew.store.chat.SeqUserStore;
import dev.curlew.store.chat.SeqUserStore.Position;
import dev.curlew.store.redis.MessageCache;
import dev.curlew.store.redis.ReadPositions;
import dev.curlew.store.redis.ReadPositions.Place;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consistency loop of document S, scenario 4: read positions in Redis against those stored, and messages stored against places claimed.
 * A few conversations a turn, all of them once a period; what is wrong is put right where the right value is known, counted, and reported.
 */
final class ConsistencySweep implements Housekeeping.Chore {

    private static final Logger LOG = LoggerFactory.getLogger(ConsistencySweep.class);
    private static final int CONVERSATIONS_A_TURN = 50;

    /** The newest numbers, looked at every time: what Redis still holds can be put back. */
    private static final int NUMBERS_LOOKED_AT = 300;

    /** Younger messages may still be on their way to the store. */
    private static final long SETTLED_MS = 10_000;

    private final Tools tools;
    private final long periodMs;
    private final SweepMeters meters;
    private final Map<String, Pass> passes = new HashMap<>();

    /** What it looks into. */
    record Tools(
            SeqStore seqs,
            SeqUserStore users,
            ClaimStore claims,
            MessageStore messages,
            Heads durableHeads,
            MessageCache copies,
            ReadPositions reads) {}

    /** How far a tenant's pass has come. */
    private static final class Pass {
        private final SweepReport report = new SweepReport();
        private long begun;
        private String after = "";
    }

    ConsistencySweep(Tools tools, long periodMs, SweepMeters meters) {
        this.tools = tools;
        this.periodMs = periodMs;
        this.meters = meters;
    }

    @Override
    public String name() {
        return "the consistency sweep";
    }

    @Override
    public Future<?> run(String tenant, long now) {
        Pass pass = passes.computeIfAbsent(tenant, code -> new Pass());
        if (pass.after.isEmpty()) {
            if (now - pass.begun < periodMs) {
                return Future.succeededFuture();
            }
            pass.begun = now;
        }
        return tools.seqs()
                .idsAfter(tenant, pass.after, CONVERSATIONS_A_TURN)
                .compose(ids -> sweep(tenant, ids, pass, now).map(done -> {
                    if (ids.size() < CONVERSATIONS_A_TURN) {
                        pass.after = "";
                        pass.report.log(LOG, tenant, now - pass.begun);
                        pass.report.clear();
                    } else {
                        pass.after = ids.get(ids.size() - 1);
                    }
                    return null;
                }));
    }

    private Future<?> sweep(String tenant, List<String> ids, Pass pass, long now) {
        if (ids.isEmpty()) {
            return Future.succeededFuture();
        }
        pass.report.conversations += ids.size();
        meters.looked(ids.size());
        return checkReads(tenant, ids, pass.report)
                .compose(done -> tools.durableHeads().heads(tenant, ids))
                .compose(heads -> {
                    Future<?> chain = Future.succeededFuture();
                    for (String id : ids) {
                        chain = chain.compose(
                                done -> checkMessages(tenant, id, heads.getOrDefault(id, 0L), pass.report, now));
                    }
                    return chain;
                });
    }

    /** Redis is asked first: whatever is read or sent meanwhile can only make the store's answer higher. */
    private Future<?> checkReads(String tenant, List<String> ids, SweepReport report) {
        return tools.users().everyone(tenant, ids).compose(known -> {
            List<Place> places = new ArrayList<>();
            known.forEach((id, byUser) -> byUser.keySet().forEach(uid -> places.add(new Place(id, uid))));
            return tools.reads()
                    .find(tenant, places)
                    .compose(cached -> tools.users().everyone(tenant, ids).compose(stored -> {
                        Future<?> chain = Future.succeededFuture();
                        for (Map.Entry<Place, Long> entry : cached.entrySet()) {
                            Place place = entry.getKey();
                            Position position = stored.getOrDefault(place.conversationId(), Map.of())
                                    .getOrDefault(place.uid(), Position.START);
                            chain = chain.compose(
                                    done -> checkRead(tenant, place, entry.getValue(), position.readSeq(), report));
                        }
                        return chain;
                    }));
        });
    }

    /** A position rises by reading, which is stored first, and by sending, which is claimed first; beyond both it is wrong. */
    private Future<?> checkRead(String tenant, Place place, long cached, long stored, SweepReport report) {
        if (cached == stored) {
            return Future.succeededFuture();
        }
        return tools.claims()
                .highestOf(tenant, place.conversationId(), place.uid())
                .compose(sent -> {
                    long right = Math.max(stored, sent);
                    if (cached == right) {
                        return Future.succeededFuture();
                    }
                    return tools.reads().correct(tenant, place, cached, right).map(corrected -> {
                        if (corrected) {
                            report.readsRepaired++;
                            meters.readRepaired();
                            LOG.warn(
                                    "Read position put right, tenant {}, uid {}, conversation {}: {} instead of {}",
                                    tenant,
                                    place.uid(),
                                    place.conversationId(),
                                    right,
                                    cached);
                        }
                        return null;
                    });
                });
    }

    private Future<?> checkMessages(String tenant, String id, long head, SweepReport report, long now) {
        if (head == 0) {
            return Future.succeededFuture();
        }
        long from = Math.max(1, head - NUMBERS_LOOKED_AT + 1);
        return Future.all(
                        tools.claims().range(tenant, id, from, head),
                        tools.messages().range(tenant, id, from, head))
                .compose(both -> {
                    Map<Long, Stored> stored = both.resultAt(1);
                    Set<Long> missing = new LinkedHashSet<>();
                    for (Claim claim : both.<List<Claim>>resultAt(0)) {
                        if (!claim.hole() && claim.sendTime() < now - SETTLED_MS && !stored.containsKey(claim.seq())) {
                            missing.add(claim.seq());
                        }
                    }
                    return missing.isEmpty() ? Future.succeededFuture() : restore(tenant, id, missing, report);
                });
    }

    private Future<?> restore(String tenant, String id, Set<Long> missing, SweepReport report) {
        List<MessageCache.Wanted> wanted =
                missing.stream().map(seq -> new MessageCache.Wanted(id, seq)).toList();
        return tools.copies().find(tenant, wanted).compose(found -> {
            Map<Long, Message> bySeq = new LinkedHashMap<>();
            found.values().forEach(message -> bySeq.put(message.seq(), message));
            Set<Long> lost = new LinkedHashSet<>(missing);
            lost.removeAll(bySeq.keySet());
            report.messagesRepaired += bySeq.size();
            report.messagesMissing += lost.size();
            meters.messages(bySeq.size(), lost.size());
            if (!lost.isEmpty()) {
                LOG.error("Acknowledged messages are not stored, tenant {}, conversation {}: {}", tenant, id, lost);
            }
            if (bySeq.isEmpty()) {
                return Future.succeededFuture();
            }
            LOG.warn("Messages put back, tenant {}, conversation {}: {}", tenant, id, bySeq.keySet());
            return tools.messages().putBack(tenant, bySeq.values());
        });
    }
}
