package dev.curlew.store.kafka;

import dev.curlew.config.KafkaConfig;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.PushBatch;
import dev.curlew.protocol.PushRecord;
import java.util.List;

/** The four topics of document S, one for reminders of groups, and the group that reads each (B-217…B-220), as an installation names them. */
public record Topics(String prefix, String groupPrefix) {

    /** Messages that wait for a number; key: tenant and conversation. */
    public static final String TO_REDIS = "toRedisTopic";

    /** Numbered messages for MongoDB; key: tenant and conversation. */
    public static final String TO_MONGO = "toMongoTopic";

    /** Events for sockets; key: tenant and user or group. */
    public static final String TO_PUSH = "toPushTopic";

    /** Reminders for users without a session; key: tenant and user. */
    public static final String TO_OFFLINE_PUSH = "toOfflinePushTopic";

    /**
     * Reminders for members of groups who are away; key: tenant and group. Apart from the others, as one of a large group takes as long as
     * thousands of those.
     */
    public static final String TO_GROUP_OFFLINE_PUSH = "toGroupOfflinePushTopic";

    public static final List<String> ALL = List.of(TO_REDIS, TO_MONGO, TO_PUSH, TO_OFFLINE_PUSH, TO_GROUP_OFFLINE_PUSH);

    public static Topics of(KafkaConfig config) {
        return new Topics(config.topicPrefix(), config.groupPrefix());
    }

    public String topic(String name) {
        return prefix + name;
    }

    /** For example {@code toRedisGroupID} of {@code toRedisTopic}; {@code toOfflinePushTopic} is read by {@code toOfflineGroupID}. */
    public String group(String name) {
        return groupPrefix + name.replace("OfflinePush", "Offline").replace("Topic", "GroupID");
    }

    public static String conversationKey(String tenant, String conversationId) {
        return tenant + "|" + conversationId;
    }

    /** Events of one user stay in order among themselves, and those of one group. */
    public static String pushKey(PushRecord record) {
        return record instanceof PushBatch batch
                ? userKey(batch.tenant(), batch.uid())
                : conversationKey(record.tenant(), new GroupId(((GroupPush) record).groupId()).topic());
    }

    public static String userKey(String tenant, long uid) {
        return tenant + "|" + uid;
    }
}
