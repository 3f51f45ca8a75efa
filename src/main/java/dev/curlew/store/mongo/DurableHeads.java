package dev.curlew.store.mongo;

import dev.curlew.store.Claims.Claim;
import dev.curlew.store.Heads;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Heads worked out from the claims: up from the durable head, number by number, to the first that nobody holds. A gap that stays
 * for more than a few seconds is filled with a tombstone (rule 4).
 */
public final class DurableHeads implements Heads {

    private static final long GAP_PATIENCE_MS = 5_000;

    private final MongoClaims claims;
    private final MongoSeqs seqs;

    public DurableHeads(MongoClaims claims, MongoSeqs seqs) {
        this.claims = claims;
        this.seqs = seqs;
    }

    @Override
    public Future<Map<String, Long>> heads(String tenant, Collection<String> conversationIds) {
        return seqs.numbers(tenant, conversationIds).compose(numbers -> {
            Map<String, Long> heads = new HashMap<>();
            List<Future<Long>> all = conversationIds.stream()
                    .map(id -> {
                        MongoSeqs.Numbers known = numbers.get(id);
                        return climb(tenant, id, known == null ? 0 : known.head())
                                .onSuccess(head -> heads.put(id, head));
                    })
                    .toList();
            return Future.join(all).map(done -> heads);
        });
    }

    private Future<Long> climb(String tenant, String conversationId, long from) {
        return claims.range(tenant, conversationId, from + 1, Long.MAX_VALUE).compose(found -> {
            long head = from;
            for (Claim claim : found) {
                if (claim.seq() == head + 1) {
                    head++;
                } else {
                    return isOld(claim) ? fillAndGoOn(tenant, conversationId, head) : Future.succeededFuture(head);
                }
            }
            return Future.succeededFuture(head);
        });
    }

    private Future<Long> fillAndGoOn(String tenant, String conversationId, long head) {
        return claims.fill(tenant, conversationId, head + 1, System.currentTimeMillis())
                .compose(filled -> climb(tenant, conversationId, head));
    }

    private static boolean isOld(Claim above) {
        return above.sendTime() < System.currentTimeMillis() - GAP_PATIENCE_MS;
    }
}
