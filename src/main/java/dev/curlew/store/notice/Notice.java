package dev.curlew.store.notice;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Json;
import java.util.Collection;

/**
 * A notification: a message of type 4 that only the server writes (B-120).
 *
 * @param conversationId {@code n_{group_id}} for the members of a group, {@code n_{a}_{b}} for two users
 * @param contentType 1001 to 1010
 * @param uid whose doing it is; the message's sender
 * @param content {@code {uid,target_uids,…}}; for a group also {@code kind} and {@code version}, from which its {@code group} event is made
 */
public record Notice(String conversationId, int contentType, long uid, ObjectNode content) {

    public static final int FRIEND_APPROVED = 1001;
    public static final int FRIEND_REJECTED = 1002;
    public static final int FRIEND_DELETED = 1003;
    public static final int GROUP_CREATED = 1004;
    public static final int GROUP_INFO_CHANGED = 1005;
    public static final int MEMBER_JOINED = 1006;
    public static final int MEMBER_GONE = 1007;
    public static final int GROUP_DISSOLVED = 1008;
    public static final int JOIN_REQUESTED = 1009;
    /** Of its own will; 1007 is whom somebody else put out. */
    public static final int MEMBER_QUIT = 1010;

    /** For the two of them. */
    public static Notice pair(int contentType, long uid, long other, ObjectNode content) {
        String conversation = ConversationId.notifications(uid, other).value();
        return new Notice(conversation, contentType, uid, content);
    }

    /**
     * For the members of a group, and live for those it names, who may just have ceased to be members.
     *
     * @param kind what happened, as the {@code group} event has it
     * @param version the group's, after the change
     */
    public static Notice group(
            int contentType, GroupId group, String kind, long uid, Collection<Long> targets, long version) {
        ObjectNode content = content(uid, targets).put("kind", kind).put("version", version);
        content.put("topic", group.topic());
        return new Notice(group.notices(), contentType, uid, content);
    }

    /** What every notification says: who did it and whom it is about. */
    public static ObjectNode content(long uid, Collection<Long> targets) {
        ObjectNode content = Json.object().put("uid", uid);
        var list = content.putArray("target_uids");
        targets.forEach(list::add);
        return content;
    }
}
