package dev.curlew.protocol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.Revoke;

/** Messages as the contract shows them. The content goes out as the text that came in, without being parsed again. */
public final class MessageJson {

    private static final int STORED = 2;
    private static final int REVOKED = 5;

    /**
     * What became of a message since it was sent, as one reader is told.
     *
     * @param revoke null unless it was taken back
     * @param version number of the newest change to it, 0 for none
     */
    public record Since(boolean isRead, long version, Revoke revoke) {
        public static final Since NOTHING = new Since(false, 0, null);
    }

    private MessageJson() {}

    /** The {@code message} event of a live message, encoded once for all who get it. */
    public static String event(Message message) {
        ObjectNode event = Json.object();
        event.put("event", "message");
        event.set("data", node(message, Since.NOTHING));
        return Json.text(event);
    }

    public static ObjectNode node(Message message, Since since) {
        Revoke revoke = since.revoke();
        ObjectNode node = Json.object();
        node.put("conversation_id", message.conversationId());
        node.put("conversation_type", message.conversationType());
        node.put("seq", message.seq());
        node.put("client_msg_id", message.clientMsgId());
        node.put("server_msg_id", message.serverMsgId());
        node.put("send_uid", message.sendUid());
        GroupId.ofConversation(message.conversationId())
                .ifPresentOrElse(group -> node.put("topic", group.topic()), () -> node.put("to_uid", message.toUid()));
        node.put("sender_nickname", message.senderNickname());
        node.put("sender_face_url", message.senderFaceUrl());
        node.put("sender_platform", message.senderPlatform());
        node.put("msg_from", message.msgFrom());
        node.put("content_type", message.contentType());
        node.putRawValue("content", new RawValue(revoke == null ? message.content() : "{}"));
        node.put("send_time", message.sendTime());
        node.put("status", revoke == null ? STORED : REVOKED);
        node.put("version", since.version());
        ObjectNode options = node.putObject("options");
        message.options().forEach(options::put);
        node.put("is_read", since.isRead());
        ArrayNode at = node.putArray("at_user_id_list");
        if (revoke == null) {
            message.atUserIdList().forEach(at::add);
        }
        node.put("mention_all", message.mentionAll());
        putNullable(node, "reply_seq", message.replySeq());
        putNullable(node, "root_seq", message.rootSeq());
        node.put("attached_info", revoke != null || message.attachedInfo() == null ? "" : message.attachedInfo());
        node.put("ex", revoke != null || message.ex() == null ? "" : message.ex());
        if (revoke == null) {
            node.putNull("revoke");
        } else {
            node.putObject("revoke")
                    .put("uid", revoke.uid())
                    .put("role", revoke.role())
                    .put("nickname", revoke.nickname())
                    .put("time", revoke.time());
        }
        return node;
    }

    private static void putNullable(ObjectNode node, String field, Long value) {
        if (value == null) {
            node.putNull(field);
        } else {
            node.put(field, value);
        }
    }
}
