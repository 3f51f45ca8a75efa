package dev.curlew.api.send;

import dev.curlew.domain.Message;
import dev.curlew.domain.Review;

/** What is to be done for a send once everything about it was checked. */
sealed interface SendPlan {

    /** Stored before: only to be answered. */
    record Answer(SendReply reply) implements SendPlan {}

    /** To be given a place. */
    record Place(Message message) implements SendPlan {}

    /** To be given a place in its group. */
    record ToGroup(Message message, Review review) implements SendPlan {}

    /** Live only: no number, not stored. */
    record Live(Message message) implements SendPlan {}

    /** The same for a group's members. */
    record LiveToGroup(Message message) implements SendPlan {}
}
