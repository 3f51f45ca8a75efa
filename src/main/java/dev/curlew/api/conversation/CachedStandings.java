package dev.curlew.api.conversation;

import dev.curlew.api.conversation.OwnStanding.Known;
import dev.curlew.store.Heads;
import dev.curlew.store.Standings;
import dev.curlew.store.UserKey;
import dev.curlew.store.chat.SeqUserStore.Position;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Heads from where they are quickest to have, versions from the users' positions. */
public final class CachedStandings implements Standings {

    private final Heads heads;
    private final OwnStanding standing;

    public CachedStandings(Heads heads, OwnStanding standing) {
        this.heads = heads;
        this.standing = standing;
    }

    @Override
    public Future<Map<String, Standing>> of(UserKey user, Collection<String> conversationIds) {
        if (conversationIds.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return Future.all(
                        heads.heads(user.tenant(), conversationIds),
                        standing.ofOne(user.tenant(), user.uid(), conversationIds))
                .map(both -> {
                    Map<String, Long> found = both.resultAt(0);
                    Known known = both.resultAt(1);
                    Map<String, Standing> standings = new HashMap<>();
                    conversationIds.forEach(id -> {
                        Map<Long, Position> positions = known.positions().get(id);
                        if (positions != null) {
                            Position own = positions.getOrDefault(user.uid(), Position.START);
                            long head = found.getOrDefault(id, 0L);
                            standings.put(
                                    id,
                                    new Standing(
                                            own.maxSeq() > 0 ? Math.min(head, own.maxSeq()) : head,
                                            Math.max(
                                                    own.version(),
                                                    known.versions().getOrDefault(id, 0L))));
                        }
                    });
                    return standings;
                });
    }
}
