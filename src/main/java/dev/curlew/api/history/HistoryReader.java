package dev.curlew.api.history;

import dev.curlew.api.conversation.Positions.View;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Caller;
import dev.curlew.store.Claims.Claim;
import dev.curlew.store.mongo.ClaimStore;
import dev.curlew.store.mongo.MessageStore;
import dev.curlew.store.mongo.MessageStore.Stored;
import dev.curlew.store.redis.MessageCache;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What each number of a range holds: Redis first, which has only messages nothing has happened to; then the store; and for what
 * neither has, the claim: a tombstone is absent for good, a claim whose body cannot be read yet is unreadable for now (rule 4).
 */
public final class HistoryReader {

    private final MessageCache cache;
    private final MessageStore messages;
    private final ClaimStore claims;
    private final GroupHistory groups;

    public HistoryReader(MessageCache cache, MessageStore messages, ClaimStore claims, GroupHistory groups) {
        this.groups = groups;
        this.cache = cache;
        this.messages = messages;
        this.claims = claims;
    }

    /** One number's content. */
    public sealed interface Slot {
        /** A message this user sees. */
        record Visible(Stored stored) implements Slot {}

        /** A message of this user's own that waits for a review. */
        record Held(Stored stored) implements Slot {}

        /** Will never hold a message for this user. */
        record Absent() implements Slot {}

        /** Another's message that waits for a review. */
        record Pending() implements Slot {}

        /** Has its place, its body is on the way. */
        record Unreadable() implements Slot {}
    }

    /**
     * Who reads.
     *
     * @param ownVersion number of the newest change that concerns the reader alone; 0 when nothing was done for them alone
     */
    public record Reader(String tenant, long uid, long ownVersion) {

        public static Reader of(Caller caller, View view) {
            return new Reader(caller.tenant(), caller.uid(), view.own().version());
        }
    }

    /** All numbers of the range, none above the head, as the user sees them. */
    public Future<Map<Long, Slot>> read(Reader reader, String conversationId, long from, long to) {
        if (from > to) {
            return Future.succeededFuture(new TreeMap<>());
        }
        return GroupId.ofMessages(conversationId)
                .map(group -> groups.read(reader, group, from, to))
                .orElseGet(() -> read(reader.tenant(), reader.uid(), conversationId, from, to));
    }

    private Future<Map<Long, Slot>> read(String tenant, long uid, String conversationId, long from, long to) {
        return cached(tenant, conversationId, from, to).compose(found -> {
            Map<Long, Slot> slots = new TreeMap<>();
            found.forEach((seq, message) -> slots.put(seq, new Slot.Visible(Stored.untouched(message))));
            return slots.size() == to - from + 1
                    ? Future.succeededFuture(slots)
                    : fromStore(tenant, uid, conversationId, from, to, slots);
        });
    }

    private Future<Map<Long, Message>> cached(String tenant, String conversationId, long from, long to) {
        return cache.range(tenant, conversationId, from, to).otherwise(new HashMap<>());
    }

    private Future<Map<Long, Slot>> fromStore(
            String tenant, long uid, String conversationId, long from, long to, Map<Long, Slot> slots) {
        Set<Long> missing = missing(from, to, slots);
        long first = missing.stream().mapToLong(Long::longValue).min().orElse(from);
        long last = missing.stream().mapToLong(Long::longValue).max().orElse(to);
        return messages.range(tenant, conversationId, first, last).compose(found -> {
            found.forEach((seq, stored) -> slots.putIfAbsent(seq, asSeenBy(uid, stored)));
            return missing(from, to, slots).isEmpty()
                    ? Future.succeededFuture(slots)
                    : fromClaims(tenant, conversationId, from, to, slots);
        });
    }

    private Future<Map<Long, Slot>> fromClaims(
            String tenant, String conversationId, long from, long to, Map<Long, Slot> slots) {
        Set<Long> missing = missing(from, to, slots);
        return claims.range(tenant, conversationId, from, to).map(found -> {
            Map<Long, Claim> bySeq = found.stream().collect(Collectors.toMap(Claim::seq, claim -> claim));
            missing.forEach(seq -> {
                Claim claim = bySeq.get(seq);
                boolean absent = claim != null && claim.hole();
                slots.put(seq, absent ? new Slot.Absent() : new Slot.Unreadable());
            });
            return slots;
        });
    }

    private static Slot asSeenBy(long uid, Stored stored) {
        return stored.isGoneFor(uid) ? new Slot.Absent() : new Slot.Visible(stored);
    }

    private static Set<Long> missing(long from, long to, Map<Long, Slot> slots) {
        Set<Long> missing = new HashSet<>();
        for (long seq = from; seq <= to; seq++) {
            if (!slots.containsKey(seq)) {
                missing.add(seq);
            }
        }
        return missing;
    }
}
