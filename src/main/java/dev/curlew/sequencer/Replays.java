package dev.curlew.sequencer;

import dev.curlew.store.Claims.Claim;
import dev.curlew.store.chat.MessageStore.Stored;
import dev.curlew.store.mongo.MongoMessages;
import dev.curlew.store.mongo.MongoSeqs;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of messages whose records come again. One that is stored may have been revoked, edited or deleted since, so its record must
 * neither put it back into Redis nor show it as new (rule 7). A change waits until its message is stored, and below the durable head.
 */
final class Replays {

    private final MongoMessages messages;
    private final MongoSeqs seqs;

    Replays(MongoMessages messages, MongoSeqs seqs) {
        this.messages = messages;
        this.seqs = seqs;
    }

    /** What a message is to a record that names it. */
    enum Fate {
        /** Not stored yet: nothing can have happened to it. */
        NEW,
        /** Stored, and still what was sent. */
        STORED,
        /** Stored, and something has happened to it. */
        CHANGED
    }

    /** By server message id, for claims that were there before; those left out are new. */
    Future<Map<String, Fate>> of(String tenant, Collection<Claim> again) {
        if (again.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        Map<String, List<Claim>> byConversation = new LinkedHashMap<>();
        again.forEach(claim -> byConversation
                .computeIfAbsent(claim.conversationId(), id -> new ArrayList<>())
                .add(claim));
        Map<String, Fate> fates = new HashMap<>();
        return seqs.numbers(tenant, byConversation.keySet()).compose(numbers -> {
            List<Future<?>> looks = new ArrayList<>();
            byConversation.forEach((id, claims) -> {
                long head = numbers.containsKey(id) ? numbers.get(id).head() : 0;
                List<Claim> settled =
                        claims.stream().filter(claim -> claim.seq() <= head).toList();
                if (!settled.isEmpty()) {
                    looks.add(look(tenant, id, settled, fates));
                }
            });
            return Future.join(looks).map(fates);
        });
    }

    private Future<?> look(String tenant, String id, List<Claim> settled, Map<String, Fate> fates) {
        return messages.find(tenant, id, settled.stream().map(Claim::seq).toList())
                .onSuccess(found -> settled.forEach(claim -> {
                    Stored stored = found.get(claim.seq());
                    if (stored != null) {
                        fates.put(claim.serverMsgId(), stored.isUntouched() ? Fate.STORED : Fate.CHANGED);
                    }
                }));
    }
}
