package dev.curlew.store.mysql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.OfflinePush;
import dev.curlew.domain.Review;
import dev.curlew.protocol.Json;
import dev.curlew.store.mysql.GroupMessageStore.Stored;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Messages as rows of {@code im_group_messages}. What has no column of its own is in {@code head}: ids the server made,
 * the digest of the content, how the sender looked, options, times in milliseconds.
 */
final class GroupMessageRows {

    private static final String INSERTED = "seqid, from_user, client_msg_id, msg_type, content, head,"
            + " mentioned_user_ids, mention_all, reply_seqid, root_seqid, file_count, content_size,"
            + " has_risk, audit_status, created_at, updated_at, expires_at";

    private static final String ROW =
            "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, FROM_UNIXTIME(? / 1000), FROM_UNIXTIME(? / 1000),"
                    + " FROM_UNIXTIME(? / 1000)";

    static final String NUMBERED =
            "(topic, group_id, seqid, from_user, client_msg_id, month, audit_status, created_at, expires_at)";

    static final String NUMBER_ROW = "(?, ?, ?, ?, ?, ?, ?, FROM_UNIXTIME(? / 1000), FROM_UNIXTIME(? / 1000))";

    /** JSON is read as text: a driver's own objects would lose digits. */
    private static final String READ = "id, seqid, from_user, client_msg_id, status, CAST(content AS CHAR) AS content,"
            + " CAST(head AS CHAR) AS head, CAST(mentioned_user_ids AS CHAR) AS mentioned, mention_all, reply_seqid,"
            + " root_seqid, has_risk, audit_status, version, recalled_by,"
            + " CAST(UNIX_TIMESTAMP(recalled_at) * 1000 AS SIGNED) AS recalled_ms";

    private static final Map<Integer, String> TYPES = Map.ofEntries(
            Map.entry(101, "text"),
            Map.entry(102, "image"),
            Map.entry(103, "audio"),
            Map.entry(104, "video"),
            Map.entry(105, "file"),
            Map.entry(106, "at_text"),
            Map.entry(107, "merged"),
            Map.entry(108, "card"),
            Map.entry(109, "location"),
            Map.entry(110, "custom"),
            Map.entry(114, "reply"),
            Map.entry(115, "emoji"),
            Map.entry(116, "rich_text"));

    private GroupMessageRows() {}

    static String inserted(TopicKind kind) {
        String common = kind.key + ", " + kind.target + ", " + INSERTED;
        return "(" + (kind == TopicKind.CHAT ? common + ", server_msg_id, uncounted" : common) + ")";
    }

    static String row(TopicKind kind) {
        return "(" + (kind == TopicKind.CHAT ? ROW + ", ?, ?" : ROW) + ")";
    }

    static String read(TopicKind kind) {
        return kind.key + " AS topic, " + kind.target + " AS target, " + READ;
    }

    /** @param until milliseconds; null for good */
    static void add(TopicKind kind, Tuple values, Message message, Review review, Long until) {
        String topic = GroupId.topicOf(message.conversationId());
        values.addValue(topic)
                .addValue(kind == TopicKind.CHAT ? message.toUid() : kind.nobody(topic))
                .addValue(message.seq())
                .addValue(message.sendUid())
                .addValue(message.clientMsgId())
                .addValue(TYPES.getOrDefault(message.contentType(), "system"))
                .addValue(message.content())
                .addValue(Json.text(head(message)))
                .addValue(Json.text(message.atUserIdList()))
                .addValue(message.mentionAll() ? 1 : 0)
                .addValue(message.replySeq())
                .addValue(message.rootSeq())
                .addValue(MessageFiles.of(message.contentType(), message.content())
                        .size())
                .addValue(message.content().getBytes(StandardCharsets.UTF_8).length)
                .addValue(review.risk() ? 1 : 0)
                .addValue(review.status())
                .addValue(message.sendTime())
                .addValue(message.sendTime())
                .addValue(until);
        if (kind == TopicKind.CHAT) {
            values.addValue(message.serverMsgId()).addValue(message.option("unread_count") ? 0 : 1);
        }
    }

