package dev.curlew.api.send;

import dev.curlew.domain.Message;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.protocol.DeliveryBatch.Delivery;
import dev.curlew.protocol.MessageJson;
import dev.curlew.store.PresenceDirectory;
import dev.curlew.store.SessionDirectory.SessionRef;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sends a message without history ({@code history:false}) straight to the nodes where its users are: live or never. */
public final class LiveSender {

    private final EventBus bus;
    private final PresenceDirectory presence;

    public LiveSender(EventBus bus, PresenceDirectory presence) {
        this.bus = bus;
        this.presence = presence;
    }

    Future<SendReply> send(Message message, String exceptSession) {
        List<Long> uids =
                message.option("sender_sync") ? List.of(message.toUid(), message.sendUid()) : List.of(message.toUid());
        return presence.sessions(message.tenant(), uids)
                .recover(failure -> Future.succeededFuture(Map.of()))
                .map(sessions -> {
                    byte[] frame = MessageJson.event(message).getBytes(StandardCharsets.UTF_8);
                    Map<String, List<Delivery>> byNode = new HashMap<>();
                    sessions.forEach((uid, refs) -> refs.stream()
                            .map(SessionRef::nodeId)
                            .distinct()
                            .forEach(node -> byNode.computeIfAbsent(node, id -> new ArrayList<>())
                                    .add(new Delivery(
                                            message.tenant(),
                                            uid,
                                            message.conversationId(),
                                            0,
                                            0,
                                            exceptSession,
                                            null,
                                            frame))));
                    byNode.forEach((node, deliveries) ->
                            bus.send(BusAddresses.deliveries(node), new DeliveryBatch(deliveries)));
                    return SendReply.placed(message, 0, message.sendTime(), false);
                });
    }
}
