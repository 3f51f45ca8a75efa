package dev.curlew.fanout;

import dev.curlew.store.GroupKey;
import dev.curlew.store.SessionDirectory;
import dev.curlew.store.SessionDirectory.SessionRef;
import dev.curlew.store.redis.OnlineIndex;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The nodes that hold members, as Redis knows them: no other node gets an event. */
final class IndexedNodes implements Whereabouts {

    private final OnlineIndex online;
    private final SessionDirectory sessions;

    IndexedNodes(OnlineIndex online, SessionDirectory sessions) {
        this.online = online;
        this.sessions = sessions;
    }

    @Override
    public Future<Map<GroupKey, Set<String>>> holders(Collection<GroupKey> groups) {
        return online.nodes(groups);
    }

    @Override
    public Future<Map<Long, Set<String>>> users(String tenant, Collection<Long> uids) {
        return sessions.sessions(tenant, Set.copyOf(uids)).map(found -> {
            Map<Long, Set<String>> nodes = new HashMap<>();
            found.forEach((uid, refs) ->
                    nodes.put(uid, refs.stream().map(SessionRef::nodeId).collect(Collectors.toSet())));
            return nodes;
        });
    }
}
