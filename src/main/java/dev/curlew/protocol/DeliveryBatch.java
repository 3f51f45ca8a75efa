package dev.curlew.protocol;

import java.util.List;

/** What the fan-out hands a node over the bus: each frame encoded once, with the user whose sockets get it. */
public record DeliveryBatch(List<Delivery> deliveries) {

    /** See {@link PushBatch.Push}; {@code frame} is UTF-8 JSON. */
    public record Delivery(
            String tenant,
            long uid,
            String conversationId,
            long seq,
            long change,
            String exceptSession,
            String attempt,
            byte[] frame) {}
}
