package dev.curlew.store;

import dev.curlew.protocol.GroupReminders;
import io.vertx.core.Future;

/** Takes what members of groups are to be reminded of, to be done by whoever reminds. */
public interface ReminderQueue {

    /** Succeeds when it is durable. */
    Future<Void> add(GroupReminders reminders);
}
