package dev.curlew.store.kafka;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.GroupReminders;
import dev.curlew.store.ReminderQueue;
import io.vertx.core.Future;

/** Reminders of groups become records of {@code toGroupOfflinePushTopic}, keyed by group. */
public final class KafkaReminderQueue implements ReminderQueue {

    private final KafkaWriter writer;

    public KafkaReminderQueue(KafkaWriter writer) {
        this.writer = writer;
    }

    @Override
    public Future<Void> add(GroupReminders reminders) {
        String topic = new GroupId(reminders.groupId()).topic();
        return writer.write(Topics.TO_GROUP_OFFLINE_PUSH, Topics.conversationKey(reminders.tenant(), topic), reminders);
    }
}
