package dev.curlew.protocol;

import java.util.List;

/** Value of {@code toPushTopic}: what one user's sockets are to be sent, in order. */
public record PushBatch(String tenant, long uid, List<Push> pushes) implements PushRecord {

    /**
     * One event.
     *
     * @param seq number in the conversation; 0 for events without one
     * @param change the user's change number it settles (rule 11); 0 for none
     * @param line what it is a newer state of, or null
     * @param frame the event's JSON, encoded once
     * @param reminder set when an offline user is to be reminded
     */
    public record Push(
            String conversationId, long seq, long change, Cause cause, Line line, String frame, Reminder reminder) {}

    /**
     * What a reminder needs to know.
     *
     * @param title the sender's nickname unless the sender gave one (B-202)
     * @param desc, ex, iosPushSound as the sender gave them, or null (B-203 to B-205)
     * @param badge whether the unread total is shown (B-206)
     * @param preview of the content, or null; goes no further than the push role unless the tenant wants it
     */
    public record Reminder(
            long fromUid,
            String title,
            String desc,
            String ex,
            String iosPushSound,
            boolean badge,
            int contentType,
            String preview) {}
}
