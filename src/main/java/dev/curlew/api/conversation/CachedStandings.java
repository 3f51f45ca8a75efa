package dev.curlew.api.conversation;

import dev.curlew.store.Heads;
import dev.curlew.store.Standings;
import dev.curlew.store.UserKey;
import dev.curlew.store.mongo.SeqUserStore;
import dev.curlew.store.mongo.SeqUserStore.Position;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Heads from where they are quickest to have, versions from the users' positions. */
public final class CachedStandings implements Standings {

    private final Heads heads;
    private final SeqUserStore positions;

    public CachedStandings(Heads heads, SeqUserStore positions) {
        this.heads = heads;
        this.positions = positions;
    }

    @Override
    public Future<Map<String, Standing>> of(UserKey user, Collection<String> conversationIds) {
        if (conversationIds.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return Future.all(
                        heads.heads(user.tenant(), conversationIds),
                        positions.positions(user.tenant(), user.uid(), conversationIds))
                .map(both -> {
                    Map<String, Long> found = both.resultAt(0);
                    Map<String, Position> own = both.resultAt(1);
                    Map<String, Standing> standings = new HashMap<>();
                    conversationIds.forEach(id -> standings.put(
                            id,
                            new Standing(
                                    found.getOrDefault(id, 0L),
                                    own.getOrDefault(id, Position.START).version())));
                    return standings;
                });
    }
}
