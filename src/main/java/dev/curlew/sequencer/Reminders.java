package dev.curlew.sequencer;

import dev.curlew.domain.Message;
import dev.curlew.protocol.PushBatch.Reminder;

/** What whoever is away may be told of a message. */
public final class Reminders {

    private Reminders() {}

    public static Reminder of(Message message) {
        var asked = message.push();
        boolean none = asked == null;
        return new Reminder(
                message.sendUid(),
                none || asked.title() == null || asked.title().isBlank() ? message.senderNickname() : asked.title(),
                none ? null : asked.desc(),
                none ? null : asked.ex(),
                none ? null : asked.iosPushSound(),
                none || asked.iosBadgeCount() == null || asked.iosBadgeCount(),
                message.contentType(),
                Preview.of(message));
    }
}