    /** Where each number is, when months have tables of their own. */
    static void addNumber(Tuple values, Message message, Review review, int month, Long until) {
        GroupId group = GroupId.ofMessages(message.conversationId()).orElseThrow();
        values.addValue(group.topic())
                .addValue(group.value())
                .addValue(message.seq())
                .addValue(message.sendUid())
                .addValue(message.clientMsgId())
                .addValue(month)
                .addValue(review.status())
                .addValue(message.sendTime())
                .addValue(until);
    }

    static Stored stored(String tenant, Row row) {
        Long recalledBy = row.getLong("recalled_by");
        Long recalledAt = row.getLong("recalled_ms");
        return new Stored(
                row.getLong("id"),
                row.getLong("seqid"),
                row.getLong("from_user") == 0 ? null : message(tenant, row),
                row.getString("status"),
                row.getString("audit_status"),
                row.getInteger("has_risk") != 0,
                row.getLong("version"),
                recalledBy == null ? 0 : recalledBy,
                recalledAt == null ? 0 : recalledAt,
                Since.of(row.getString("head")));
    }

    private static ObjectNode head(Message message) {
        ObjectNode head = Json.object()
                .put("server_msg_id", message.serverMsgId())
                .put("content_type", message.contentType())
                .put("send_hash", message.sendHash())
                .put("sender_nickname", message.senderNickname())
                .put("sender_face_url", message.senderFaceUrl())
                .put("sender_platform", message.senderPlatform())
                .put("msg_from", message.msgFrom())
                .put("send_time", message.sendTime())
                .put("create_time", message.createTime());
        if (!message.options().isEmpty()) {
            ObjectNode options = head.putObject("options");
            message.options().forEach(options::put);
        }
        if (message.attachedInfo() != null) {
            head.put("attached_info", message.attachedInfo());
        }
        if (message.ex() != null) {
            head.put("ex", message.ex());
        }
        if (message.push() != null) {
            head.set("push", Json.mapper().valueToTree(message.push()));
        }
        return head;
    }

    /** A row that is no hole. */
    static Message message(String tenant, Row row) {
        String topic = row.getString("topic");
        Optional<GroupId> group = GroupId.ofTopic(topic);
        ObjectNode head = Json.read(row.getString("head"), ObjectNode.class);
        JsonNode push = head.get("push");
        return new Message(
                tenant,
                group.map(GroupId::conversation).orElse(topic),
                group.isPresent() ? ConversationId.GROUP : pair(topic),
                row.getLong("seqid"),
                row.getString("client_msg_id"),
                head.path("server_msg_id").asText(),
                row.getLong("from_user"),
                group.isPresent() ? 0 : row.getLong("target"),
                head.path("sender_nickname").asText(),
                head.path("sender_face_url").asText(),
                head.path("sender_platform").asInt(),
                head.path("msg_from").asInt(),
                head.path("content_type").asInt(),
                row.getString("content"),
                head.path("send_hash").asText(),
                head.path("send_time").asLong(),
                head.path("create_time").asLong(),
                options(head.path("options")),
                mentioned(row.getString("mentioned")),
                row.getInteger("mention_all") != 0,
                row.getLong("reply_seqid"),
                row.getLong("root_seqid"),
                text(head, "attached_info"),
                text(head, "ex"),
                push == null ? null : Json.read(Json.text(push), OfflinePush.class));
    }

    private static int pair(String conversationId) {
        return ConversationId.parse(conversationId).map(ConversationId::type).orElse(ConversationId.NOTIFICATION);
    }

    private static Map<String, Boolean> options(JsonNode given) {
        Map<String, Boolean> options = new LinkedHashMap<>();
        given.fields()
                .forEachRemaining(
                        field -> options.put(field.getKey(), field.getValue().booleanValue()));
        return options;
    }

    private static List<Long> mentioned(String json) {
        List<Long> uids = new ArrayList<>();
        if (json != null) {
            Json.read(json, JsonNode.class).forEach(uid -> uids.add(uid.longValue()));
        }
        return uids;
    }

    private static String text(ObjectNode head, String field) {
        return head.has(field) ? head.get(field).asText() : null;
    }
}
