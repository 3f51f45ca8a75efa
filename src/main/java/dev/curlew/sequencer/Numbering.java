package dev.curlew.sequencer;

import dev.curlew.domain.Message;
import dev.curlew.store.Claims.Claim;
import dev.curlew.store.mongo.MongoClaims;
import dev.curlew.store.mongo.MongoSeqs;
import dev.curlew.store.redis.NumberAllocator;
import dev.curlew.store.redis.NumberAllocator.Ask;
import dev.curlew.store.redis.NumberAllocator.Grant;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives messages their numbers for good: takes numbers from the conversation's block, then claims them in order. A number or id
 * that turns out taken is settled by the unique keys alone (rule 1), so two owners for a moment are only slow.
 */
final class Numbering {

    /** Numbers reserved at a time in MongoDB for one conversation. */
    static final int BLOCK = 100;

    private static final int MOST_TRIES = 8;

    private final NumberAllocator numbers;
    private final MongoClaims claims;
    private final MongoSeqs seqs;
    private final ConversationStates states;

    Numbering(NumberAllocator numbers, MongoClaims claims, MongoSeqs seqs, ConversationStates states) {
        this.numbers = numbers;
        this.claims = claims;
        this.seqs = seqs;
        this.states = states;
    }

    /** Claims a place for each draft; the result holds the claim of each by server message id, another writer's if that won. */
    Future<Map<String, Claim>> place(String tenant, Collection<Draft> drafts) {
        Map<String, List<Draft>> byConversation = new LinkedHashMap<>();
        drafts.forEach(draft -> byConversation
                .computeIfAbsent(draft.message().conversationId(), id -> new ArrayList<>())
                .add(draft));
        Map<String, Claim> placed = new HashMap<>();
        return states.load(tenant, byConversation.keySet())
                .compose(ready -> take(tenant, counts(byConversation), 0))
                .compose(firsts -> claim(tenant, claims(byConversation, firsts), placed, 0))
                .compose(claimed -> raiseHeads(tenant, byConversation.keySet(), placed))
                .map(raised -> placed);
    }

