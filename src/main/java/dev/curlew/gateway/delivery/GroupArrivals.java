package dev.curlew.gateway.delivery;

import dev.curlew.domain.GroupId;
import dev.curlew.gateway.group.LocalGroups;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.gateway.session.UserSessions;
import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.store.GroupKey;
import dev.curlew.store.UserKey;
import dev.curlew.store.redis.OnlineIndex;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What came to this node, before it is expanded: a group that is not loaded here is loaded first. Redis is asked whom this node holds
 * where it does not say, the sessions know what they follow. Safe for several threads; the order stays.
 */
public final class GroupArrivals {

    /** For so long a group that nobody follows here is not looked for again, unless somebody begins to. */
    private static final long ABSENT_MS = 60_000;

    private static final int MOST_ABSENT = 10_000;

    private final String nodeId;
    private final SessionRegistry registry;
    private final LocalGroups groups;
    private final OnlineIndex online;
    private final Deliverer deliverer;
    private final Map<GroupKey, Long> absentUntil = new LinkedHashMap<>();
    private Future<Void> loading = Future.succeededFuture();

    public GroupArrivals(
            String nodeId, SessionRegistry registry, LocalGroups groups, OnlineIndex online, Deliverer deliverer) {
        this.nodeId = nodeId;
        this.registry = registry;
        this.groups = groups;
        this.online = online;
        this.deliverer = deliverer;
    }

    /** As {@link Deliverer#deliver}. */
    synchronized Future<Void> deliver(DeliveryBatch batch) {
        Set<GroupKey> missing = missing(batch);
        if (loading.isComplete() && missing.isEmpty()) {
            return deliverer.deliver(batch);
        }
        // What comes next waits for this one to be handed on, not to be written.
        Future<Future<Void>> handed = loading.transform(before -> loaded(batch));
        loading = handed.mapEmpty();
        return handed.compose(written -> written);
    }

    private synchronized Future<Future<Void>> loaded(DeliveryBatch batch) {
        Set<GroupKey> missing = missing(batch);
        return Future.join(missing.stream().map(this::load).toList())
                .transform(done -> Future.succeededFuture(deliverer.deliver(batch)));
    }

    private Set<GroupKey> missing(DeliveryBatch batch) {
        Set<GroupKey> missing = new LinkedHashSet<>();
        long now = System.currentTimeMillis();
        batch.groups().forEach(delivery -> {
            GroupKey key = new GroupKey(delivery.tenant(), new GroupId(delivery.groupId()));
            if (groups.group(key) != null) {
                absentUntil.remove(key);
            } else if (absentUntil.getOrDefault(key, 0L) <= now) {
                missing.add(key);
            }
        });
        return missing;
    }

    private Future<Void> load(GroupKey key) {
        return online.heldBy(nodeId, key).otherwise(Set.of()).map(uids -> {
            groups.load(key, sessions(key.tenant(), uids));
            if (groups.group(key) == null) {
                groups.load(key, registry.connections());
            }
            if (groups.group(key) == null) {
                absent(key);
            }
            return null;
        });
    }

    private List<Session> sessions(String tenant, Set<Long> uids) {
        return uids.stream()
                .map(uid -> registry.user(new UserKey(tenant, uid)))
                .filter(user -> user != null)
                .map(UserSessions::sessions)
                .flatMap(List::stream)
                .toList();
    }

    private synchronized void absent(GroupKey key) {
        absentUntil.put(key, System.currentTimeMillis() + ABSENT_MS);
        if (absentUntil.size() > MOST_ABSENT) {
            absentUntil.remove(absentUntil.keySet().iterator().next());
        }
    }
}
