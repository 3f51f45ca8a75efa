package dev.curlew.api.send;

import dev.curlew.domain.Message;
import dev.curlew.domain.Review;

/** How messages that are for no group get their place. */
public enum SendPath {

    /** Through Kafka, as where single chats are kept in MongoDB. */
    LOG {
        @Override
        SendPlan plan(Message message) {
            return new SendPlan.Place(message);
        }
    },

    /** From the sequencer that owns the conversation, as groups' messages; so where single chats are kept in MySQL. */
    OWNER {
        @Override
        SendPlan plan(Message message) {
            return new SendPlan.ToOwner(message, Review.PASS);
        }
    };

    abstract SendPlan plan(Message message);
}
