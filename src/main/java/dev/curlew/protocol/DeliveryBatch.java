package dev.curlew.protocol;

import java.util.List;
import java.util.Set;

/** What the fan-out hands a node over the bus: each frame encoded once, with the user or the group whose sockets get it. */
public record DeliveryBatch(List<Delivery> deliveries, List<GroupDelivery> groups) {

    /** For single users only. */
    public static DeliveryBatch of(List<Delivery> deliveries) {
        return new DeliveryBatch(deliveries, List.of());
    }

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

    /**
     * An event of a group for the members this node holds: the frame once, whoever gets it.
     *
     * @param silent members who want nothing live of the conversation that is not their own doing, or may not see what it is about
     * @param also users on the node who are told although they need not be members
     * @param ends this is the last that is told of the group
     */
    public record GroupDelivery(
            String tenant,
            long groupId,
            String conversationId,
            long seq,
            Cause cause,
            Line line,
            byte[] frame,
            Set<Long> silent,
            List<Long> also,
            boolean ends) {}
}
