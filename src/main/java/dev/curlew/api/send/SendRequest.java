package dev.curlew.api.send;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.MessageIds;
import dev.curlew.domain.OfflinePush;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.CanonicalJson;
import dev.curlew.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a client asks to be sent, checked in form. Who sends is not among it: that is told by the token, whatever the request
 * says.
 */
record SendRequest(
        Target target,
        String clientMsgId,
        int contentType,
        String content,
        String sendHash,
        Map<String, Boolean> options,
        List<Long> atUserIdList,
        boolean mentionAll,
        Long replySeq,
        Long rootSeq,
        String attachedInfo,
        String ex,
        OfflinePush push) {

    private static final List<String> OPTIONS = List.of(
            "history",
            "persistent",
            "unread_count",
            "conversation_update",
            "sender_sync",
            "sender_conversation_update",
            "offline_push");
    private static final List<String> TARGETS = List.of("to_uid", "to_account", "topic", "conversation_id");
    private static final int MOST_MENTIONED = 200;
    private static final int EXTRA = 1024;

    /** Whom to send to, as the client named it. */
    sealed interface Target {

        record Uid(long uid) implements Target {}

        record Account(String account) implements Target {}

        record Topic(String topic) implements Target {}

        record Conversation(String id) implements Target {}
    }

    static SendRequest parse(ObjectNode data, int maxContentBytes, Source source) {
        Fields.requireWellFormed(data);
        String clientMsgId = clientMsgId(data);
        Target target = target(data);
        ContentType type = ContentType.of(Fields.number(data, "content_type", 0, Integer.MAX_VALUE), source);
        int contentType = (int) Fields.number(data, "content_type", 0, Integer.MAX_VALUE);
        JsonNode content = data.get("content");
        String text = type.text(content, maxContentBytes);
        Long replySeq = Fields.optionalNumber(data, "reply_seq", 1, Fields.MAX_NUMBER);
        if (type == ContentType.REPLY && replySeq == null) {
            throw ApiException.invalid("reply_seq is missing.");
        }
        return new SendRequest(
                target,
                clientMsgId,
                contentType,
                text,
                MessageIds.sendHash(contentType, CanonicalJson.of(content)),
                options(data),
                Fields.numbers(data, "at_user_id_list", MOST_MENTIONED),
                Fields.flag(data, "mention_all", false),
                replySeq,
                Fields.optionalNumber(data, "root_seq", 1, Fields.MAX_NUMBER),
                attachedInfo(data),
                Fields.optionalText(data, "ex", EXTRA),
                push(data));
    }

    /** A JSON object of the sender's own (B-200); when a message was read is for the server to say. Anything else is ignored. */
    private static String attachedInfo(ObjectNode data) {
        JsonNode given = data.get("attached_info");
        if (given == null || !given.isTextual() || given.textValue().length() > EXTRA) {
            return null;
        }
        try {
            ObjectNode object = Json.parseObject(given.textValue().getBytes(StandardCharsets.UTF_8));
            return object.remove("HasReadTime") == null ? given.textValue() : Json.text(object);
        } catch (ApiException notAnObject) {
            return null;
        }
    }

    private static String clientMsgId(ObjectNode data) {
        String id = Fields.text(data, "client_msg_id", 64);
        if (id.isBlank() || id.codePoints().anyMatch(c -> Character.isISOControl(c) || !Character.isDefined(c))) {
            throw ApiException.invalid("client_msg_id has to be 1 to 64 printable characters.");
        }
        return id;
    }

    private static Target target(ObjectNode data) {
        List<String> named =
                TARGETS.stream().filter(name -> Fields.present(data, name)).toList();
        if (named.size() != 1) {
            throw ApiException.invalid(
                    "one of to_uid, to_account, topic and conversation_id is expected, and only one.");
        }
        return switch (named.get(0)) {
            case "to_uid" -> new Target.Uid(Fields.number(data, "to_uid", 1, Fields.MAX_NUMBER));
            case "to_account" -> new Target.Account(Fields.text(data, "to_account", 128));
            case "topic" -> new Target.Topic(Fields.text(data, "topic", 128));
            default -> new Target.Conversation(Fields.text(data, "conversation_id", 128));
        };
    }

    private static Map<String, Boolean> options(ObjectNode data) {
        if (!Fields.present(data, "options")) {
            return Map.of();
        }
        JsonNode given = data.get("options");
        if (!given.isObject()) {
            throw ApiException.invalid("options has to be an object.");
        }
        Map<String, Boolean> options = new HashMap<>();
        for (String name : OPTIONS) {
            Boolean value = Fields.within("options", () -> Fields.optionalFlag(given, name));
            if (value != null) {
                options.put(name, value);
            }
        }
        return Map.copyOf(options);
    }

    private static OfflinePush push(ObjectNode data) {
        if (!Fields.present(data, "push")) {
            return null;
        }
        JsonNode given = data.get("push");
        if (!given.isObject()) {
            throw ApiException.invalid("push has to be an object.");
        }
        return Fields.within(
                "push",
                () -> new OfflinePush(
                        Fields.optionalText(given, "title", 256),
                        Fields.optionalText(given, "desc", EXTRA),
                        Fields.optionalText(given, "ex", EXTRA),
                        Fields.optionalText(given, "ios_push_sound", 128),
                        Fields.optionalFlag(given, "ios_badge_count")));
    }
}
