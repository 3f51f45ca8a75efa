package dev.curlew.protocol;

import java.util.List;

/**
 * Value of {@code toPushTopic}: what the members of a group are to be sent, in order. Who they are is looked up when it is delivered, so
 * that a record costs the same for three members as for ten thousand.
 *
 * @param also users who are told although they need not be members, as one who was just removed
 * @param ends this is the last that is told of the group
 * @param except members who are told nothing of it, because they may not see what it is about
 */
public record GroupPush(
        String tenant, long groupId, List<PushBatch.Push> groupPushes, List<Long> also, boolean ends, List<Long> except)
        implements PushRecord {

    public GroupPush {
        // Records of before have none.
        except = except == null ? List.of() : except;
    }

    /** For all members. */
    public GroupPush(String tenant, long groupId, List<PushBatch.Push> groupPushes, List<Long> also, boolean ends) {
        this(tenant, groupId, groupPushes, also, ends, List.of());
    }

    /** Of a group that goes on. */
    public GroupPush(String tenant, long groupId, List<PushBatch.Push> groupPushes, List<Long> also) {
        this(tenant, groupId, groupPushes, also, false);
    }
}
