package dev.curlew.sequencer.group;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.GroupReminders;
import dev.curlew.protocol.GroupReminders.Item;
import dev.curlew.sequencer.Reminders;
import dev.curlew.store.ReminderQueue;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands on what members who are away are to be reminded of: one task for all messages of a batch, whoever the members are. It is not waited
 * for, and what cannot be handed on costs the reminders only.
 */
public final class GroupReminding {

    private static final Logger LOG = LoggerFactory.getLogger(GroupReminding.class);

    /** Texts of a sender's own may be long; records stay well under the broker's limit of a mebibyte. */
    private static final int MOST_ITEMS = 100;

    private final ReminderQueue queue;

    public GroupReminding(ReminderQueue queue) {
        this.queue = queue;
    }

    /** @param messages stored ones of one group, in the order of their numbers */
    public void remind(String tenant, GroupId group, List<Message> messages) {
        List<Item> items = new ArrayList<>();
        for (Message message : messages) {
            if (message.option("offline_push")) {
                items.add(new Item(message.seq(), Reminders.of(message), message.atUserIdList(), message.mentionAll()));
            }
        }
        for (int from = 0; from < items.size(); from += MOST_ITEMS) {
            List<Item> some = List.copyOf(items.subList(from, Math.min(items.size(), from + MOST_ITEMS)));
            queue.add(new GroupReminders(tenant, group.value(), System.currentTimeMillis(), some))
                    .onFailure(failure -> LOG.warn(
                            "Nobody is reminded, tenant {}, topic {}, seq {} to {}: {}",
                            tenant,
                            group.topic(),
                            some.get(0).seq(),
                            some.get(some.size() - 1).seq(),
                            failure.toString()));
        }
    }
}
