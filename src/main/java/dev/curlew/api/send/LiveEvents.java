package dev.curlew.api.send;

import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.protocol.DeliveryBatch.Delivery;
import dev.curlew.store.PresenceDirectory;
import dev.curlew.store.SessionDirectory.SessionRef;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Events that are for now or never: straight to the nodes where their users are, stored nowhere, missed by whoever is away. */
public final class LiveEvents {

    private final EventBus bus;
    private final PresenceDirectory presence;

    public LiveEvents(EventBus bus, PresenceDirectory presence) {
        this.bus = bus;
        this.presence = presence;
    }

    /** Done when it is on its way; who cannot be found does not get it. */
    public Future<Void> send(
            String tenant, List<Long> uids, String conversationId, String frame, String exceptSession) {
        return presence.sessions(tenant, uids).otherwise(Map.of()).map(sessions -> {
            byte[] bytes = frame.getBytes(StandardCharsets.UTF_8);
            Map<String, List<Delivery>> byNode = new HashMap<>();
            sessions.forEach((uid, refs) -> refs.stream()
                    .map(SessionRef::nodeId)
                    .distinct()
                    .forEach(node -> byNode.computeIfAbsent(node, id -> new ArrayList<>())
                            .add(new Delivery(tenant, uid, conversationId, 0, 0, exceptSession, null, bytes))));
            byNode.forEach(
                    (node, deliveries) -> bus.send(BusAddresses.deliveries(node), new DeliveryBatch(deliveries)));
            return null;
        });
    }
}
