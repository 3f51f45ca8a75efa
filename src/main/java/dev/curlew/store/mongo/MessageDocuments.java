package dev.curlew.store.mongo;

import dev.curlew.domain.Message;
import dev.curlew.domain.OfflinePush;
import dev.curlew.domain.Revoke;
import dev.curlew.store.chat.MessageStore.Stored;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/** Messages as elements of {@code msg} documents, field by field as document S names them (B-171…B-206). */
final class MessageDocuments {

    /** Messages in one document (B-169). */
    static final int SLOTS = 100;

    /** Values of a message's status at rest. */
    static final int STORED = 2;

    static final int DELETED = 4;
    static final int REVOKED = 5;

    private MessageDocuments() {}

    static String docId(String conversationId, long seq) {
        return conversationId + ":" + (seq - 1) / SLOTS;
    }

    static int slot(long seq) {
        return (int) ((seq - 1) % SLOTS);
    }

    /** The slot of a number within its document. */
    static String path(long seq) {
        return "msgs." + slot(seq);
    }

    static Stored stored(String tenant, Document element) {
        Document body = element.get("msg", Document.class);
        return new Stored(
                message(tenant, element),
                revoke(element.get("revoke", Document.class)),
                element.getList("del_list", String.class, List.of()),
                element.getBoolean("is_read", false),
                MongoSeqs.number(body, "version"),
                body.getInteger("status", STORED) == DELETED);
    }

    private static Revoke revoke(Document revoke) {
        return revoke == null
                ? null
                : new Revoke(
                        Long.parseLong(revoke.getString("user_id")),
                        revoke.getInteger("role"),
                        revoke.getString("nickname"),
                        revoke.getLong("time"));
    }

    static Document element(Message message) {
        return new Document("msg", body(message))
                .append("revoke", null)
                .append("del_list", List.of())
                .append("is_read", false);
    }

    static Message message(String tenant, Document element) {
        Document body = element.get("msg", Document.class);
        return new Message(
                tenant,
                body.getString("conversation_id"),
                body.getInteger("session_type"),
                body.getLong("seq"),
                body.getString("client_msg_id"),
                body.getString("server_msg_id"),
                Long.parseLong(body.getString("send_id")),
                Long.parseLong(body.getString("recv_id")),
                body.getString("sender_nickname"),
                body.getString("sender_face_url"),
                body.getInteger("sender_platform_id"),
                body.getInteger("msg_from"),
                body.getInteger("content_type"),
                body.getString("content"),
                body.getString("send_hash"),
                body.getLong("send_time"),
                body.getLong("create_time"),
                options(body.get("options", Document.class)),
                uids(body.getList("at_user_id_list", String.class)),
                body.getBoolean("mention_all", false),
                body.getLong("reply_seq"),
                body.getLong("root_seq"),
                body.getString("attached_info"),
                body.getString("ex"),
                push(body.get("offline_push", Document.class)));
    }

    private static Document body(Message message) {
        return new Document("send_id", Long.toString(message.sendUid()))
                .append("recv_id", Long.toString(message.toUid()))
                .append("group_id", "")
                .append("conversation_id", message.conversationId())
                .append("client_msg_id", message.clientMsgId())
                .append("server_msg_id", message.serverMsgId())
                .append("sender_platform_id", message.senderPlatform())
                .append("sender_nickname", message.senderNickname())
                .append("sender_face_url", message.senderFaceUrl())
                .append("session_type", message.conversationType())
                .append("msg_from", message.msgFrom())
                .append("content_type", message.contentType())
                .append("content", message.content())
                .append("seq", message.seq())
                .append("send_time", message.sendTime())
                .append("create_time", message.createTime())
                .append("status", STORED)
                .append("version", 0L)
                .append("is_read", false)
                .append("options", new Document(new LinkedHashMap<>(message.options())))
                .append("offline_push", push(message.push()))
                .append(
                        "at_user_id_list",
                        message.atUserIdList().stream().map(String::valueOf).toList())
                .append("mention_all", message.mentionAll())
                .append("reply_seq", message.replySeq())
                .append("root_seq", message.rootSeq())
                .append("attached_info", message.attachedInfo())
                .append("ex", message.ex())
                .append("send_hash", message.sendHash());
    }

    private static Document push(OfflinePush push) {
        return push == null
                ? null
                : new Document("title", push.title())
                        .append("desc", push.desc())
                        .append("ex", push.ex())
                        .append("ios_push_sound", push.iosPushSound())
                        .append("ios_badge_count", push.iosBadgeCount());
    }

    private static OfflinePush push(Document push) {
        return push == null
                ? null
                : new OfflinePush(
                        push.getString("title"),
                        push.getString("desc"),
                        push.getString("ex"),
                        push.getString("ios_push_sound"),
                        push.getBoolean("ios_badge_count"));
    }

    private static Map<String, Boolean> options(Document options) {
        Map<String, Boolean> switches = new LinkedHashMap<>();
        options.forEach((name, value) -> switches.put(name, (Boolean) value));
        return switches;
    }

    private static List<Long> uids(List<String> texts) {
        List<Long> uids = new ArrayList<>(texts.size());
        texts.forEach(text -> uids.add(Long.parseLong(text)));
        return uids;
    }
}
