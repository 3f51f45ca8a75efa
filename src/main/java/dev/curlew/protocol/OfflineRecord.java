package dev.curlew.protocol;

import java.util.List;

/** Value of {@code toOfflinePushTopic}: reminders for one user who had no session. */
public record OfflineRecord(String tenant, long uid, List<Item> items) {

    /** One message to remind of. */
    public record Item(String conversationId, long seq, PushBatch.Reminder reminder) {}
}