    private static Map<String, Integer> counts(Map<String, List<Draft>> byConversation) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        byConversation.forEach((id, drafts) -> counts.put(id, drafts.size()));
        return counts;
    }

    /** First numbers of a run for each conversation. */
    private Future<Map<String, Long>> take(String tenant, Map<String, Integer> wanted, int tries) {
        if (wanted.isEmpty()) {
            return Future.succeededFuture(new HashMap<>());
        }
        if (tries == MOST_TRIES) {
            return Future.failedFuture(new IllegalStateException("Numbers could not be taken from their blocks"));
        }
        List<String> ids = new ArrayList<>(wanted.keySet());
        List<Ask> asks = ids.stream()
                .map(id -> {
                    ConversationStates.State state = states.get(tenant, id);
                    return new Ask(id, wanted.get(id), state.issued, state.fresh ? state.blockEnd : -1);
                })
                .toList();
        return numbers.allocate(tenant, asks).compose(grants -> {
            Map<String, Long> firsts = new HashMap<>();
            Map<String, Integer> again = new LinkedHashMap<>();
            List<Future<Void>> preparations = new ArrayList<>();
            for (int i = 0; i < ids.size(); i++) {
                String id = ids.get(i);
                int count = wanted.get(id);
                if (grants.get(i) instanceof Grant.First first) {
                    firsts.put(id, first.number());
                    ConversationStates.State state = states.get(tenant, id);
                    state.issued = first.number() + count - 1;
                    state.fresh = false;
                } else {
                    again.put(id, count);
                    preparations.add(prepare(tenant, id, count, grants.get(i)));
                }
            }
            return Future.join(preparations)
                    .compose(prepared -> take(tenant, again, tries + 1))
                    .map(others -> {
                        firsts.putAll(others);
                        return firsts;
                    });
        });
    }

    private Future<Void> prepare(String tenant, String id, int count, Grant grant) {
        if (grant instanceof Grant.Exhausted exhausted) {
            return seqs.reserve(tenant, id, Math.max(BLOCK, count), exhausted.current() + count)
                    .map(end -> {
                        ConversationStates.State state = states.get(tenant, id);
                        state.blockEnd = end;
                        state.fresh = true;
                        return null;
                    });
        }
        // The counter is gone: go on above whatever was claimed, not at the end of the reserved block (rule 2).
        states.forget(tenant, id);
        return states.load(tenant, List.of(id));
    }

    private static List<Claim> claims(Map<String, List<Draft>> byConversation, Map<String, Long> firsts) {
        List<Claim> wanted = new ArrayList<>();
        byConversation.forEach((id, drafts) -> {
            long seq = firsts.get(id);
            for (Draft draft : drafts) {
                Message message = draft.message();
                wanted.add(new Claim(
                        id,
                        message.sendUid(),
                        message.clientMsgId(),
                        seq++,
                        message.serverMsgId(),
                        message.sendHash(),
                        message.sendTime(),
                        draft.origin().attempt(),
                        false,
                        message.option("unread_count")));
            }
        });
        return wanted;
    }

    private Future<Void> claim(String tenant, List<Claim> wanted, Map<String, Claim> placed, int collisions) {
        if (wanted.isEmpty()) {
            return Future.succeededFuture();
        }
        return claims.insert(tenant, wanted).compose(inserted -> {
            wanted.subList(0, inserted).forEach(claim -> placed.put(claim.serverMsgId(), claim));
            List<Claim> rest = wanted.subList(inserted, wanted.size());
            if (rest.isEmpty()) {
                return Future.succeededFuture();
            }
            Claim refused = rest.get(0);
            return claims.find(tenant, refused.serverMsgId()).compose(winner -> {
                if (winner.isPresent()) {
                    placed.put(refused.serverMsgId(), winner.get());
                    return claim(tenant, closeUp(rest), placed, collisions + 1);
                }
                return renumber(tenant, rest).compose(fresh -> claim(tenant, fresh, placed, collisions + 1));
            });
        });
    }

    /** The first message has its place elsewhere: the rest of its conversation moves down by one. */
    private static List<Claim> closeUp(List<Claim> rest) {
        String conversation = rest.get(0).conversationId();
        long free = rest.get(0).seq();
        List<Claim> moved = new ArrayList<>(rest.size() - 1);
        for (Claim claim : rest.subList(1, rest.size())) {
            moved.add(claim.conversationId().equals(conversation) ? withSeq(claim, free++) : claim);
        }
        return moved;
    }

    /** The first message's number is taken: this conversation goes on above everything claimed in it. */
    private Future<List<Claim>> renumber(String tenant, List<Claim> rest) {
        String conversation = rest.get(0).conversationId();
        int count = (int) rest.stream()
                .filter(claim -> claim.conversationId().equals(conversation))
                .count();
        return claims.highest(tenant, conversation)
                .compose(highest -> {
                    ConversationStates.State state = states.get(tenant, conversation);
                    state.issued = Math.max(state.issued, highest);
                    return take(tenant, Map.of(conversation, count), 0);
                })
                .map(firsts -> {
                    long seq = firsts.get(conversation);
                    List<Claim> fresh = new ArrayList<>(rest.size());
                    for (Claim claim : rest) {
                        fresh.add(claim.conversationId().equals(conversation) ? withSeq(claim, seq++) : claim);
                    }
                    return fresh;
                });
    }

    /** Numbers between a head and what was placed above it that nobody holds are filled, so that heads rise to the top. */
    private Future<Void> raiseHeads(String tenant, Collection<String> ids, Map<String, Claim> placed) {
        Map<String, List<Long>> seqsById = new HashMap<>();
        placed.values()
                .forEach(claim -> seqsById.computeIfAbsent(claim.conversationId(), id -> new ArrayList<>())
                        .add(claim.seq()));
        List<Future<Void>> resolutions = new ArrayList<>();
        for (String id : ids) {
            ConversationStates.State state = states.get(tenant, id);
            List<Long> seqs = seqsById.getOrDefault(id, List.of());
            long top = seqs.stream().mapToLong(Long::longValue).max().orElse(0);
            long own = seqs.stream().filter(seq -> seq > state.head).distinct().count();
            if (top - state.head > own) {
                resolutions.add(states.resolve(tenant, id, state.head, top).map(holes -> {
                    state.holes.addAll(holes);
                    return null;
                }));
            }
        }
        return Future.join(resolutions).map(done -> {
            seqsById.forEach((id, seqs) -> {
                ConversationStates.State state = states.get(tenant, id);
                seqs.forEach(seq -> state.head = Math.max(state.head, seq));
            });
            return null;
        });
    }

    private static Claim withSeq(Claim claim, long seq) {
        return new Claim(
                claim.conversationId(),
                claim.sender(),
                claim.clientMsgId(),
                seq,
                claim.serverMsgId(),
                claim.sendHash(),
                claim.sendTime(),
                claim.attempt(),
                claim.hole(),
                claim.counts());
    }
}
