package dev.curlew.api.send;

import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.protocol.DeliveryBatch.Delivery;
import dev.curlew.store.ConversationSettings.Key;
import dev.curlew.store.PresenceDirectory;
import dev.curlew.store.Receivers;
import dev.curlew.store.SessionDirectory.SessionRef;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Events that are for now or never: straight to the nodes where their users are, stored nowhere, missed by whoever is away. */
public final class LiveEvents {

    private final EventBus bus;
    private final PresenceDirectory presence;
    private final Receivers receivers;

    public LiveEvents(EventBus bus, PresenceDirectory presence, Receivers receivers) {
        this.bus = bus;
        this.presence = presence;
        this.receivers = receivers;
    }

    /** Done when it is on its way; who cannot be found, or wants nothing live of the conversation from others, does not get it. */
    public Future<Void> send(String tenant, List<Long> uids, String conversationId, Cause cause, String frame) {
        List<Key> others = uids.stream()
                .filter(uid -> uid != cause.uid())
                .map(uid -> new Key(uid, conversationId))
                .toList();
        Future<Set<Key>> silent = receivers.notReceiving(tenant, others).otherwise(Set.of());
        Future<Map<Long, List<SessionRef>>> found =
                presence.sessions(tenant, uids).otherwise(Map.of());
        return Future.all(silent, found).map(both -> {
            byte[] bytes = frame.getBytes(StandardCharsets.UTF_8);
            Map<String, List<Delivery>> byNode = new HashMap<>();
            Map<Long, List<SessionRef>> sessions = new HashMap<>(found.result());
            silent.result().forEach(key -> sessions.remove(key.uid()));
            sessions.forEach((uid, refs) -> refs.stream()
                    .map(SessionRef::nodeId)
                    .distinct()
                    .forEach(node -> byNode.computeIfAbsent(node, id -> new ArrayList<>())
                            .add(new Delivery(tenant, uid, conversationId, 0, 0, cause, null, bytes))));
            byNode.forEach((node, deliveries) -> bus.send(BusAddresses.deliveries(node), DeliveryBatch.of(deliveries)));
            return null;
        });
    }
}
