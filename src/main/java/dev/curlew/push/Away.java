package dev.curlew.push;

import dev.curlew.store.PushTokens;
import dev.curlew.store.SessionDirectory;
import dev.curlew.store.SessionDirectory.SessionRef;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Who of some users has no session on any node, and by which devices they are reached. */
final class Away {

    private final SessionDirectory sessions;
    private final Supplier<Set<String>> liveNodes;
    private final PushTokens tokens;
    private final String provider;

    /** @param provider whose device tokens are wanted; empty for none */
    Away(SessionDirectory sessions, Supplier<Set<String>> liveNodes, PushTokens tokens, String provider) {
        this.sessions = sessions;
        this.liveNodes = liveNodes;
        this.tokens = tokens;
        this.provider = provider;
    }

    /** A user to remind. */
    record Target(long uid, List<String> tokens) {}

    /** In one pipeline. A session on a node that is not there any more is none. */
    Future<List<Long>> of(String tenant, Collection<Long> uids) {
        return sessions.sessions(tenant, uids).map(found -> {
            Set<String> alive = liveNodes.get();
            return uids.stream()
                    .filter(uid -> found.getOrDefault(uid, List.of()).stream()
                            .map(SessionRef::nodeId)
                            .noneMatch(alive::contains))
                    .toList();
        });
    }

    /** In one query, or none. */
    Future<List<Target>> targets(String tenant, List<Long> uids) {
        Future<Map<Long, List<String>>> devices = provider.isEmpty() || uids.isEmpty()
                ? Future.succeededFuture(Map.of())
                : tokens.find(tenant, provider, uids);
        return devices.map(found -> uids.stream()
                .map(uid -> new Target(uid, found.getOrDefault(uid, List.of())))
                .toList());
    }
}
