package dev.curlew.store;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.GroupReminders;
import dev.curlew.store.kafka.Topics;
import io.vertx.core.Future;

/** Reminders of groups become records of {@code toGroupOfflinePushTopic}, keyed by group. */
public final class LogReminderQueue implements ReminderQueue {

    private final MessageLog log;

    public LogReminderQueue(MessageLog log) {
        this.log = log;
    }

    @Override
    public Future<Void> add(GroupReminders reminders) {
        String topic = new GroupId(reminders.groupId()).topic();
        return log.write(Topics.TO_GROUP_OFFLINE_PUSH, Topics.conversationKey(reminders.tenant(), topic), reminders);
    }
}
