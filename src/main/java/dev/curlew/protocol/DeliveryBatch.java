package dev.curlew.protocol;

import java.util.List;

/** What the fan-out hands a node over the bus: each frame encoded once, with the user whose sockets get it. */
public record DeliveryBatch(List<Delivery> deliveries) {

    /** See {@link PushBatch.Push}; {@code frame} is UTF-8 JSON, empty when only the change number is to be noted. */
    public record Delivery(
            String tenant,
            long uid,
            String conversationId,
            long seq,
            long change,
            Cause cause,
            Line line,
            byte[] frame) {

        /** The frame of an event that its user does not want. */
        public static final byte[] NOTHING = new byte[0];
    }
}
