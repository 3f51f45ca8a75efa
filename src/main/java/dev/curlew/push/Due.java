package dev.curlew.push;

import dev.curlew.protocol.GroupReminders;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.OfflineRecord;
import dev.curlew.protocol.PushBatch.Reminder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A message that a user who was offline may be reminded of. */
record Due(String tenant, long uid, String conversationId, long seq, Reminder reminder) {

    private static final Logger LOG = LoggerFactory.getLogger(Due.class);

    /** In the order of the records; what cannot be read is logged and left out. */
    static List<Due> of(List<ConsumerRecord<String, byte[]>> records) {
        List<Due> dues = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> record : records) {
            try {
                OfflineRecord offline = Json.read(record.value(), OfflineRecord.class);
                offline.items()
                        .forEach(item -> dues.add(new Due(
                                offline.tenant(), offline.uid(), item.conversationId(), item.seq(), item.reminder())));
            } catch (IllegalArgumentException e) {
                setAside(record);
            }
        }
        return dues;
    }

    /** Those of groups; what cannot be read is logged and left out. */
    static List<GroupReminders> ofGroups(List<ConsumerRecord<String, byte[]>> records) {
        List<GroupReminders> tasks = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> record : records) {
            try {
                tasks.add(Json.read(record.value(), GroupReminders.class));
            } catch (IllegalArgumentException e) {
                setAside(record);
            }
        }
        return tasks;
    }

    private static void setAside(ConsumerRecord<String, byte[]> record) {
        LOG.error("Set aside an unreadable reminder at {}-{}: {}", record.topic(), record.partition(), record.offset());
    }

    static Map<String, List<Due>> byTenant(List<Due> dues) {
        Map<String, List<Due>> byTenant = new LinkedHashMap<>();
        dues.forEach(due -> byTenant.computeIfAbsent(due.tenant(), tenant -> new ArrayList<>())
                .add(due));
        return byTenant;
    }
}
