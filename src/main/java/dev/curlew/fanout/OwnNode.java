package dev.curlew.fanout;

import dev.curlew.store.GroupKey;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** This node, whoever holds members: all others hear of an event by the channel, and look for members themselves. */
final class OwnNode implements Whereabouts {

    private final Set<String> self;

    OwnNode(String nodeId) {
        this.self = Set.of(nodeId);
    }

    @Override
    public Future<Map<GroupKey, Set<String>>> holders(Collection<GroupKey> groups) {
        return Future.succeededFuture(everywhere(groups));
    }

    @Override
    public Future<Map<Long, Set<String>>> users(String tenant, Collection<Long> uids) {
        return Future.succeededFuture(everywhere(uids));
    }

    private <T> Map<T, Set<String>> everywhere(Collection<T> all) {
        return all.stream().distinct().collect(Collectors.toMap(Function.identity(), one -> self));
    }
}
