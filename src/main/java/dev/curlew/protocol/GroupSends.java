package dev.curlew.protocol;

import dev.curlew.domain.Message;
import dev.curlew.domain.Review;
import dev.curlew.protocol.NodeCommand.Settled;
import java.util.List;

/** Sends to groups, in order, for the sequencer that owns the groups; answered with {@link Outcomes}. */
public record GroupSends(List<GroupSend> sends) {

    /**
     * A message that waits for its number.
     *
     * @param review what was found about it
     * @param lane whoever sends in one lane means an order: nothing of it is placed while something before it is to come again
     */
    public record GroupSend(Message message, Review review, Origin origin, String lane) {

        /** Two sends of one lane to one group. */
        public boolean follows(GroupSend other) {
            return lane.equals(other.lane)
                    && message.tenant().equals(other.message.tenant())
                    && message.conversationId().equals(other.message.conversationId());
        }
    }

    /** One for each send, in their order. */
    public record Outcomes(List<Settled> settled) {}
}
