package dev.curlew.protocol;

import java.util.List;

/**
 * Value of {@code toGroupOfflinePushTopic}: messages of a group that its members who are away are reminded of. Who they are is looked up
 * when it is done, so that a record costs the same for three members as for ten thousand.
 *
 * @param at when it was asked for, milliseconds: what has waited for long reminds nobody any more
 */
public record GroupReminders(String tenant, long groupId, long at, List<Item> items) {

    /**
     * One message.
     *
     * @param mentioned members it mentions by name
     * @param mentionsAll whether it mentions everybody
     */
    public record Item(long seq, PushBatch.Reminder reminder, List<Long> mentioned, boolean mentionsAll) {

        public boolean mentions(long uid) {
            return mentionsAll || mentioned.contains(uid);
        }
    }
}
